import type { FastifyInstance } from 'fastify';

/** Milliseconds from one 503 to the next on a connection. */
const PACE_MS = 250;

/**
 * Tells a connection 503 four times a second at most. A client that comes again at once, though it was told when to come again, waits that
 * long: otherwise a crowd of such clients takes all the time of the service, which refuses them and answers nobody. To be added after all that
 * changes answers.
 */
export function addRefusalPace(server: FastifyInstance): void {
  server.addHook('onSend', ({ raw }, reply, body, done) => {
    if (reply.statusCode !== 503) {
      done(null, body);
      return;
    }
    const connection = server.connections.of(raw.socket);
    const tell = (): void => {
      connection.refusedAt = performance.now();
      done(null, body);
    };
    const wait = connection.refusedAt + PACE_MS - performance.now();
    if (wait > 0) setTimeout(tell, wait);
    else tell();
  });
}
