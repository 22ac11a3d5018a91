import net, { type Socket } from 'node:net';
import type { DataSource } from '../../../config/config.ts';

/** Where tedious wants to go: a server may send it on to another one. */
export interface Place {
  readonly host?: string;
  readonly port?: number;
}

type PoolTimes = Pick<DataSource['pool'], 'connectTimeout' | 'keepAlive'>;

/** The socket of one connection, and the bytes that come through it. */
export class Wire {
  readonly #pool: PoolTimes;
  readonly #open: Set<Socket>;
  #socket: Socket | undefined;

  /** @param open sockets of all connections */
  constructor(pool: PoolTimes, open: Set<Socket>) {
    this.#pool = pool;
    this.#open = open;
  }

  /** A socket that is connected. @throws what Node says where it cannot be, also when that takes too long */
  connect(place: Place): Promise<Socket> {
    const { connectTimeout, keepAlive } = this.#pool;
    const socket = net.connect({ host: 'localhost', port: 1433, ...place, noDelay: true });
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
      // tedious has a time of its own, and sets it once it gets the socket.
      socket.once('connect', () => setImmediate(() => socket.setKeepAlive(true, keepAlive)));
    });
  }

  /** Calls back with the number of bytes whenever some have come. */
  onBytes(call: (count: number) => void): void {
    this.#socket?.on('data', (chunk) => call(chunk.length));
  }

  /** Ends the connection at once. */
  destroy(error: Error): void {
    this.#socket?.destroy(error);
  }
}
