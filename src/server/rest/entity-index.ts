import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { refuse } from '../../base/errors.ts';
import { remakeFor } from '../../base/remake-for.ts';
import { API_DESCRIPTION } from '../../config/api-description.ts';
import { createCacheControl } from '../caching/cache-control.ts';
import { listTag } from '../caching/entity-tags.ts';
import { sendCacheable } from '../caching/send-cacheable.ts';
import { JSON_TYPE } from '../headers.ts';
import { closeMethods } from '../methods.ts';
import { addRequestContext } from '../request-context.ts';
import type { Served } from '../served.ts';
import { splitUrl } from '../split-url.ts';
import { addressOf } from './path/address.ts';
import { type ReachableEntity, reachableEntities } from './path/reachable-entities.ts';
import { requireJson } from './respond/require-json.ts';

/** Roles whose entities are remembered. */
const KNOWN = 64;

/** Answers at the path of the API itself: with the entities that the caller's role can reach, each with its address. */
export function addEntityIndex(scope: FastifyInstance, { application, identities }: Served): void {
  const { config } = application;
  const cacheControl = createCacheControl([]);
  const known = remakeFor(
    () => application.model,
    () => new LRUCache<string, readonly ReachableEntity[]>({ max: KNOWN }),
  );
  const entitiesOf = (role: string): readonly ReachableEntity[] => {
    const found = known().get(role) ?? reachableEntities(application.model, role);
    known().set(role, found);
    return found;
  };
  const handler = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { identity, headers, raw } = request;
    requireJson(headers.accept);
    if (splitUrl(raw.url).query !== '') refuse('BadRequest', 'The list of entities has no options: leave them out.');
    const address = addressOf(request, config).replace(/\/$/, '');
    const body = JSON.stringify(writeIndex(entitiesOf(identity.role), address));
    const caching = { etag: listTag(body), cacheControl: cacheControl([], identity) };
    return sendCacheable(request, reply.type(JSON_TYPE), { body, ...caching });
  };
  addRequestContext(scope, identities);
  for (const url of [config.runtime.rest.path, `${config.runtime.rest.path}/`]) {
    scope.route({ url, method: ['GET', 'HEAD'], handler });
    closeMethods(scope, url, ['GET', 'HEAD']);
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
