import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endStage } from '../../base/end-stage.ts';
import { createCacheControl } from '../caching/cache-control.ts';
import { listTag } from '../caching/entity-tags.ts';
import { sendCacheable } from '../caching/send-cacheable.ts';
import { refusalHeaders } from '../headers.ts';
import { closeMethods } from '../methods.ts';
import { addBodyReader } from '../read-body.ts';
import { addRequestContext } from '../request-context.ts';
import type { Served } from '../served.ts';
import { TimeLimit } from '../time-limit.ts';
import { answerTooSlow, toRefusal } from '../to-refusal.ts';
import { createEngine } from './engine.ts';
import { addGraphiql } from './graphiql.ts';
import { type MediaType, negotiate, negotiateError } from './negotiate.ts';
import { readGet, readPost } from './read-request.ts';
import { findDecisive, type Response, refusedBody, respond } from './respond.ts';

/** GraphQL over HTTP at the configured path: POST, GET, and GraphiQL for browsers in development. */
export function addGraphqlRoutes(scope: FastifyInstance, { application, identities, timing }: Served): void {
  const { graphql, mode, limits, errorCodes } = application.config.runtime;
  const { observers } = application;
  const engine = createEngine(application);
  const development = mode === 'development';
  const timeLimit = new TimeLimit(limits.requestTimeout, answerTooSlow);
  const cacheControl = createCacheControl(application.config.entities);

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { identity, method, headers, body, raw } = request;
    const mediaType = negotiate(headers.accept);
    const posted = method === 'POST';
    const asked = posted ? readPost(body) : readGet(raw.url ?? '', limits);
    endStage(observers, request, 'read');
    const deadline = performance.now() + limits.requestTimeout;
    const answered = engine({ request: asked, identity, received: request, deadline, mayMutate: posted });
    const result = await timeLimit.within(answered);
    const refusal = findDecisive(result);
    if (refusal !== undefined) observers.observe({ kind: 'refused', refusal, request });
    const response = respond(result, mediaType, { maxBytes: limits.response, codes: errorCodes });
    endStage(observers, request, 'respond');
    if (timing !== undefined) reply.header('server-timing', timing.header(request));
    const text = prepare(reply, response, mediaType);
    const { entities } = response;
    if (entities !== undefined && !posted) {
      const caching = { etag: listTag(text), cacheControl: cacheControl(entities, identity) };
      return sendCacheable(request, reply, { body: text, ...caching });
    }
    // No cache may keep errors, or an answer to an identified caller.
    const mayKeep = entities !== undefined && identity.role === 'anonymous';
    return reply.header('cache-control', mayKeep ? 'no-cache' : 'no-store').send(text);
  };

  addRequestContext(scope, identities);
  addBodyReader(scope, limits);
  scope.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error, request, observers);
    const mediaType = negotiateError(request.headers.accept);
    const body = refusedBody([refusal], errorCodes);
    reply.send(prepare(reply, { status: refusal.status, body, refusal }, mediaType));
  });
  scope.post(graphql.path, answer);
  scope.route({ url: graphql.path, method: ['GET', 'HEAD'], handler: answer });
  closeMethods(scope, graphql.path, ['GET', 'HEAD', 'POST']);
  if (development) addGraphiql(scope, application);
}

/** Sets status and headers; gives the body, for Fastify to send. */
function prepare(reply: FastifyReply, { status, body, refusal }: Response, mediaType: MediaType): string {
  reply.code(status).header('content-type', `${mediaType}; charset=utf-8`);
  if (refusal !== undefined) reply.headers(refusalHeaders(refusal));
  return body;
}
