import { connect, type Socket } from 'node:net';
import { ConfigurationError, type Problem } from '../base/problem.ts';
import type { DatabaseType } from '../config/config.ts';
import { SCHEMES } from '../config/connection/read-url.ts';
import type { ConnectedSource, StoreKind } from '../dialect/store-kind.ts';

/**
 * The only code above `dialect/` that names databases. A kind and its driver are loaded on first use, because a service
 * uses only one of them.
 */
export const storeKinds: Readonly<Partial<Record<DatabaseType, () => Promise<StoreKind>>>> = {
  postgresql: async () => (await import('../dialect/postgres/dialect.ts')).postgresKind,
  mysql: async () => (await import('../dialect/mysql/dialect.ts')).mysqlKind,
  mariadb: async () => (await import('../dialect/mariadb/dialect.ts')).mariadbKind,
  mssql: async () => (await import('../dialect/sqlserver/dialect.ts')).sqlserverKind,
  mongodb: async () => (await import('../dialect/mongodb/dialect.ts')).mongodbKind,
};

interface DetectedStore {
  readonly kind: StoreKind;
  readonly databaseType: DatabaseType;
  readonly problems: readonly Problem[];
}

const path = ['data-source', 'database-type'];

/**
 * Detects the database type. Warns if the configuration names another type with the same protocol.
 * @throws ConfigurationError for an unsupported type; ApiError Unavailable
 */
export async function detectStore(source: ConnectedSource): Promise<DetectedStore> {
  const configuredType = source.databaseType;
  const kind = await loadKind(configuredType);
  const identifiedType = (await kind.identify?.(source)) ?? configuredType;
  if (identifiedType === configuredType) return { kind, databaseType: configuredType, problems: [] };
  const message = `The database reports the type "${identifiedType}", and is served as that type. Change this to "${identifiedType}".`;
  return {
    kind: await loadKind(identifiedType),
    databaseType: identifiedType,
    problems: [{ path, message, severity: 'warning', found: configuredType }],
  };
}

/** Returns the kind of a database that another process has identified. */
export const storeOfType = async ({ databaseType }: Pick<DetectedStore, 'databaseType'>): Promise<DetectedStore> => ({
  kind: await loadKind(databaseType),
  databaseType,
  problems: [],
});

async function loadKind(type: DatabaseType): Promise<StoreKind> {
  const load = storeKinds[type];
  if (load !== undefined) return load();
  const message = `Databases of type "${type}" are not supported yet. Use one of: ${Object.keys(storeKinds).join(', ')}.`;
  throw new ConfigurationError([{ path, message, severity: 'error', found: type }]);
}

/** Detects a database of another type at the address, which the driver reports only as a timeout or parse error. */
export async function explainUnreachable(error: unknown, source: ConnectedSource): Promise<unknown> {
  if (error instanceof ConfigurationError || source.embedded !== undefined) return error;
  const protocol = await findProtocol(source);
  const configuredType = source.databaseType;
  if (protocol === undefined || protocol.types.includes(configuredType)) return error;
  const [type] = protocol.types;
  const message = `The address in "connection-string" belongs to ${protocol.description}, but "database-type" is "${configuredType}". Either set "database-type" to "${type}" and start the URL with "${SCHEMES[type][0]}://", or change host and port.`;
  return new ConfigurationError([{ path, message, severity: 'error', found: configuredType, suggestion: type }]);
}

/** `types` share the protocol; the most likely is first. */
interface DetectedProtocol {
  readonly types: readonly [DatabaseType, ...DatabaseType[]];
  readonly description: string;
}

const GREETING_TIMEOUT_MS = 2000;

/** https://www.postgresql.org/docs/current/protocol-message-formats.html */
const SSL_REQUEST = Buffer.from('0000000804d2162f', 'hex');

export const DEFAULT_PORTS: Readonly<Record<DatabaseType, number>> = {
  postgresql: 5432,
  mysql: 3306,
  mariadb: 3306,
  mssql: 1433,
  mongodb: 27017,
};

/**
 * Detects the protocol by the first bytes. MySQL sends a greeting; PostgreSQL replies to SSLRequest.
 * @returns undefined if no server responds, or if its protocol is unknown
 */
async function findProtocol({
  connectionString,
  databaseType,
}: ConnectedSource): Promise<DetectedProtocol | undefined> {
  if (!URL.canParse(connectionString)) return undefined;
  const { hostname, port } = new URL(connectionString);
  if (hostname === '') return undefined;
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || DEFAULT_PORTS[databaseType] };
  return readGreeting(await exchange(address, SSL_REQUEST));
}

function readGreeting(bytes: Buffer): DetectedProtocol | undefined {
  if (bytes.length === 1 && /^[SN]$/.test(bytes.toString('latin1'))) {
    return { types: ['postgresql'], description: 'a PostgreSQL server' };
  }
  if (bytes[0] === 'E'.charCodeAt(0) && bytes.includes('SFATAL')) {
    return { types: ['postgresql'], description: 'a PostgreSQL server' };
  }
  // MySQL packet: length, number 0, then protocol version 10 and the server version, or an error.
  if (bytes.length < 7 || bytes[3] !== 0) return undefined;
  const isError = bytes[4] === 0xff;
  if (bytes[4] !== 10 && !isError) return undefined;
  const end = bytes.indexOf(0, 5);
  const version =
    isError || end < 0
      ? ''
      : bytes
          .toString('latin1', 5, end)
          // MariaDB prefixes its version for old replicas.
          .replace(/^5\.5\.5-/, '')
          .replace(/[^\w.+~-]/g, '')
          .slice(0, 60);
  return /mariadb/i.test(version)
    ? { types: ['mariadb', 'mysql'], description: `a MariaDB server (${version})` }
    : { types: ['mysql', 'mariadb'], description: `a MySQL server${version && ` (${version})`}` };
}

function exchange(address: { host: string; port: number }, packet: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket: Socket = connect(address);
    const end = (bytes: Buffer): void => {
      socket.destroy();
      resolve(bytes);
    };
    socket.setTimeout(GREETING_TIMEOUT_MS, () => end(Buffer.alloc(0)));
    socket.once('connect', () => socket.write(packet));
    socket.once('data', end);
    socket.once('error', () => end(Buffer.alloc(0)));
    socket.once('close', () => end(Buffer.alloc(0)));
  });
}
