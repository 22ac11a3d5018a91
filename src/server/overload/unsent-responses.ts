import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply as Reply } from 'fastify';
import { ApiError } from '../../base/errors.ts';
import type { Observers } from '../../base/observers.ts';
import type { Limits } from '../../config/config.ts';
import { type Connection, Connections } from './connections.ts';

interface PendingSend {
  readonly response: ServerResponse;
  readonly connection: Connection;
  readonly bytes: number;
}

/**
 * Counts the bytes that clients have not received. A client that receives nothing during the timeout is disconnected.
 * Over the size limit, connections past the timeout are closed first; then, a read is rejected. A committed change
 * cannot be rejected, so the oldest connections are closed for it.
 */
class UnsentResponses {
  readonly #maxBytes: number;
  readonly #timeout: number;
  readonly #observe: Observers['observe'];
  /**
   * Connections with unsent bytes, oldest first. The value is the time since which no response has completed, by
   * `performance.now()`.
   */
  readonly #since = new Map<Connection, number>();
  /** Responses that were added during this event-loop tick. */
  readonly #pendingSends: PendingSend[] = [];
  #bytes = 0;

  constructor({ sendingBytes, sendTimeoutMs }: Limits, { observe }: Observers) {
    this.#maxBytes = sendingBytes;
    this.#timeout = sendTimeoutMs;
    this.#observe = observe;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Closes connections past the timeout. Returns true if the bytes fit. */
  reserve(bytes: number): boolean {
    const oldest = performance.now() - this.#timeout;
    for (const [connection, since] of this.#since) {
      if (this.#hasCapacity(bytes) || since > oldest) break;
      this.#end(connection);
    }
    return this.#hasCapacity(bytes);
  }

  /** Counts a response until it is sent or its connection closes. */
  add(response: ServerResponse, connection: Connection, bytes: number): void {
    this.#count(connection, bytes);
    if (this.#pendingSends.length === 0) setImmediate(() => this.#watchSends());
    this.#pendingSends.push({ response, connection, bytes });
  }

  /** Counts a message of a stream until the returned function is called, or the connection closes. */
  addMessage(connection: Connection, bytes: number): () => void {
    this.#count(connection, bytes);
    return () => this.#onSent(connection, bytes);
  }

  #count(connection: Connection, bytes: number): void {
    this.#bytes += bytes;
    connection.unsent += bytes;
    if (!this.#since.has(connection)) this.#since.set(connection, performance.now());
    for (const other of this.#since.keys()) {
      if (this.#hasCapacity(0) || (other === connection && other.unsent === bytes)) break;
      this.#end(other);
    }
  }

  /** Most responses are sent within a tick. Watching the others takes 2 µs each. */
  #watchSends(): void {
    for (const { response, connection, bytes } of this.#pendingSends.splice(0)) {
      // Fastify's `inject` uses a mock socket, which receives everything immediately.
      if (response.writableFinished || !(connection.socket instanceof Socket)) this.#onSent(connection, bytes);
      else if (!connection.socket.destroyed) this.#watch(response, connection, bytes);
    }
  }

  #watch(response: ServerResponse, connection: Connection, bytes: number): void {
    response.setTimeout(this.#timeout, () => this.#end(connection));
    // Must run before Node's own listener, which sets the idle timeout or starts the next response.
    response.prependOnceListener('finish', () => {
      connection.socket.setTimeout(0);
      this.#onSent(connection, bytes);
    });
  }

  release(connection: Connection): void {
    this.#bytes -= connection.unsent;
    connection.unsent = 0;
    this.#since.delete(connection);
  }

  /** A single response of any size fits if nothing else is unsent. */
  #hasCapacity(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= this.#maxBytes;
  }

  #onSent(connection: Connection, bytes: number): void {
    if (!this.#since.delete(connection)) return;
    this.#bytes -= bytes;
    connection.unsent -= bytes;
    if (connection.unsent > 0) this.#since.set(connection, performance.now());
  }

  #end(connection: Connection): void {
    this.release(connection);
    connection.socket.destroy();
    this.#observe({ kind: 'rejected', apiError: clientTooSlow() });
  }
}

const clientTooSlow = (): ApiError =>
  new ApiError('LimitExceeded', 'A client did not read its response. The connection was closed.', {
    details: { limit: 'send-timeout-ms' },
  });

declare module 'fastify' {
  interface FastifyInstance {
    readonly connections: Connections;
    /** Returns the response bytes that clients have not received. */
    readonly unsentBytes: () => number;
    /**
     * Counts a message of a stream until the returned function is called. Over the limit, the oldest connections are
     * closed.
     */
    readonly addUnsentMessage: (socket: Socket, bytes: number) => () => void;
    /**
     * Call it before a read is answered. An error ends the connection, so that the client requests no further large
     * response on it.
     * @throws ApiError Unavailable if the response does not fit
     */
    requireSendCapacity(reply: Reply, answer: string): void;
  }
}

/** Minimum bytes of a counted response. The kernel buffers smaller responses immediately. */
const MIN_COUNTED_BYTES = 16_384;

/** Call it after adding all hooks that change responses. */
export function addSendLimits(server: FastifyInstance, limits: Limits, observers: Observers): void {
  const unsent = new UnsentResponses(limits, observers);
  const connections = new Connections((connection) => unsent.release(connection));
  server.decorate('connections', connections);
  server.decorate('unsentBytes', () => unsent.bytes);
  server.decorate('addUnsentMessage', (socket, bytes) => unsent.addMessage(connections.of(socket), bytes));
  // With TLS, `request.socket` is the TLS socket, not the TCP socket.
  server.server.on('setSecureContext' in server.server ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.of(socket);
  });
  server.decorate('requireSendCapacity', (reply, { length }) => {
    if (length < MIN_COUNTED_BYTES || reply.request.method === 'HEAD' || unsent.reserve(length)) return;
    reply.header('connection', 'close');
    throw new ApiError('Unavailable', 'Too many large responses are waiting for slow clients. Try again later.');
  });
  server.addHook('onSend', ({ method, raw }, reply, body, done) => {
    if ((typeof body !== 'string' && !Buffer.isBuffer(body)) || method === 'HEAD') {
      done(null, body);
      return;
    }
    // A response has no socket while earlier responses are pending.
    const { socket } = reply.raw;
    const isSentAtOnce = body.length < MIN_COUNTED_BYTES && socket?.writableLength === 0;
    if (isSentAtOnce || raw.socket.destroyed) {
      done(null, body);
      return;
    }
    // Avoids encoding a string twice.
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    unsent.add(reply.raw, connections.of(raw.socket), bytes.length);
    done(null, bytes);
  });
}
