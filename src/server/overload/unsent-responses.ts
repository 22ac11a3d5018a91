import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import type { Observers } from '../../base/observers.ts';
import type { Limits } from '../../config/config.ts';
import { type Connection, Connections } from './connections.ts';

interface Added {
  readonly response: ServerResponse;
  readonly connection: Connection;
  readonly bytes: number;
}

/**
 * Answers that were given to connections, and that their clients have not taken yet. A client that takes nothing of one for a time loses
 * its connection. All together are bounded: where there is no room, connections that have been at it for longer than that time are ended
 * first, then reads are refused. A change cannot be refused any more once it is made: its answer ends the connection that has been at it
 * for the longest.
 */
class UnsentResponses {
  readonly #maxBytes: number;
  readonly #timeout: number;
  readonly #observe: Observers['observe'];
  /** Connections with unsent bytes, and since when, by `performance.now()`, each has taken none of its answers whole; oldest first. */
  readonly #since = new Map<Connection, number>();
  /** Answers of this turn of the event loop. */
  readonly #added: Added[] = [];
  #bytes = 0;

  constructor({ sendingBytes, sendTimeout }: Limits, { observe }: Observers) {
    this.#maxBytes = sendingBytes;
    this.#timeout = sendTimeout;
    this.#observe = observe;
  }

  /** Makes room for so many bytes, where connections have been at it for too long; tells whether there is room. */
  makeRoom(bytes: number): boolean {
    const old = performance.now() - this.#timeout;
    for (const [connection, since] of this.#since) {
      if (this.#hasRoom(bytes) || since > old) break;
      this.#end(connection);
    }
    return this.#hasRoom(bytes);
  }

  /** Counts an answer that is about to be sent, until it is taken or its connection closes. */
  add(response: ServerResponse, connection: Connection, bytes: number): void {
    this.#bytes += bytes;
    connection.unsent += bytes;
    if (!this.#since.has(connection)) this.#since.set(connection, performance.now());
    for (const other of this.#since.keys()) {
      if (this.#hasRoom(0) || (other === connection && other.unsent === bytes)) break;
      this.#end(other);
    }
    if (this.#added.length === 0) setImmediate(() => this.#look());
    this.#added.push({ response, connection, bytes });
  }

  /** Most answers have left at once. The others are watched: to do so with all would cost each 2 µs. */
  #look(): void {
    for (const { response, connection, bytes } of this.#added.splice(0)) {
      // What Fastify's `inject` asks is taken at once, by a socket that is none.
      if (response.writableFinished || !(connection.socket instanceof Socket)) this.#taken(connection, bytes);
      else if (!connection.socket.destroyed) this.#watch(response, connection, bytes);
    }
  }

  #watch(response: ServerResponse, connection: Connection, bytes: number): void {
    response.setTimeout(this.#timeout, () => this.#end(connection));
    // Before Node sets the time of an idle connection, or goes on to the answer of the next request.
    response.prependOnceListener('finish', () => {
      connection.socket.setTimeout(0);
      this.#taken(connection, bytes);
    });
  }

  /** Forgets a connection that has closed. */
  drop(connection: Connection): void {
    this.#bytes -= connection.unsent;
    connection.unsent = 0;
    this.#since.delete(connection);
  }

  /** One answer, however large, has room where nothing else waits. */
  #hasRoom(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= this.#maxBytes;
  }

  #taken(connection: Connection, bytes: number): void {
    if (!this.#since.delete(connection)) return;
    this.#bytes -= bytes;
    connection.unsent -= bytes;
    if (connection.unsent > 0) this.#since.set(connection, performance.now());
  }

  #end(connection: Connection): void {
    this.drop(connection);
    connection.socket.destroy();
    this.#observe({ kind: 'refused', refusal: notTaken() });
  }
}

const notTaken = (): Refusal =>
  new Refusal('LimitExceeded', 'An answer was not taken by its client, whose connection was ended.', {
    details: { limit: 'send-timeout-ms' },
  });

declare module 'fastify' {
  interface FastifyInstance {
    readonly connections: Connections;
    /**
     * To be called before a read is answered. A refusal ends the connection, so that no other large answer is asked for on it.
     * @throws Refusal Unavailable where there is no room for the answer; see `UnsentResponses`
     */
    requireRoom(reply: FastifyReply, answer: string): void;
  }
}

/**
 * Bytes from which on an answer is counted until it is taken. Smaller ones go to the kernel at once, whose buffers are never smaller than
 * this, unless another answer on the same connection is still on its way.
 */
const COUNTED_BYTES = 16_384;

/** Bounds what waits to be sent, in bytes and in time. To be added after all that changes answers. */
export function addSendingBounds(server: FastifyInstance, limits: Limits, observers: Observers): void {
  const unsent = new UnsentResponses(limits, observers);
  const connections = new Connections((connection) => unsent.drop(connection));
  server.decorate('connections', connections);
  // A connection by TLS has a socket of its own, which requests know it by.
  server.server.on('setSecureContext' in server.server ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.of(socket);
  });
  server.decorate('requireRoom', (reply, { length }) => {
    if (length < COUNTED_BYTES || reply.request.method === 'HEAD' || unsent.makeRoom(length)) return;
    reply.header('connection', 'close');
    throw new Refusal('Unavailable', 'Too many large answers wait for their clients to take them; try again soon.');
  });
  server.addHook('onSend', ({ method, raw }, reply, body, done) => {
    if ((typeof body !== 'string' && !Buffer.isBuffer(body)) || method === 'HEAD') {
      done(null, body);
      return;
    }
    // An answer has no socket yet while it waits for those before it on the same connection.
    const { socket } = reply.raw;
    const goesAtOnce = body.length < COUNTED_BYTES && socket?.writableLength === 0;
    if (goesAtOnce || raw.socket.destroyed) {
      done(null, body);
      return;
    }
    // As bytes: a text would be encoded once for its length, and again to be sent.
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    unsent.add(reply.raw, connections.of(raw.socket), bytes.length);
    done(null, bytes);
  });
}
