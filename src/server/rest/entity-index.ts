import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { throwApiError } from '../../base/errors.ts';
import { memoizeLast } from '../../base/memoize.ts';
import { API_DESCRIPTION } from '../../config/api-description.ts';
import type { ApiContext } from '../api-context.ts';
import { createCacheControl } from '../caching/cache-control.ts';
import { listTag } from '../caching/entity-tags.ts';
import { sendCacheable } from '../caching/send-cacheable.ts';
import { JSON_TYPE } from '../http/headers.ts';
import { rejectOtherMethods } from '../http/methods.ts';
import { addRequestContext } from '../http/request-context.ts';
import { splitUrl } from '../http/split-url.ts';
import { addressOf } from './path/address.ts';
import { type ReachableEntity, reachableEntities } from './path/reachable-entities.ts';
import { requireJson } from './respond/require-json.ts';

const MAX_ROLES = 64;

/** Adds the list of entities. Lists only entities that the caller's role can reach. */
export function addEntityIndex(scope: FastifyInstance, apiContext: ApiContext): void {
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
