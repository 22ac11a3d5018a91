import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AnswerResult, Application } from '../../app/application.ts';
import { challengeAnonymous } from '../../app/challenge.ts';
import { remakeFor } from '../../base/remake-for.ts';
import { createCacheControl } from '../caching/cache-control.ts';
import { sendCacheable } from '../caching/send-cacheable.ts';
import { errorBody } from '../error-body.ts';
import { JSON_TYPE, refusalHeaders, serverTiming } from '../headers.ts';
import { logTrouble } from '../log-trouble.ts';
import { addBodyReader } from '../read-body.ts';
import { addRequestContext } from '../request-context.ts';
import { splitUrl } from '../split-url.ts';
import { answerTooSlow, toRefusal } from '../to-refusal.ts';
import { withinTime } from '../within-time.ts';
import { addressOf } from './address.ts';
import { readCall } from './execute/read-call.ts';
import { respondCall } from './execute/respond-call.ts';
import { createFindTarget, type FindTarget, type Target } from './find-target.ts';
import { type Endpoint, findEndpoint, offeredMethods } from './offered-methods.ts';
import { readKey } from './read-key.ts';
import { requireJson } from './require-json.ts';
import { requireRight } from './require-right.ts';
import { createRestOperations, type RestOperation, type RestOperations } from './rest-operations.ts';
import { requireAnswer, respondCollection, respondItem } from './rest-responses.ts';
import { readChange } from './write/read-change.ts';
import { respondChange } from './write/respond-change.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The REST API as it was when the request came. */
    rest: CurrentApi;
    /** What the path names in it. */
    target: Target;
    /** What the method does there; undefined for `OPTIONS`. */
    endpoint: Endpoint | undefined;
  }
}

interface CurrentApi extends RestOperations {
  readonly findTarget: FindTarget;
  readonly model: Application['model'];
}

/** Methods whose bodies are read; what others send is looked past. */
const WITH_BODY = ['POST', 'PUT', 'PATCH'];

/** The REST API below its configured path: what a path names is looked up here, as keys may have slashes in them. */
export function addRestRoutes(scope: FastifyInstance, application: Application, log: Logger): void {
  const { rest, mode, limits, errorCodes, authentication } = application.config.runtime;
  const { config } = application;
  const development = mode === 'development';
  // Made anew where the database's catalog was read again; a request keeps to the one that it began with.
  const current = remakeFor(
    () => application.model,
    (model): CurrentApi => ({
      ...createRestOperations(application),
      findTarget: createFindTarget(model, { apiPath: rest.path, suggest: development }),
      model,
    }),
  );
  const cacheControl = createCacheControl(config.entities);
  const ownSegments = rest.path.split('/').length;
  current();

  scope.decorateRequest('rest');
  scope.decorateRequest('target');
  scope.decorateRequest('endpoint');
  // In this order, and all of it before a body is read: path, method, who asks, whether they may.
  scope.addHook('onRequest', (request, _reply, done) => {
    const { path } = splitUrl(request.raw.url);
    request.rest = current();
    // By segments, as letters of the API's own path may have been encoded.
    request.target = request.rest.findTarget(path.split('/').slice(ownSegments));
    const { target, method, rest: api } = request;
    request.endpoint = method === 'OPTIONS' ? undefined : findEndpoint(method, target, api.model);
    done();
  });
  addRequestContext(scope, application);
  scope.addHook('onRequest', ({ endpoint, target, identity, headers }, _reply, done) => {
    if (endpoint !== undefined) {
      requireRight(endpoint, target.entity, identity.role);
      requireJson(headers.accept);
    }
    done();
  });
  scope.setErrorHandler((error, request, reply) => {
    // Where it could not be told who asks, there is no role yet.
    const { role } = request.identity ?? { role: '' };
    const refusal = challengeAnonymous(toRefusal(error, log), role, authentication);
    reply.code(refusal.status).headers(refusalHeaders(refusal)).type(JSON_TYPE).send(errorBody(refusal, errorCodes));
  });
  // Found to name nothing before any of this is asked.
  scope.all(rest.path, () => undefined);
  const url = `${rest.path}/*`;
  const handler = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { endpoint } = request;
    if (endpoint === undefined) return sendOptions(request, reply);
    if (endpoint === 'execute') return execute(request, reply);
    return endpoint === 'list' || endpoint === 'one' ? read(request, reply) : change(endpoint, request, reply);
  };
  scope.route({ url, method: scope.supportedMethods.filter((name) => !WITH_BODY.includes(name)), handler });
  scope.register(async (inner) => {
    addBodyReader(inner);
    inner.route({ url, method: WITH_BODY, handler });
  });

  async function read(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { rest: api, target, identity, stages } = request;
    const { query } = splitUrl(request.raw.url);
    const isItem = target.key.length > 0;
    const operation = api[isItem ? 'one' : 'collection'](target.entity, identity.role, query);
    const key = isItem ? readKey(target.entity, target.key) : {};
    stages.mark('document');
    const result = await ask(request, operation, { ...operation.variables, ...key });
    const { data, entities } = requireAnswer(result);
    const { headers, body, etag } = isItem
      ? respondItem(data, { entity: target.entity, key, config })
      : respondCollection(data, { operation, address: addressOf(request, config), config });
    stages.mark('respond');
    tellTiming(request, reply.headers(headers).type(JSON_TYPE));
    return sendCacheable(request, reply, { body, etag, cacheControl: cacheControl(entities, identity) });
  }

  async function change(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { rest: api, target, identity, stages, headers, body } = request;
    const { entity } = target;
    const change = readChange(
      { endpoint, target, headers, body },
      { schema: api.schema, settings: rest, maxItems: api.model.pageSize.max, suggest: development },
    );
    const { query } = splitUrl(request.raw.url);
    const operation = api.change(change.kind, { entity, role: identity.role, query });
    stages.mark('document');
    const result = await ask(request, operation, { ...operation.variables, ...change.variables });
    const isItem = target.key.length > 0;
    const address = addressOf(request, config);
    const response = respondChange(result, { change, operation, entity, address, isItem, config });
    stages.mark('respond');
    tellTiming(request, reply.code(response.status).headers(response.headers).header('cache-control', 'no-store'));
    return response.body === undefined ? reply.send() : reply.type(JSON_TYPE).send(response.body);
  }

  async function execute(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { rest: api, target, identity, stages, headers, body, method } = request;
    const { entity } = target;
    const { query } = splitUrl(request.raw.url);
    const call = { method, headers, query, body, hasBody: WITH_BODY.includes(method) };
    const variables = readCall(entity, call, { schema: api.schema, settings: rest, suggest: development });
    const operation = api.execute(entity);
    stages.mark('document');
    const { data, entities } = requireAnswer(await ask(request, operation, variables));
    const response = respondCall(data, { entity, method, config });
    stages.mark('respond');
    tellTiming(request, reply.code(response.status));
    if (response.body === undefined) return reply.header('cache-control', 'no-store').send();
    reply.type(JSON_TYPE);
    if (response.etag === undefined) return reply.header('cache-control', 'no-store').send(response.body);
    const { body: text, etag } = response;
    return sendCacheable(request, reply, { body: text, etag, cacheControl: cacheControl(entities, identity) });
  }

  async function ask(
    { rest: { schema }, identity, stages }: FastifyRequest,
    { document }: RestOperation,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<AnswerResult> {
    const deadline = performance.now() + limits.requestTimeout;
    const asked = { schema, document, operationName: undefined, variables, identity, stages, deadline };
    const result = await withinTime(application.answer(asked), limits.requestTimeout, answerTooSlow);
    logTrouble(result, log);
    return result;
  }

  function tellTiming({ stages }: FastifyRequest, reply: FastifyReply): void {
    if (development) reply.header('server-timing', serverTiming(stages));
  }
}

async function sendOptions({ rest: { model }, target }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply.code(204).header('allow', offeredMethods(target, model).join(', ')).send();
}
