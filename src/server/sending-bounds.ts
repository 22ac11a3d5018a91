import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../base/errors.ts';
import type { Observers } from '../base/observers.ts';
import type { Limits } from '../config/config.ts';
import { Connections } from './connections.ts';
import { UnsentAnswers } from './unsent-answers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly connections: Connections;
    /**
     * To be called before a read is answered. A refusal ends the connection, so that no other large answer is asked for on it.
     * @throws Refusal Unavailable where there is no room for the answer; see `UnsentAnswers`
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
  const unsent = new UnsentAnswers(limits, observers);
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
