import type { Socket } from 'node:net';

/** What is known of an open connection. */
export interface Connection {
  /** Aborted when it closes: one for each answer that is waited for on it. */
  readonly waiting: Set<AbortController>;
}

/** The open connections of a server, each with one listener, however many requests it brings. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();

  of(socket: Socket): Connection {
    return this.#open.get(socket) ?? this.#add(socket);
  }

  #add(socket: Socket): Connection {
    const connection: Connection = { waiting: new Set() };
    if (socket.destroyed) return connection;
    this.#open.set(socket, connection);
    socket.once('close', () => {
      this.#open.delete(socket);
      for (const controller of connection.waiting) controller.abort();
    });
    return connection;
  }
}
