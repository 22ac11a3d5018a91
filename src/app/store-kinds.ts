import { ConfigurationError, type Problem } from '../base/problem.ts';
import type { DatabaseType } from '../config/config.ts';
import { SCHEMES } from '../config/connection/read-url.ts';
import { findProtocol } from '../dialect/driver/find-protocol.ts';
import { mariadbKind } from '../dialect/mariadb/dialect.ts';
import { mysqlKind } from '../dialect/mysql/dialect.ts';
import { postgresKind } from '../dialect/postgres/dialect.ts';
import { sqlserverKind } from '../dialect/sqlserver/dialect.ts';
import type { ConnectedSource, StoreKind } from '../dialect/store-kind.ts';

/** The only place above `dialect/` that names databases. */
export const storeKinds: Readonly<Partial<Record<DatabaseType, StoreKind>>> = {
  postgresql: postgresKind,
  mysql: mysqlKind,
  mariadb: mariadbKind,
  mssql: sqlserverKind,
};

interface DetectedStore {
  readonly kind: StoreKind;
  readonly problems: readonly Problem[];
}

const path = ['data-source', 'database-type'];

/**
 * Detects the database type. Warns if the configuration names another type with the same protocol.
 * @throws ConfigurationError for an unsupported type; Refusal Unavailable if the database does not respond
 */
export async function findKind(source: ConnectedSource): Promise<DetectedStore> {
  const named = source.databaseType;
  const kind = kindOf(named);
  const found = (await kind.identify?.(source)) ?? named;
  if (found === named) return { kind, problems: [] };
  const message = `The database says that it is of type "${found}", and is served as such: change this to "${found}".`;
  return { kind: kindOf(found), problems: [{ path, message, severity: 'warning', found: named }] };
}

/** @throws ConfigurationError for an unsupported type */
function kindOf(type: DatabaseType): StoreKind {
  const kind = storeKinds[type];
  if (kind !== undefined) return kind;
  const message = `Databases of type "${type}" are not served yet; choose one of: ${Object.keys(storeKinds).join(', ')}.`;
  throw new ConfigurationError([{ path, message, severity: 'error', found: type }]);
}

/**
 * Reports a database of another type at the address. The driver reports only a timeout or a message that it cannot
 * parse.
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
