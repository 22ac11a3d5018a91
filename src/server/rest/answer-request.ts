import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type GraphQLArgument,
  type GraphQLSchema,
  getOperationAST,
  isRequiredArgument,
  OperationTypeNode,
} from 'graphql';
import type { AnswerRequest, AnswerResult, SuccessfulAnswer } from '../../app/application.ts';
import { didYouMean } from '../../base/did-you-mean.ts';
import { endStage } from '../../base/end-stage.ts';
import { type ErrorCode, throwApiError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import { mapResults } from '../../base/map-results.ts';
import type { Config, RestApi } from '../../config/config.ts';
import { diffJson } from '../../live/diff-json.ts';
import type { LiveEvent } from '../../live/live-event.ts';
import type { Entity, FieldType, Parameter } from '../../model/model.ts';
import { truncate } from '../../odata/tokens.ts';
import type { ApiContext } from '../api-context.ts';
import type { CacheControl } from '../caching/cache-control.ts';
import { hashBody, listTag } from '../caching/entity-tags.ts';
import { sendCacheable } from '../caching/send-cacheable.ts';
import { type IsCrossSite, rejectCrossSite } from '../http/cors.ts';
import { errorBody } from '../http/error-body.ts';
import { JSON_TYPE } from '../http/headers.ts';
import { type JsonLimits, readJson, requireJsonObject, WITH_BODY } from '../http/read-body.ts';
import { splitUrl } from '../http/split-url.ts';
import { toApiError } from '../http/to-api-error.ts';
import { findTooLarge } from '../http/too-large.ts';
import { formatEvent, prefersEvents, sendEvents } from '../live/event-stream.ts';
import { callerOf, subscribeAudited } from '../live/live-operations.ts';
import { outdated, type RestOperation, type RestOperations } from './document/rest-operations.ts';
import { type QueryOption, readQueryString } from './options/query-options.ts';
import { addressOf } from './path/address.ts';
import type { Endpoint } from './path/offered-methods.ts';
import { keyVariables, readKey } from './path/read-key.ts';
import {
  type RestResponse,
  requireAnswer,
  respondCollection,
  respondItem,
  writeNoItem,
} from './respond/rest-responses.ts';
import { readChange } from './write/read-change.ts';
import { readInputValue } from './write/read-input-value.ts';
import { readPreconditions } from './write/read-preconditions.ts';
import { respondChange } from './write/respond-change.ts';

export interface RestContext
  extends Pick<ApiContext, 'application' | 'connections' | 'live' | 'pendingResponses' | 'shutdown' | 'timing'> {
  readonly cacheControl: CacheControl;
  readonly isCrossSite: IsCrossSite;
  readonly validate: RestOperations['validate'];
}

/** @throws ApiError */
export async function answerRead(
  request: FastifyRequest,
  reply: FastifyReply,
  context: RestContext,
): Promise<FastifyReply> {
  const { rest: api, target, identity } = request;
  const { config } = context.application;
  const { query } = splitUrl(request.raw.url);
  const isItem = target.key.length > 0;
  const operation = api[isItem ? 'item' : 'collection'](target.entity, identity.role, query);
  const key = isItem ? readKey(target.entity, target.key) : {};
  endStage(context.application.observers, request, 'document');
  const variables = { ...operation.variables, ...keyVariables(target.entity, key) };
  const address = addressOf(request, config);
  const respond = (result: Pick<SuccessfulAnswer, 'data' | 'metadata'>): RestResponse =>
    isItem
      ? respondItem(result, { entity: target.entity, key, config })
      : respondCollection(result, { operation, address, config });
  const { application, live } = context;
  if (live !== undefined && prefersEvents(request)) {
    const answerRequest = { ...toAnswerRequest(request, operation, variables), validate: context.validate };
    const subscribe = { request: answerRequest, caller: callerOf(identity, request), isPatched: false };
    const events = await subscribeAudited(subscribe, { application, live });
    await sendLiveEvents(request, reply, { events, respond }, context);
    return reply;
  }
  const answer = requireAnswer(await runOperation(request, operation, variables, context));
  const { headers, body, etag } = respond(answer);
  request.server.requireSendCapacity(reply, body);
  const { entities } = answer;
  addTimingHeader(request, reply.headers(headers).type(JSON_TYPE), context);
  return sendCacheable(request, reply, { body, etag, cacheControl: context.cacheControl(entities, identity) });
}

interface LiveRead {
  readonly events: AsyncGenerator<LiveEvent, undefined>;
  readonly respond: (result: Pick<SuccessfulAnswer, 'data' | 'metadata'>) => RestResponse;
}

/**
 * Sends the body of each result as an event. The first result determines the status, as for a single read.
 * @throws ApiError like a single read
 */
async function sendLiveEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { events, respond }: LiveRead,
  { application, pendingResponses, shutdown, connections }: RestContext,
): Promise<void> {
  const { runtime } = application.config;
  const { prefer, 'last-event-id': lastEventId } = request.headers;
  const isPatched = /(?:^|,)\s*patch\s*(?:[,;]|$)/i.test(String(prefer ?? ''));
  if (isPatched) reply.header('preference-applied', 'patch');
  // If the client already has the first result, send no event for it.
  let id = lastEventId;
  let sent: string | undefined;
  let isOutdated = false;
  const toEvent = (body: string): string => {
    const [before, oldId] = [sent, id];
    id = hashBody(body);
    if (isPatched) sent = body;
    if (id === oldId) return '';
    return before === undefined
      ? formatEvent({ event: 'next', data: body, id })
      : formatEvent({ event: 'patch', data: diffJson(before, body), id });
  };
  try {
    const { value: first } = await pendingResponses.wait(request.socket, false, ({ signal }) => {
      signal.addEventListener('abort', () => void events.return(undefined));
      return events.next();
    });
    const { body } = respond(requireResult(first));
    request.server.requireSendCapacity(reply, body);
    const results = mapResults(events, (event): string => {
      isOutdated = event.kind === 'failed' && event.apiError === outdated;
      if (isOutdated) return '';
      try {
        return toEvent(respond(requireResult(event)).body);
      } catch (error) {
        const apiError = toApiError(error, request, application.observers);
        // A deleted item may be created again.
        if (apiError.code === 'ItemNotFound') return toEvent(writeNoItem(application.config));
        void events.return(undefined);
        return formatEvent({ event: 'failed', data: errorBody(apiError, runtime.errorCodes) });
      }
    });
    await sendEvents(
      request,
      reply,
      { first: toEvent(body), results, isInterrupted: () => isOutdated },
      { shutdown, connections, application },
    );
  } finally {
    void events.return(undefined);
  }
}

/** @throws ApiError if the read failed, or if the service stops */
function requireResult(event: LiveEvent | undefined): Pick<SuccessfulAnswer, 'data' | 'metadata'> {
  if (event === undefined) throwApiError('Unavailable', 'The service is shutting down. Try again later.');
  invariant(event.kind !== 'patch', 'patches are made from bodies');
  return event.kind === 'failed' ? requireAnswer(event) : event;
}

/** @throws ApiError */
export async function answerChange(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  context: RestContext,
): Promise<FastifyReply> {
  const { rest: api, target, identity, headers, body } = request;
  const { config } = context.application;
  const { rest: settings, mode } = config.runtime;
  const { entity } = target;
  const change = readChange(
    { endpoint, target, headers, body },
    { schema: api.schema, settings, maxItems: api.model.limits.newRows, suggest: mode === 'development' },
  );
  const { query } = splitUrl(request.raw.url);
  const operation = api.change(change.kind, { entity, role: identity.role, query });
  endStage(context.application.observers, request, 'document');
  const result = await runOperation(request, operation, { ...operation.variables, ...change.variables }, context);
  const isItem = target.key.length > 0;
  const address = addressOf(request, config);
  const response = respondChange(result, { change, operation, entity, address, isItem, config });
  addTimingHeader(request, reply.code(response.status).headers(response.headers), context);
  reply.header('cache-control', 'no-store');
  return response.body === undefined ? reply.send() : reply.type(JSON_TYPE).send(response.body);
}

/** @throws ApiError */
export async function answerCall(
  request: FastifyRequest,
  reply: FastifyReply,
  context: RestContext,
): Promise<FastifyReply> {
  const { rest: api, target, identity, headers, body, method } = request;
  const { config } = context.application;
  const { rest: settings, mode, limits } = config.runtime;
  const { entity } = target;
  const hasBody = WITH_BODY.includes(method);
  // Other methods need no check, because browsers send a preflight for DELETE and for methods with a JSON body.
  if (!hasBody && method !== 'DELETE' && entity.routine?.readOnly === false && context.isCrossSite(request)) {
    rejectCrossSite(entity.name);
  }
  const { query } = splitUrl(request.raw.url);
  const call = { method, headers, query, body, hasBody };
  const variables = readCall(entity, call, { schema: api.schema, settings, limits, suggest: mode === 'development' });
  const operation = api.execute(entity);
  endStage(context.application.observers, request, 'document');
  const { data, entities } = requireAnswer(await runOperation(request, operation, variables, context));
  const response = respondCall(data, { entity, method, config });
  addTimingHeader(request, reply.code(response.status), context);
  if (response.body === undefined) return reply.header('cache-control', 'no-store').send();
  reply.type(JSON_TYPE);
  if (response.etag === undefined) return reply.header('cache-control', 'no-store').send(response.body);
  request.server.requireSendCapacity(reply, response.body);
  const cacheControl = context.cacheControl(entities, identity);
  return sendCacheable(request, reply, { body: response.body, etag: response.etag, cacheControl });
}

function runOperation(
  request: FastifyRequest,
  operation: RestOperation,
  variables: Readonly<Record<string, unknown>>,
  { application, pendingResponses }: RestContext,
): Promise<AnswerResult> {
  const isChange = getOperationAST(operation.document)?.operation === OperationTypeNode.MUTATION;
  const answerRequest = toAnswerRequest(request, operation, variables);
  return pendingResponses.wait(request.socket, isChange, ({ signal, deadline }) =>
    application.answer({ ...answerRequest, deadline, signal }),
  );
}

const toAnswerRequest = (
  request: FastifyRequest,
  { document, metadata }: RestOperation,
  variables: Readonly<Record<string, unknown>>,
): AnswerRequest => ({
  schema: request.rest.schema,
  document,
  ...(metadata && { metadata }),
  operationName: undefined,
  variables,
  identity: request.identity,
  received: request,
});

function addTimingHeader(request: FastifyRequest, reply: FastifyReply, { application, timing }: RestContext): void {
  endStage(application.observers, request, 'respond');
  if (timing !== undefined) reply.header('server-timing', timing.header(request));
}

interface CallResponse {
  readonly status: 200 | 204;
  /** JSON; absent if a change succeeded but its result is too large. */
  readonly body?: string;
  /** Present for a cacheable result. */
  readonly etag?: string;
}

/**
 * Responds with `{ "value": [ rows ] }`.
 * @throws ApiError LimitExceeded for a read
 */
function respondCall(
  data: string,
  { entity: { routine }, method, config: { runtime } }: { entity: Entity; method: string; config: Config },
): CallResponse {
  const isQuery = routine?.operation === 'query';
  const tooLarge = findTooLarge(data, runtime.limits.responseBytes);
  if (tooLarge !== undefined && isQuery) throw tooLarge;
  if (tooLarge !== undefined) return { status: 204 };
  const isRead = isQuery && (method === 'GET' || method === 'HEAD');
  return { status: 200, body: data, ...(isRead && { etag: listTag(data) }) };
}

interface RoutineRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Raw query string, without its `?`. */
  readonly query: string;
  readonly body: unknown;
  /** True if the parameters are in the body. */
  readonly hasBody: boolean;
}

interface CallContext {
  readonly schema: GraphQLSchema;
  readonly settings: Pick<RestApi, 'bodyStrict'>;
  readonly limits: JsonLimits;
  /** True if errors suggest names. */
  readonly suggest: boolean;
}

type ParameterValues = Readonly<Record<string, unknown>>;

function readCall(entity: Entity, call: RoutineRequest, context: CallContext): ParameterValues {
  const { method, headers, query, body, hasBody } = call;
  if (method !== 'GET' && method !== 'HEAD') readPreconditions(headers, { ifMatch: false, ifNoneMatch: false });
  const options = readQueryString(query);
  if (method === 'DELETE' && sendsMembers(headers)) {
    throwApiError('BadRequest', `DELETE takes the parameters of "${entity.name}" in the URL. Omit the body.`);
  }
  if (!hasBody)
    return readParameters(entity, readQueryParameters(entity, options, context.limits), { ...context, strict: true });
  const [[option] = []] = options;
  if (option !== undefined) {
    throwApiError(
      'BadRequest',
      `The parameters of "${entity.name}" must be in the body. Remove "${truncate(option)}" from the URL.`,
      {
        option,
      },
    );
  }
  const values = body === undefined ? {} : requireJsonObject(body, 'The body');
  return readParameters(entity, values, { ...context, strict: context.settings.bodyStrict });
}

/** Returns true for a body other than `{}`, which some clients always send. */
const sendsMembers = (headers: IncomingHttpHeaders): boolean =>
  Number(headers['content-length'] ?? 0) > '{}'.length || headers['transfer-encoding'] !== undefined;

interface ParameterContext extends CallContext {
  /** True if unknown names are rejected. */
  readonly strict: boolean;
}

function readParameters(entity: Entity, values: ParameterValues, context: ParameterContext): ParameterValues {
  const { strict, suggest, schema } = context;
  const pairs = argumentsOf(entity, schema).map((argument) => ({ argument, parameter: parameterOf(entity, argument) }));
  const names = pairs.map(({ parameter }) => parameter.name);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown !== undefined && strict) {
    const guess = suggest ? didYouMean(unknown, names) : '';
    rejectParameter('InvalidField', `Unknown parameter "${truncate(unknown)}" of "${entity.name}".${guess}`, unknown);
  }
  const missing = pairs.find(
    ({ argument, parameter }) => isRequiredArgument(argument) && !Object.hasOwn(values, parameter.name),
  )?.parameter.name;
  if (missing !== undefined) {
    throwApiError('BadRequest', `Missing parameter "${missing}" of "${entity.name}".`, {
      parameter: missing,
      missing: true,
    });
  }
  return Object.fromEntries(
    pairs.flatMap(({ argument: { name: variable, type }, parameter: { name, type: fieldType } }) => {
      if (!Object.hasOwn(values, name)) return [];
      const reject = (message: string): never => rejectParameter('BadRequest', message, name);
      return [[variable, readInputValue(values[name], { name, type, fieldType, suggest }, reject)]];
    }),
  );
}

function parameterOf({ name, routine }: Entity, argument: GraphQLArgument): Parameter {
  const parameter = routine?.parameters.find(({ graphqlName }) => graphqlName === argument.name);
  invariant(parameter, `the argument ${argument.name} is a parameter of ${name}`);
  return parameter;
}

function argumentsOf({ routine, graphql }: Entity, schema: GraphQLSchema): readonly GraphQLArgument[] {
  const root = routine?.operation === 'query' ? schema.getQueryType() : schema.getMutationType();
  const field = root?.getFields()[graphql.execute];
  invariant(field, `the schema has ${graphql.execute}`);
  return field.args;
}

const rejectParameter = (code: ErrorCode, message: string, parameter: string): never =>
  throwApiError(code, message, { parameter });

/** Reads parameters: repeated parameters become a list, and JSON is parsed. */
function readQueryParameters(
  { routine }: Entity,
  options: readonly QueryOption[],
  limits: JsonLimits,
): Readonly<Record<string, unknown>> {
  const byName = Map.groupBy(options, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, pairs]) => {
      const type = routine?.parameters.find((parameter) => parameter.name === name)?.type;
      const values = pairs.map(([, text]) =>
        type?.scalar === 'JSON' ? readJson(text, `The parameter "${truncate(name)}"`, limits) : text,
      );
      return [name, singleOrList(name, values, type)];
    }),
  );
}

function singleOrList(name: string, values: readonly unknown[], type: FieldType | undefined): unknown {
  if (type?.list === true) return values;
  const [first, ...others] = values;
  if (others.length === 0) return first;
  return throwApiError('BadRequest', `Duplicate parameter "${truncate(name)}" in the URL. Send it once.`, {
    parameter: name,
  });
}
