import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Application } from '../../app/application.ts';
import { Refusal } from '../../base/errors.ts';
import { urlTooLong } from '../http/client-error.ts';
import { refusalHeaders, retryAfter } from '../http/headers.ts';
import { findHeadMistake } from '../http/request-head.ts';
import { countedLength } from '../http/url-length.ts';
import type { Closing } from '../lifecycle/closing.ts';
import { isHealthPath } from '../lifecycle/health.ts';

/** How an API tells a refusal. */
interface Telling {
  /** Whether a request needs the database; absent where all do. */
  readonly concerns?: (request: FastifyRequest) => boolean;
  /** The queue that it would wait in, as far as is known before its body is read. */
  readonly queueOf: (request: FastifyRequest) => keyof Application['isFull'];
  readonly body: (refusal: Refusal) => string;
  readonly contentType: (request: FastifyRequest) => string;
}

/**
 * Turns requests of an API away while no more may wait for the database: before it is known who asks, and before a body is read. What
 * they are told is written once, so that a flood costs as little as can be. To be added before all other hooks of the scope.
 */
export function addLoadShedding(
  scope: FastifyInstance,
  application: Application,
  { concerns = () => true, queueOf, body, contentType }: Telling,
): void {
  const refusal = new Refusal('Unavailable', 'Too many requests are waiting for the database; try again in a moment.');
  const [text, headers] = [body(refusal), refusalHeaders(refusal)];
  scope.addHook('onRequest', (request, reply, done) => {
    if (!application.isFull[queueOf(request)] || !concerns(request)) {
      done();
      return;
    }
    application.observers.observe({ kind: 'refused', refusal, request });
    reply
      .code(refusal.status)
      .headers(headers)
      .header('retry-after', retryAfter())
      .type(contentType(request))
      .send(text);
  });
}

interface Gate {
  readonly closing: Closing;
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What holds for every request, whatever it asks for. */
export function addGate(server: FastifyInstance, maxUrl: number, { closing, headers }: Gate): void {
  server.addHook('preClose', (done) => {
    closing.begin();
    done();
  });
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (closing.hasBegun && !isHealthPath(request.routeOptions.url)) closing.refuse().then(done);
    else if (countedLength(request.raw.url ?? '') > maxUrl) done(urlTooLong(maxUrl));
    else done(findHeadMistake(request.raw));
  });
  // Without this, a client that keeps its connection would keep the server from ending.
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (closing.hasBegun) reply.header('connection', 'close');
    done(null, payload);
  });
}

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
