import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endStage } from '../../base/end-stage.ts';
import { ApiError, throwApiError } from '../../base/errors.ts';
import { mapResults } from '../../base/map-results.ts';
import type { ApiContext } from '../api-context.ts';
import { createCacheControl } from '../caching/cache-control.ts';
import { listTag } from '../caching/entity-tags.ts';
import { sendCacheable } from '../caching/send-cacheable.ts';
import { mayUseConsole } from '../console/console-routes.ts';
import { createCrossSiteCheck } from '../http/cors.ts';
import { errorHeaders } from '../http/headers.ts';
import { liveAdvice } from '../http/live-advice.ts';
import { rejectOtherMethods } from '../http/methods.ts';
import { addBodyReader } from '../http/read-body.ts';
import { addRequestContext } from '../http/request-context.ts';
import { toApiError } from '../http/to-api-error.ts';
import { acceptsEvents, formatEvent, prefersEvents, sendEvents, singleResult } from '../live/event-stream.ts';
import {
  createRunOperation,
  isRejection,
  isSubscription,
  type LiveCall,
  type Results,
  rejectOperation,
} from '../live/live-operations.ts';
import { isUpgrade } from '../live/upgrades.ts';
import { WebSockets } from '../live/web-sockets.ts';
import { observeRejected } from '../observability/observe-rejected.ts';
import { addLoadShedding } from '../overload/load-shedding.ts';
import { PAGE_HEADER } from '../pages/page-policy.ts';
import { createEngine, type EngineCall } from './engine.ts';
import { addGraphiql } from './graphiql.ts';
import { type MediaType, negotiate, negotiateError, prefersHtml } from './negotiate.ts';
import { readGet, readPost } from './read-request.ts';
import { findStatusApiError, type Response, rejectedBody, respond } from './respond.ts';

/** @throws ConfigurationError for unusable plugins */
export async function addGraphqlRoutes(scope: FastifyInstance, apiContext: ApiContext): Promise<void> {
  const { application, identities, timing, pendingResponses, live } = apiContext;
  const { graphql, console, mode, limits, errorCodes, cors } = application.config.runtime;
  const isCrossSite = createCrossSiteCheck(cors);
  const { observers } = application;
  const engine = await createEngine(application);
  const development = mode === 'development';
  const run = createRunOperation(apiContext, engine);
  const sockets = live && new WebSockets(apiContext, run);
  /** A client that reconnects sends the last ID, so that the stream resumes there. */
  const toEvent = (data: string, id?: string): string =>
    formatEvent({ event: 'next', data, ...(id !== undefined && { id }) });
  const runEvents = async (call: LiveCall): Promise<Results> => {
    try {
      const started = await run(call);
      if (!('events' in started)) return singleResult(toEvent((await started.result).text));
      const { events, cursor } = started;
      return mapResults(events, (data) => toEvent(data, cursor()));
    } catch (error) {
      // The error handler masks faults of the service.
      if (!isRejection(error)) throw error;
      return singleResult(toEvent(rejectOperation(error, call.received, application)));
    }
  };
  const needsTrust = graphql.persistedDocuments?.only === true;
  /** Returns true if the console or GraphiQL sent the request, and the caller may use that page. */
  const isTrustedPage = async ({ headers, raw }: FastifyRequest): Promise<boolean> => {
    if (headers[PAGE_HEADER] === undefined) return false;
    if (development) return true;
    if (!console.enabled) return false;
    for (const role of console.roles) {
      try {
        if (mayUseConsole((await identities.readAs(raw, role)).role, application.config.runtime)) return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }
    return false;
  };
  const cacheControl = createCacheControl(application.config.entities);
  const advice = liveAdvice(application.config.runtime);

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { identity, method, headers, body, raw } = request;
    const posted = method === 'POST';
    if (sockets !== undefined && isUpgrade(request)) {
      if (isCrossSite(request)) throwApiError('Forbidden', CROSS_SITE_SOCKET);
      sockets.accept(request, reply);
      return reply;
    }
    if (sockets === undefined && isHandshake(request)) throwApiError('BadRequest', `${NO_SOCKETS}${advice}`);
    const mayStream = live !== undefined && acceptsEvents(request);
    const mediaType =
      mayStream && prefersEvents(request)
        ? 'application/json'
        : negotiate(headers.accept, acceptsEvents(request) ? advice : '');
    const graphqlRequest = posted ? readPost(body, needsTrust) : readGet(raw.url ?? '', limits, needsTrust);
    endStage(observers, request, 'read');
    const isTrusted = needsTrust && (await isTrustedPage(request));
    const runWithLimits: EngineCall['runWithLimits'] = (isChange, execute) =>
      pendingResponses.wait(request.socket, isChange, execute);
    const read = mayStream
      ? engine.read({ request: graphqlRequest, identity, received: request, isTrusted })
      : undefined;
    const call = {
      request: graphqlRequest,
      identity,
      received: request,
      runWithLimits,
      allowMutations: posted,
      isCrossSite: !posted && isCrossSite(request),
      isTrusted,
    };
    if (read !== undefined && (prefersEvents(request) || isSubscription(read, graphqlRequest))) {
      const results = await runEvents({ ...call, read, after: headers['last-event-id']?.toString() });
      await sendEvents(request, reply, { results }, apiContext);
      return reply;
    }
    const result = await engine.execute(call, read);
    const apiError = findStatusApiError(result);
    if (apiError !== undefined) observeRejected(apiError, request, observers);
    const response = respond(result, mediaType, { maxBytes: limits.responseBytes, codes: errorCodes });
    endStage(observers, request, 'respond');
    if (timing !== undefined) reply.header('server-timing', timing.header(request));
    const text = prepare(reply, response, mediaType);
    const { entities } = response;
    if (entities !== undefined) scope.requireSendCapacity(reply, text);
    // With plugins, a response may depend on more than the role and the entities.
    const mayCache = entities !== undefined && graphql.plugins.length === 0;
    if (mayCache && !posted) {
      const caching = { etag: listTag(text), cacheControl: cacheControl(entities, identity) };
      return sendCacheable(request, reply, { body: text, ...caching });
    }
    // Caches must not store errors or responses to identified callers.
    const isCacheable = mayCache && identity.role === 'anonymous';
    return reply.header('cache-control', isCacheable ? 'no-cache' : 'no-store').send(text);
  };

  // GraphiQL needs no database.
  const isPage = ({ headers }: FastifyRequest) => development && prefersHtml(headers.accept);
  addLoadShedding(scope, application, {
    appliesTo: (request) => !isPage(request),
    // Assumes a query, because the body is not read yet.
    queueOf: () => 'reads',
    body: (apiError) => rejectedBody([apiError], errorCodes),
    contentType: ({ headers }) => contentTypeOf(negotiateError(headers.accept)),
  });
  addRequestContext(scope, apiContext);
  addBodyReader(scope, limits);
  scope.setErrorHandler((error, request, reply) => {
    const apiError = toApiError(error, request, observers);
    const mediaType = negotiateError(request.headers.accept);
    const body = rejectedBody([apiError], errorCodes);
    reply.send(prepare(reply, { status: apiError.status, body, apiError }, mediaType));
  });
  scope.post(graphql.path, answer);
  scope.route({ url: graphql.path, method: ['GET', 'HEAD'], handler: answer });
  rejectOtherMethods(scope, graphql.path, ['GET', 'HEAD', 'POST']);
  if (development) addGraphiql(scope, application);
}

const CROSS_SITE_SOCKET =
  'Cross-site WebSockets are not allowed. Connect from an origin in "runtime.host.cors.origins".';

const NO_SOCKETS = 'The service accepts no WebSockets.';

/** Returns true for a request to open a WebSocket. While live queries are disabled, Node treats it as a plain GET. */
const isHandshake = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && headers['sec-websocket-key'] !== undefined;

function prepare(reply: FastifyReply, { status, body, apiError }: Response, mediaType: MediaType): string {
  reply.code(status).header('content-type', contentTypeOf(mediaType));
  if (apiError !== undefined) reply.headers(errorHeaders(apiError));
  return body;
}

const contentTypeOf = (mediaType: MediaType): string => `${mediaType}; charset=utf-8`;
