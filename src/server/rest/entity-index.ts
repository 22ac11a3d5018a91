import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Application } from '../../app/application.ts';
import { throwApiError } from '../../base/errors.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { renderHtmlPage } from '../../base/html-page.ts';
import { memoizeLast } from '../../base/memoize-last.ts';
import { API_DESCRIPTION } from '../../config/api-description.ts';
import type { ApiContext } from '../api-context.ts';
import { createCacheControl } from '../caching/cache-control.ts';
import { listTag } from '../caching/entity-tags.ts';
import { sendCacheable } from '../caching/send-cacheable.ts';
import { prefersHtml } from '../graphql/negotiate.ts';
import { JSON_TYPE } from '../http/headers.ts';
import { rejectOtherMethods } from '../http/methods.ts';
import { addRequestContext } from '../http/request-context.ts';
import { splitUrl } from '../http/split-url.ts';
import { entityTable, TABLE_STYLE } from '../pages/entity-table.ts';
import { HEADER_STYLE, pageHeader } from '../pages/page-header.ts';
import { HTML_TYPE, pagePolicy } from '../pages/page-policy.ts';
import { addressOf } from './path/address.ts';
import { type ReachableEntity, reachableEntities } from './path/reachable-entities.ts';
import { requireJson } from './respond/require-json.ts';

const PAGE_POLICY = pagePolicy({ 'style-src': "'unsafe-inline'", 'img-src': 'data:' });

const MAX_ROLES = 64;

/** Lists only entities that the caller's role can reach. */
export function addEntityIndex(scope: FastifyInstance, { application, identities }: ApiContext): void {
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
    const { identity, headers, raw, publicAddress } = request;
    const isPage = config.runtime.mode === 'development' && prefersHtml(headers.accept);
    if (!isPage) requireJson(headers.accept);
    if (splitUrl(raw.url).query !== '')
      throwApiError('BadRequest', 'The list of entities takes no options. Remove them.');
    if (isPage) {
      const page = renderIndexPage(application, identity.role, publicAddress.prefix);
      return reply
        .headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-cache' })
        .type(HTML_TYPE)
        .send(page);
    }
    const address = addressOf(request, config).replace(/\/$/, '');
    const body = JSON.stringify(writeIndex(entitiesOf(identity.role), address));
    const caching = { etag: listTag(body), cacheControl: cacheControl([], identity) };
    return sendCacheable(request, reply.type(JSON_TYPE), { body, ...caching });
  };
  addRequestContext(scope, identities);
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

function renderIndexPage(application: Application, role: string, prefix: string): string {
  const { html, total } = entityTable({ application, role, linked: true, prefix });
  return renderHtmlPage({
    title: 'REST API - Joinery',
    style: `${HEADER_STYLE}${TABLE_STYLE}`,
    header: pageHeader(application.config.runtime, { root: `${prefix}/`, current: 'REST' }),
    main: `<h1>REST API</h1>
<p>The role <b>${escapeHtml(role)}</b> can access ${total} entities. API clients get this list as JSON.</p>
${html}`,
  });
}
