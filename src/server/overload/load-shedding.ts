import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Application } from '../../app/application.ts';
import { ApiError } from '../../base/errors.ts';
import { urlTooLong } from '../http/client-error.ts';
import { errorHeaders, retryAfter } from '../http/headers.ts';
import { validateRequestHead } from '../http/request-head.ts';
import { REQUEST_ID } from '../http/request-id.ts';
import { limitedLength } from '../http/url-length.ts';
import { isHealthPath } from '../lifecycle/health.ts';
import type { Shutdown } from '../lifecycle/shutdown.ts';
import { isUpgrade } from '../live/upgrades.ts';

interface LoadSheddingOptions {
  /** Returns true if a request needs the database. Defaults to all requests. */
  readonly appliesTo?: (request: FastifyRequest) => boolean;
  /** Returns the probable queue, because the body is not read yet. */
  readonly queueOf: (request: FastifyRequest) => keyof Application['isFull'];
  readonly body: (apiError: ApiError) => string;
  readonly contentType: (request: FastifyRequest) => string;
}

/**
 * Rejects requests while the database queue is full, before their identity and body are read. Builds the response once,
 * so errors during a flood are inexpensive. Call it before adding other hooks.
 */
export function addLoadShedding(
  scope: FastifyInstance,
  application: Application,
  { appliesTo = () => true, queueOf, body, contentType }: LoadSheddingOptions,
): void {
  const apiError = new ApiError('Unavailable', 'Too many requests are waiting for the database. Try again later.');
  const [text, headers] = [body(apiError), errorHeaders(apiError)];
  scope.addHook('onRequest', (request, reply, done) => {
    if (!application.isFull[queueOf(request)] || !appliesTo(request)) {
      done();
      return;
    }
    application.observers.observe({ kind: 'rejected', apiError, request });
    reply
      .code(apiError.status)
      .headers(headers)
      .header('retry-after', retryAfter())
      .type(contentType(request))
      .send(text);
  });
}

interface RequestCheckOptions {
  readonly shutdown: Shutdown;
  /** Added to every response. */
  readonly headers: Readonly<Record<string, string>>;
}

export function addRequestChecks(
  server: FastifyInstance,
  maxUrl: number,
  { shutdown, headers }: RequestCheckOptions,
): void {
  server.addHook('preClose', (done) => {
    shutdown.begin();
    done();
  });
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header(REQUEST_ID, request.id);
    // Accepts WebSockets during shutdown, and closes them with a code on which clients reconnect. After a rejected
    // upgrade, some clients would not reconnect.
    const isAccepted = isHealthPath(request.routeOptions.url) || isUpgrade(request);
    if (shutdown.hasBegun && !isAccepted) shutdown.rejectRequest().then(done);
    else if (limitedLength(request.raw.url ?? '') > maxUrl) done(urlTooLong(maxUrl));
    else done(validateRequestHead(request.raw));
  });
  // Without this header, keep-alive connections would block shutdown.
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (shutdown.endsConnections) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Minimum milliseconds between 503 responses on a connection. */
const THROTTLE_MS = 250;

/** Delays 503 responses for clients that ignore `Retry-After`. Call it after adding all hooks that change responses. */
export function throttleUnavailable(server: FastifyInstance): void {
  server.addHook('onSend', ({ raw }, reply, body, done) => {
    if (reply.statusCode !== 503) {
      done(null, body);
      return;
    }
    const connection = server.connections.of(raw.socket);
    const sendNow = (): void => {
      connection.rejectedAt = performance.now();
      done(null, body);
    };
    const wait = connection.rejectedAt + THROTTLE_MS - performance.now();
    if (wait > 0) setTimeout(sendNow, wait);
    else sendNow();
  });
}
