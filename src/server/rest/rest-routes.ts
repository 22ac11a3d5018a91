import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Application } from '../../app/application.ts';
import { challengeAnonymous } from '../../app/challenge.ts';
import { type ApiError, copyApiError, throwApiError } from '../../base/errors.ts';
import { memoizeLast } from '../../base/memoize.ts';
import { API_DESCRIPTION } from '../../config/api-description.ts';
import type { ApiContext } from '../api-context.ts';
import { createCacheControl } from '../caching/cache-control.ts';
import { listTag } from '../caching/entity-tags.ts';
import { sendCacheable } from '../caching/send-cacheable.ts';
import { createCrossSiteCheck } from '../http/cors.ts';
import { errorBody } from '../http/error-body.ts';
import { JSON_TYPE } from '../http/headers.ts';
import { liveAdvice } from '../http/live-advice.ts';
import { rejectOtherMethods } from '../http/methods.ts';
import { addBodyReader, WITH_BODY } from '../http/read-body.ts';
import { addRequestContext } from '../http/request-context.ts';
import { sendApiError } from '../http/send-api-error.ts';
import { splitUrl } from '../http/split-url.ts';
import { toApiError } from '../http/to-api-error.ts';
import { prefersEvents } from '../live/event-stream.ts';
import { addLoadShedding } from '../overload/load-shedding.ts';
import { answerCall, answerChange, answerRead, type RestContext } from './answer-request.ts';
import { createRestOperations, type RestOperations } from './document/rest-operations.ts';
import { addressOf } from './path/address.ts';
import { createFindTarget, type FindTarget, type Target } from './path/find-target.ts';
import { createFindEndpoint, type Endpoint, type FindEndpoint, offeredMethods } from './path/offered-methods.ts';
import { type ReachableEntity, reachableEntities, requireAnyRight } from './path/reachable-entities.ts';
import { requireJson } from './respond/require-json.ts';

/** Adds the REST API. Fastify does not route its paths, because keys may contain slashes. */
export function addRestRoutes(scope: FastifyInstance, apiContext: ApiContext): void {
  const { application } = apiContext;
  const { rest, authentication, graphql, mode, cors } = application.config.runtime;
  const current = createCurrentApi(application);
  current();
  const restContext: RestContext = {
    ...apiContext,
    validate: (document) => current().validate(document),
    cacheControl: createCacheControl(application.config.entities),
    isCrossSite: createCrossSiteCheck(cors),
  };
  scope.setErrorHandler((error, request, reply) => {
    // The role is unknown if reading the identity failed.
    const { role } = request.identity ?? { role: '' };
    const rejected = challengeAnonymous(toApiError(error, request, application.observers), role, authentication);
    sendApiError(reply, withAllow(rejected, request), application.config.runtime);
  });
  // The entity names are listed only where GraphQL introspection is allowed.
  const exposesNames = graphql.introspection || mode === 'development';
  if (exposesNames) scope.register(async (inner) => addEntityIndex(inner, apiContext));
  scope.register(async (inner) => {
    addChecks(inner, apiContext, current);
    // The API path itself also needs a route, so that the checks can reject it.
    if (!exposesNames) inner.all(rest.path, () => undefined);
    addEntities(inner, `${rest.path}/*`, restContext);
  });
}

function addEntities(scope: FastifyInstance, url: string, restContext: RestContext): void {
  const handler = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { endpoint } = request;
    if (endpoint === undefined) return sendOptions(request, reply);
    if (endpoint === 'execute') return answerCall(request, reply, restContext);
    const isRead = endpoint === 'list' || endpoint === 'one';
    return isRead ? answerRead(request, reply, restContext) : answerChange(endpoint, request, reply, restContext);
  };
  scope.route({ url, method: scope.supportedMethods.filter((name) => !WITH_BODY.includes(name)), handler });
  scope.register(async (inner) => {
    addBodyReader(inner, restContext.application.config.runtime.limits);
    inner.route({ url, method: [...WITH_BODY], handler });
  });
}

/** Adds checks that run before a body is read, in this order: path, method, identity, right, `Accept` header. */
function addChecks(scope: FastifyInstance, apiContext: ApiContext, current: () => RestApiSnapshot): void {
  const { application, live } = apiContext;
  const ownSegments = application.config.runtime.rest.path.split('/').length;
  const { errorCodes } = application.config.runtime;
  const advice = liveAdvice(application.config.runtime);
  addLoadShedding(scope, application, {
    queueOf: ({ method }) => (method === 'DELETE' || WITH_BODY.includes(method) ? 'changes' : 'reads'),
    body: (apiError) => errorBody(apiError, errorCodes),
    contentType: () => JSON_TYPE,
  });
  for (const name of ['rest', 'target', 'endpoint']) scope.decorateRequest(name);
  scope.addHook('onRequest', (request, _reply, done) => {
    const { path } = splitUrl(request.raw.url);
    request.rest = current();
    // Counts segments, because characters of the API path may be percent-encoded.
    request.target = request.rest.findTarget(path.split('/').slice(ownSegments));
    const { target, method, rest: api } = request;
    request.endpoint = method === 'OPTIONS' ? undefined : api.findEndpoint(method, target);
    done();
  });
  addRequestContext(scope, apiContext);
  scope.addHook('onRequest', (request, _reply, done) => {
    const { endpoint, target, identity, headers, rest } = request;
    if (endpoint !== undefined) {
      requireAnyRight(endpoint, target.entity, { model: rest.model, role: identity.role });
      const wantsEvents = (endpoint === 'list' || endpoint === 'one') && prefersEvents(request);
      if (live === undefined || !wantsEvents) requireJson(headers.accept, wantsEvents ? advice : '');
    }
    done();
  });
}

/** Adds the `allow` detail, which every response with status 405 requires. */
function withAllow(apiError: ApiError, { target, rest }: Partial<Pick<FastifyRequest, 'target' | 'rest'>>): ApiError {
  if (apiError.status !== 405 || apiError.details?.allow !== undefined || !target || !rest) return apiError;
  return copyApiError(apiError, { details: { ...apiError.details, allow: offeredMethods(target, rest.model) } });
}

async function sendOptions({ rest: { model }, target }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply.code(204).header('allow', offeredMethods(target, model).join(', ')).send();
}

declare module 'fastify' {
  interface FastifyRequest {
    rest: RestApiSnapshot;
    target: Target;
    /** Undefined for `OPTIONS`. */
    endpoint: Endpoint | undefined;
  }
}

/** The REST API for one version of the catalog. */
interface RestApiSnapshot extends RestOperations {
  readonly findTarget: FindTarget;
  readonly findEndpoint: FindEndpoint;
  readonly model: Application['model'];
}

function createCurrentApi(application: Application): () => RestApiSnapshot {
  const { rest, mode } = application.config.runtime;
  return memoizeLast(
    () => application.model,
    (model) => ({
      ...createRestOperations(application),
      findTarget: createFindTarget(model, { apiPath: rest.path, suggest: mode === 'development' }),
      findEndpoint: createFindEndpoint(model),
      model,
    }),
  );
}

const MAX_ROLES = 64;

/** Adds the list of the entities that the caller's role can reach. */
function addEntityIndex(scope: FastifyInstance, apiContext: ApiContext): void {
  const { application } = apiContext;
  const { config } = application;
  const cacheControl = createCacheControl([]);
  const currentCache = memoizeLast(
    () => application.model,
    () => new LRUCache<string, readonly ReachableEntity[]>({ max: MAX_ROLES }),
  );
  const entitiesOf = (role: string): readonly ReachableEntity[] => {
    const found = currentCache().get(role) ?? reachableEntities(application.model, role);
    currentCache().set(role, found);
    return found;
  };
  const handler = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { identity, headers, raw } = request;
    requireJson(headers.accept);
    if (splitUrl(raw.url).query !== '')
      throwApiError('BadRequest', 'The list of entities takes no options. Remove them.');
    const address = addressOf(request, config).replace(/\/$/, '');
    const body = JSON.stringify(writeIndex(entitiesOf(identity.role), address));
    const caching = { etag: listTag(body), cacheControl: cacheControl([], identity) };
    return sendCacheable(request, reply.type(JSON_TYPE), { body, ...caching });
  };
  addRequestContext(scope, apiContext);
  for (const url of [config.runtime.rest.path, `${config.runtime.rest.path}/`]) {
    scope.route({ url, method: ['GET', 'HEAD'], handler });
    rejectOtherMethods(scope, url, ['GET', 'HEAD']);
  }
}

const writeIndex = (entities: readonly ReachableEntity[], address: string): object => ({
  value: entities.flatMap(({ entity: { name, description, rest }, methods, graphql }) =>
    methods.collection.length + methods.item.length === 0
      ? []
      : [
          {
            name,
            ...(description !== undefined && { description }),
            url: `${address}/${encodeURI(rest.path)}`,
            methods: methods.collection,
            ...(methods.item.length > 0 && { itemMethods: methods.item }),
            ...(graphql !== undefined && { graphql }),
          },
        ],
  ),
  openapi: `${address}/${API_DESCRIPTION}`,
});
