import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endStage } from '../../base/end-stage.ts';
import { createCacheControl } from '../caching/cache-control.ts';
import { listTag } from '../caching/entity-tags.ts';
import { sendCacheable } from '../caching/send-cacheable.ts';
import { createForeignCheck } from '../cors.ts';
import { refusalHeaders } from '../headers.ts';
import { addLoadShedding } from '../load-shedding.ts';
import { closeMethods } from '../methods.ts';
import { observeRefused } from '../observe-refused.ts';
import { addBodyReader } from '../read-body.ts';
import { addRequestContext } from '../request-context.ts';
import type { Served } from '../served.ts';
import { toRefusal } from '../to-refusal.ts';
import { createEngine, type EngineCall } from './engine.ts';
import { addGraphiql } from './graphiql.ts';
import { type MediaType, negotiate, negotiateError, prefersHtml } from './negotiate.ts';
import { readGet, readPost } from './read-request.ts';
import { findDecisive, type Response, refusedBody, respond } from './respond.ts';

/** GraphQL over HTTP at the configured path: POST, GET, and GraphiQL for browsers in development. */
export function addGraphqlRoutes(scope: FastifyInstance, { application, identities, timing, callers }: Served): void {
  const { graphql, mode, limits, errorCodes, cors } = application.config.runtime;
  const isForeign = createForeignCheck(cors);
  const { observers } = application;
  const engine = createEngine(application);
  const development = mode === 'development';
  const cacheControl = createCacheControl(application.config.entities);

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { identity, method, headers, body, raw } = request;
    const mediaType = negotiate(headers.accept);
    const posted = method === 'POST';
    const asked = posted ? readPost(body) : readGet(raw.url ?? '', limits);
    endStage(observers, request, 'read');
    const wait: EngineCall['wait'] = (isChange, ask) => callers.wait(request.socket, isChange, ask);
    const result = await engine({
      request: asked,
      identity,
      received: request,
      wait,
      mayMutate: posted,
      isForeign: !posted && isForeign(request),
    });
    const refusal = findDecisive(result);
    if (refusal !== undefined) observeRefused(refusal, request, observers);
    const response = respond(result, mediaType, { maxBytes: limits.response, codes: errorCodes });
    endStage(observers, request, 'respond');
    if (timing !== undefined) reply.header('server-timing', timing.header(request));
    const text = prepare(reply, response, mediaType);
    const { entities } = response;
    if (entities !== undefined) scope.requireRoom(reply, text);
    if (entities !== undefined && !posted) {
      const caching = { etag: listTag(text), cacheControl: cacheControl(entities, identity) };
      return sendCacheable(request, reply, { body: text, ...caching });
    }
    // No cache may keep errors, or an answer to an identified caller.
    const mayKeep = entities !== undefined && identity.role === 'anonymous';
    return reply.header('cache-control', mayKeep ? 'no-cache' : 'no-store').send(text);
  };

  // A page asks the database for nothing.
  const isPage = ({ headers }: FastifyRequest) => development && prefersHtml(headers.accept);
  addLoadShedding(scope, application, {
    concerns: (request) => !isPage(request),
    // Whether it is a mutation, its body says.
    queueOf: () => 'reads',
    body: (refusal) => refusedBody([refusal], errorCodes),
    contentType: ({ headers }) => contentTypeOf(negotiateError(headers.accept)),
  });
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
  reply.code(status).header('content-type', contentTypeOf(mediaType));
  if (refusal !== undefined) reply.headers(refusalHeaders(refusal));
  return body;
}

const contentTypeOf = (mediaType: MediaType): string => `${mediaType}; charset=utf-8`;
