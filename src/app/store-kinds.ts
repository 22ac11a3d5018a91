import { ConfigurationError, type Problem } from '../base/problem.ts';
import type { DatabaseType } from '../config/config.ts';
import { SCHEMES } from '../config/connection/read-url.ts';
import { findProtocol } from '../dialect/driver/find-protocol.ts';
import { mariadbKind } from '../dialect/mariadb/dialect.ts';
import { mysqlKind } from '../dialect/mysql/dialect.ts';
import { postgresKind } from '../dialect/postgres/dialect.ts';
import { sqlserverKind } from '../dialect/sqlserver/dialect.ts';
import type { ConnectedSource, StoreKind } from '../dialect/store-kind.ts';

/** The only place above dialects that names databases. */
export const storeKinds: Readonly<Partial<Record<DatabaseType, StoreKind>>> = {
  postgresql: postgresKind,
  mysql: mysqlKind,
  mariadb: mariadbKind,
  mssql: sqlserverKind,
};

/** A kind of database, with what is to be said of how the configuration names it. */
interface DetectedStore {
  readonly kind: StoreKind;
  readonly problems: readonly Problem[];
}

const path = ['data-source', 'database-type'];

/**
 * The kind of database that is there: where the configuration names another one that speaks the same protocol, a warning says so.
 * @throws ConfigurationError for a kind that is not served; Refusal Unavailable when the database does not answer
 */
export async function findKind(source: ConnectedSource): Promise<DetectedStore> {
  const named = source.databaseType;
  const kind = kindOf(named);
  const found = (await kind.identify?.(source)) ?? named;
  if (found === named) return { kind, problems: [] };
  const message = `The database says that it is of type "${found}", and is served as such: change this to "${found}".`;
  return { kind: kindOf(found), problems: [{ path, message, severity: 'warning', found: named }] };
}

/** @throws ConfigurationError for one that is not served */
function kindOf(type: DatabaseType): StoreKind {
  const kind = storeKinds[type];
  if (kind !== undefined) return kind;
  const message = `Databases of type "${type}" are not served yet; choose one of: ${Object.keys(storeKinds).join(', ')}.`;
  throw new ConfigurationError([{ path, message, severity: 'error', found: type }]);
}

/**
 * Returns the error of a start that failed at the database. If a database of another kind answers at the address, that is the error:
 * the driver reports only a time-out or a message that it cannot parse.
 */
export async function explainUnreachable(error: unknown, source: ConnectedSource): Promise<unknown> {
  if (error instanceof ConfigurationError || source.embedded !== undefined) return error;
  const found = await findProtocol(source);
  const named = source.databaseType;
  if (found === undefined || found.types.includes(named)) return error;
  const [type] = found.types;
  const message = `The address in "connection-string" is that of ${found.description}, and "database-type" is "${named}". Either set "database-type" to "${type}" and begin the URL with "${SCHEMES[type][0]}://", or change host and port.`;
  return new ConfigurationError([{ path, message, severity: 'error', found: named, suggestion: type }]);
}
