import { connect, type Socket } from 'node:net';
import type { DatabaseType } from '../../config/config.ts';
import type { ConnectedSource } from '../store-kind.ts';

/** The server that answers at an address: the types whose protocol it speaks, the likeliest first, and its name and version. */
export interface DetectedProtocol {
  readonly types: readonly [DatabaseType, ...DatabaseType[]];
  readonly description: string;
}

/** Milliseconds to wait for the first bytes. */
const PATIENCE_MS = 2000;

/** SSLRequest: its length, its code. https://www.postgresql.org/docs/current/protocol-message-formats.html */
const SSL_REQUEST = Buffer.from('0000000804d2162f', 'hex');

/** Port of a URL without one. */
const DEFAULT_PORTS: Readonly<Record<DatabaseType, number>> = {
  postgresql: 5432,
  mysql: 3306,
  mariadb: 3306,
  mssql: 1433,
};

/**
 * Finds out by its first bytes which kind of database answers at the address of a source. A server of the MySQL family greets first, PostgreSQL
 * answers the first packet of its protocol.
 * @returns undefined if nothing answers, or something unknown
 */
export async function findProtocol({
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
  // SSLRequest has a single byte as its answer.
  if (bytes.length === 1 && /^[SN]$/.test(bytes.toString('latin1'))) {
    return { types: ['postgresql'], description: 'a PostgreSQL server' };
  }
  if (bytes[0] === 'E'.charCodeAt(0) && bytes.includes('SFATAL')) {
    return { types: ['postgresql'], description: 'a PostgreSQL server' };
  }
  // Length of the packet, its number 0, then version 10 of the protocol and the version of the server, or an error.
  if (bytes.length < 7 || bytes[3] !== 0) return undefined;
  const isError = bytes[4] === 0xff;
  if (bytes[4] !== 10 && !isError) return undefined;
  const end = bytes.indexOf(0, 5);
  const version =
    isError || end < 0
      ? ''
      : bytes
          .toString('latin1', 5, end)
          // MariaDB puts this before its version, for old replicas.
          .replace(/^5\.5\.5-/, '')
          .replace(/[^\w.+~-]/g, '')
          .slice(0, 60);
  return /mariadb/i.test(version)
    ? { types: ['mariadb', 'mysql'], description: `a MariaDB server (${version})` }
    : { types: ['mysql', 'mariadb'], description: `a MySQL server${version && ` (${version})`}` };
}

/** Sends a packet and returns the first bytes that come back; none if nothing answers in time. */
function exchange(address: { host: string; port: number }, packet: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket: Socket = connect(address);
    const end = (bytes: Buffer): void => {
      socket.destroy();
      resolve(bytes);
    };
    socket.setTimeout(PATIENCE_MS, () => end(Buffer.alloc(0)));
    socket.once('connect', () => socket.write(packet));
    socket.once('data', end);
    socket.once('error', () => end(Buffer.alloc(0)));
    socket.once('close', () => end(Buffer.alloc(0)));
  });
}
