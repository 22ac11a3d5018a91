import type { FastifyReply, FastifyRequest } from 'fastify';
import { getOperationAST, OperationTypeNode } from 'graphql';
import type { AnswerResult, Application } from '../../app/application.ts';
import { endStage } from '../../base/end-stage.ts';
import type { CacheControl } from '../caching/cache-control.ts';
import { sendCacheable } from '../caching/send-cacheable.ts';
import type { Callers } from '../callers.ts';
import { type IsForeign, refuseForeign } from '../cors.ts';
import { JSON_TYPE } from '../headers.ts';
import { WITH_BODY } from '../read-body.ts';
import type { ServerTiming } from '../server-timing.ts';
import { splitUrl } from '../split-url.ts';
import type { RestOperation } from './document/rest-operations.ts';
import { readCall } from './execute/read-call.ts';
import { respondCall } from './execute/respond-call.ts';
import { addressOf } from './path/address.ts';
import type { Endpoint } from './path/offered-methods.ts';
import { keyVariables, readKey } from './path/read-key.ts';
import { requireAnswer, respondCollection, respondItem } from './respond/rest-responses.ts';
import { readChange } from './write/read-change.ts';
import { respondChange } from './write/respond-change.ts';

/** What requests are answered with. */
export interface Serving {
  readonly application: Application;
  readonly timing: ServerTiming | undefined;
  readonly cacheControl: CacheControl;
  readonly callers: Callers;
  readonly isForeign: IsForeign;
}

/** Answers with a collection or an item. @throws Refusal where there is no answer */
export async function answerRead(
  request: FastifyRequest,
  reply: FastifyReply,
  serving: Serving,
): Promise<FastifyReply> {
  const { rest: api, target, identity } = request;
  const { config } = serving.application;
  const { query } = splitUrl(request.raw.url);
  const isItem = target.key.length > 0;
  const operation = api[isItem ? 'one' : 'collection'](target.entity, identity.role, query);
  const key = isItem ? readKey(target.entity, target.key) : {};
  endStage(serving.application.observers, request, 'document');
  const result = await ask(
    request,
    operation,
    { ...operation.variables, ...keyVariables(target.entity, key) },
    serving,
  );
  const answered = requireAnswer(result);
  const { headers, body, etag } = isItem
    ? respondItem(answered, { entity: target.entity, key, config })
    : respondCollection(answered, { operation, address: addressOf(request, config), config });
  request.server.requireRoom(reply, body);
  const { entities } = answered;
  tellTiming(request, reply.headers(headers).type(JSON_TYPE), serving);
  return sendCacheable(request, reply, { body, etag, cacheControl: serving.cacheControl(entities, identity) });
}

/** Makes a change and answers with its outcome. @throws Refusal where it fails */
export async function answerChange(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: Serving,
): Promise<FastifyReply> {
  const { rest: api, target, identity, headers, body } = request;
  const { config } = serving.application;
  const { rest: settings, mode } = config.runtime;
  const { entity } = target;
  const change = readChange(
    { endpoint, target, headers, body },
    { schema: api.schema, settings, maxItems: api.model.limits.newRows, suggest: mode === 'development' },
  );
  const { query } = splitUrl(request.raw.url);
  const operation = api.change(change.kind, { entity, role: identity.role, query });
  endStage(serving.application.observers, request, 'document');
  const result = await ask(request, operation, { ...operation.variables, ...change.variables }, serving);
  const isItem = target.key.length > 0;
  const address = addressOf(request, config);
  const response = respondChange(result, { change, operation, entity, address, isItem, config });
  tellTiming(request, reply.code(response.status).headers(response.headers), serving);
  reply.header('cache-control', 'no-store');
  return response.body === undefined ? reply.send() : reply.type(JSON_TYPE).send(response.body);
}

/** Runs a function or procedure and answers with its result. @throws Refusal where it fails */
export async function answerCall(
  request: FastifyRequest,
  reply: FastifyReply,
  serving: Serving,
): Promise<FastifyReply> {
  const { rest: api, target, identity, headers, body, method } = request;
  const { config } = serving.application;
  const { rest: settings, mode, limits } = config.runtime;
  const { entity } = target;
  const hasBody = WITH_BODY.includes(method);
  // Methods with a body and DELETE need a preflight.
  if (!hasBody && method !== 'DELETE' && entity.routine?.readOnly === false && serving.isForeign(request)) {
    refuseForeign(entity.name);
  }
  const { query } = splitUrl(request.raw.url);
  const call = { method, headers, query, body, hasBody };
  const variables = readCall(entity, call, { schema: api.schema, settings, limits, suggest: mode === 'development' });
  const operation = api.execute(entity);
  endStage(serving.application.observers, request, 'document');
  const { data, entities } = requireAnswer(await ask(request, operation, variables, serving));
  const response = respondCall(data, { entity, method, config });
  tellTiming(request, reply.code(response.status), serving);
  if (response.body === undefined) return reply.header('cache-control', 'no-store').send();
  reply.type(JSON_TYPE);
  if (response.etag === undefined) return reply.header('cache-control', 'no-store').send(response.body);
  request.server.requireRoom(reply, response.body);
  const cacheControl = serving.cacheControl(entities, identity);
  return sendCacheable(request, reply, { body: response.body, etag: response.etag, cacheControl });
}

function ask(
  request: FastifyRequest,
  { document, apart }: RestOperation,
  variables: Readonly<Record<string, unknown>>,
  { application, callers }: Serving,
): Promise<AnswerResult> {
  const { rest, identity } = request;
  const isChange = getOperationAST(document)?.operation === OperationTypeNode.MUTATION;
  return callers.wait(request.socket, isChange, ({ signal, deadline }) =>
    application.answer({
      schema: rest.schema,
      document,
      ...(apart && { apart }),
      operationName: undefined,
      variables,
      identity,
      received: request,
      deadline,
      signal,
    }),
  );
}

function tellTiming(request: FastifyRequest, reply: FastifyReply, { application, timing }: Serving): void {
  endStage(application.observers, request, 'respond');
  if (timing !== undefined) reply.header('server-timing', timing.header(request));
}
