import type { Socket } from 'node:net';

/** An open connection. */
export interface Connection {
  readonly socket: Socket;
  /** Aborted when it closes: one for each answer that is waited for on it. */
  readonly waiting: Set<AbortController>;
  /** Bytes of answers that its client has not taken; see `UnsentAnswers`. */
  unsent: number;
  /** When it was told 503 for the last time, by `performance.now()`. */
  refusedAt: number;
}

/** The open connections of a server, each with one listener, however many requests it brings. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #closed: (connection: Connection) => void;

  /** @param closed is told of each that has closed */
  constructor(closed: (connection: Connection) => void) {
    this.#closed = closed;
  }

  of(socket: Socket): Connection {
    return this.#open.get(socket) ?? this.#add(socket);
  }

  /** Ends connections that have brought nothing: no request will be answered on them. */
  endUnused(): void {
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  #add(socket: Socket): Connection {
    const connection: Connection = { socket, waiting: new Set(), unsent: 0, refusedAt: Number.NEGATIVE_INFINITY };
    if (socket.destroyed) return connection;
    this.#open.set(socket, connection);
    socket.once('close', () => {
      this.#open.delete(socket);
      for (const controller of connection.waiting) controller.abort();
      this.#closed(connection);
    });
    return connection;
  }
}
