import net from 'node:net';
import type { DataSource } from '../../../config/config.ts';

/** Where mysql2 connects to, as it has read the connection string. */
export interface Place {
  readonly socketPath?: string;
  readonly host?: string;
  readonly port?: number;
}

/** A socket for a session, on its way to the server. */
export const openSocket = (
  { socketPath, host = 'localhost', port = 3306 }: Place,
  { keepAlive }: Pick<DataSource['pool'], 'keepAlive'>,
): net.Socket =>
  socketPath !== undefined
    ? net.connect(socketPath)
    : net.connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAlive });
