import type { Socket } from 'node:net';

export interface Connection {
  readonly socket: Socket;
  /** Aborted when the connection closes; one per pending response. */
  readonly waiting: Set<AbortController>;
  /** Response bytes that the client has not received. */
  unsent: number;
  /** Time of the last 503, by `performance.now()`. */
  rejectedAt: number;
}

/** Open connections. Each has a single close listener for all its requests. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #onClose: (connection: Connection) => void;

  constructor(onClose: (connection: Connection) => void) {
    this.#onClose = onClose;
  }

  of(socket: Socket): Connection {
    return this.#open.get(socket) ?? this.#add(socket);
  }

  get size(): number {
    return this.#open.size;
  }

  /** Destroys connections on which the client has sent nothing. */
  closeUnused(): void {
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  #add(socket: Socket): Connection {
    const connection: Connection = { socket, waiting: new Set(), unsent: 0, rejectedAt: Number.NEGATIVE_INFINITY };
    if (socket.destroyed) return connection;
    this.#open.set(socket, connection);
    socket.once('close', () => {
      this.#open.delete(socket);
      for (const controller of connection.waiting) controller.abort();
      this.#onClose(connection);
    });
    return connection;
  }
}
