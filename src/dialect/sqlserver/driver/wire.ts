import net, { type Socket } from 'node:net';
import type { DataSource } from '../../../config/config.ts';

/** Address of the server, or the address to which the server redirects the client. */
export interface ServerAddress {
  readonly host?: string;
  readonly port?: number;
}

type PoolTimes = Pick<DataSource['pool'], 'connectTimeout' | 'keepAlive'>;

/** The socket of a connection, which the service opens itself to observe its bytes and close it. */
export class Wire {
  readonly #pool: PoolTimes;
  readonly #open: Set<Socket>;
  #socket: Socket | undefined;

  /** @param open open sockets of all connections; includes the sockets of this object */
  constructor(pool: PoolTimes, open: Set<Socket>) {
    this.#pool = pool;
    this.#open = open;
  }

  /** @throws Node's error, also after a timeout */
  connect(address: ServerAddress): Promise<Socket> {
    const { connectTimeout, keepAlive } = this.#pool;
    const socket = net.connect({ host: 'localhost', port: 1433, ...address, noDelay: true });
    this.#socket = socket;
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        clearTimeout(timer);
        reject(error);
      };
      const timer = setTimeout(
        () => socket.destroy(new Error(`No connection within ${connectTimeout} ms`)),
        connectTimeout,
      );
      socket.once('error', fail);
      socket.once('connect', () => {
        clearTimeout(timer);
        socket.removeListener('error', fail);
        resolve(socket);
      });
      // Overrides the keep-alive that tedious sets when it gets the socket.
      socket.once('connect', () => setImmediate(() => socket.setKeepAlive(true, keepAlive)));
    });
  }

  onBytes(call: (count: number) => void): void {
    this.#socket?.on('data', (chunk) => call(chunk.length));
  }

  destroy(error: Error): void {
    this.#socket?.destroy(error);
  }
}
