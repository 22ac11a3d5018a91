import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Application } from '../app/application.ts';
import { Refusal } from '../base/errors.ts';
import { refusalHeaders, retryAfter } from './headers.ts';

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
