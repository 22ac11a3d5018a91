import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLFormattedError } from 'graphql';
import type { AnswerResult } from '../../app/application.ts';
import { endStage } from '../../base/end-stage.ts';
import type { ApiError, ErrorDetails } from '../../base/errors.ts';
import { shortenDetails, truncateMiddle } from '../../base/truncate-middle.ts';
import type { Runtime } from '../../config/config.ts';
import type { ApiContext } from '../api-context.ts';
import { createCacheControl } from '../caching/cache-control.ts';
import { listTag } from '../caching/entity-tags.ts';
import { sendCacheable } from '../caching/send-cacheable.ts';
import { createCrossSiteCheck } from '../http/cors.ts';
import { errorHeaders } from '../http/headers.ts';
import { rejectOtherMethods } from '../http/methods.ts';
import { publicCode } from '../http/public-code.ts';
import { addBodyReader } from '../http/read-body.ts';
import { addRequestContext } from '../http/request-context.ts';
import { toApiError } from '../http/to-api-error.ts';
import { findTooLarge } from '../http/too-large.ts';
import { observeRejected } from '../observability/observe-rejected.ts';
import { addLoadShedding } from '../overload/load-shedding.ts';
import { createEngine, type EngineCall } from './engine.ts';
import { addGraphiql } from './graphiql.ts';
import { type MediaType, negotiate, negotiateError, prefersHtml } from './negotiate.ts';
import { readGet, readPost } from './read-request.ts';

export function addGraphqlRoutes(scope: FastifyInstance, apiContext: ApiContext): void {
  const { application, timing, pendingResponses } = apiContext;
  const { graphql, mode, limits, errorCodes, cors } = application.config.runtime;
  const isCrossSite = createCrossSiteCheck(cors);
  const { observers } = application;
  const engine = createEngine(application);
  const development = mode === 'development';
  const cacheControl = createCacheControl(application.config.entities);

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { identity, method, headers, body, raw } = request;
    const mediaType = negotiate(headers.accept);
    const posted = method === 'POST';
    const graphqlRequest = posted ? readPost(body) : readGet(raw.url ?? '', limits);
    endStage(observers, request, 'read');
    const wait: EngineCall['wait'] = (isChange, execute) => pendingResponses.wait(request.socket, isChange, execute);
    const result = await engine.execute({
      request: graphqlRequest,
      identity,
      received: request,
      wait,
      allowMutations: posted,
      isCrossSite: !posted && isCrossSite(request),
    });
    const apiError = findStatusApiError(result);
    if (apiError !== undefined) observeRejected(apiError, request, observers);
    const response = respond(result, mediaType, { maxBytes: limits.responseBytes, codes: errorCodes });
    endStage(observers, request, 'respond');
    if (timing !== undefined) reply.header('server-timing', timing.header(request));
    const text = prepare(reply, response, mediaType);
    const { entities } = response;
    if (entities !== undefined) scope.requireSendCapacity(reply, text);
    if (entities !== undefined && !posted) {
      const caching = { etag: listTag(text), cacheControl: cacheControl(entities, identity) };
      return sendCacheable(request, reply, { body: text, ...caching });
    }
    // Caches must not store errors or responses to identified callers.
    const isCacheable = entities !== undefined && identity.role === 'anonymous';
    return reply.header('cache-control', isCacheable ? 'no-cache' : 'no-store').send(text);
  };

  // GraphiQL needs no database.
  const isPage = ({ headers }: FastifyRequest) => development && prefersHtml(headers.accept);
  addLoadShedding(scope, application, {
    appliesTo: (request) => !isPage(request),
    // Only the body identifies a mutation, and it is not read yet.
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

function prepare(reply: FastifyReply, { status, body, apiError }: Response, mediaType: MediaType): string {
  reply.code(status).header('content-type', contentTypeOf(mediaType));
  if (apiError !== undefined) reply.headers(errorHeaders(apiError));
  return body;
}

const contentTypeOf = (mediaType: MediaType): string => `${mediaType}; charset=utf-8`;

interface Response {
  readonly status: number;
  readonly body: string;
  /** Error that determined the status. */
  readonly apiError?: ApiError;
  /** Absent if caches must not store the response. */
  readonly entities?: readonly string[];
}

interface ResponseOptions {
  readonly maxBytes: number;
  readonly codes: Runtime['errorCodes'];
}

function respond(result: AnswerResult, mediaType: MediaType, { maxBytes, codes }: ResponseOptions): Response {
  switch (result.kind) {
    case 'answered': {
      const body = `{"data":${result.data}}`;
      const tooLarge = findTooLarge(body, maxBytes, result.changes.size > 0);
      if (tooLarge !== undefined) return respondFailed(tooLarge, codes);
      return { status: 200, body, ...(result.changes.size === 0 && { entities: result.entities }) };
    }
    case 'rejected':
      return respondRejected(result.apiErrors, mediaType, codes);
    case 'failed':
      return respondFailed(result.apiError, codes);
  }
}

/** Returns the JSON text of a response, as sent over HTTP. */
export const formatResult = (result: AnswerResult, options: ResponseOptions): string =>
  respond(result, 'application/graphql-response+json', options).body;

/** Prefers server errors. */
function findStatusApiError(result: AnswerResult): ApiError | undefined {
  if (result.kind === 'answered') return undefined;
  const apiErrors = result.kind === 'rejected' ? result.apiErrors : [result.apiError];
  return apiErrors.find(({ status }) => status >= 500) ?? apiErrors[0];
}

function rejectedBody(apiErrors: readonly ApiError[], codes: Runtime['errorCodes']): string {
  return JSON.stringify({ errors: apiErrors.map((apiError) => formatApiError(apiError, codes)) });
}

/**
 * Responds 200 for `application/json`, 400 for the other media type, or the status of a server error.
 * https://graphql.github.io/graphql-over-http/draft/#sec-Status-Codes
 */
function respondRejected(apiErrors: readonly ApiError[], mediaType: MediaType, codes: Runtime['errorCodes']): Response {
  const body = rejectedBody(apiErrors, codes);
  const apiError = apiErrors.find(({ status }) => status >= 500);
  if (apiError !== undefined) return { status: apiError.status, body, apiError };
  return { status: mediaType === 'application/json' ? 200 : 400, body };
}

/** Responds with an error that has the path of the root field. https://spec.graphql.org/October2021/#sec-Errors */
function respondFailed(apiError: ApiError, codes: Runtime['errorCodes']): Response {
  const { path, ...details }: LocatedDetails = apiError.details ?? {};
  const { message, extensions } = formatApiError({ ...apiError, message: apiError.message, details }, codes);
  const error: GraphQLFormattedError = { message, ...(path && { path }), ...(extensions && { extensions }) };
  return { status: 200, body: JSON.stringify({ errors: [error], data: null }) };
}

interface LocatedDetails extends ErrorDetails {
  readonly locations?: GraphQLFormattedError['locations'];
  readonly path?: GraphQLFormattedError['path'];
}

function formatApiError(
  { message, code, status, details = {} }: Pick<ApiError, 'message' | 'code' | 'status' | 'details'>,
  codes: Runtime['errorCodes'],
): GraphQLFormattedError {
  const shown = publicCode(code, codes, 'graphql', details);
  const { locations, ...others }: LocatedDetails = details;
  return {
    message: truncateMiddle(message),
    ...(locations && { locations }),
    extensions: { code: shown, status, ...(Object.keys(others).length > 0 && { details: shortenDetails(others) }) },
  };
}
