import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Application } from '../../../app/application.ts';
import { throwApiError } from '../../../base/errors.ts';
import { memoizeLast } from '../../../base/memoize.ts';
import { API_DESCRIPTION } from '../../../config/api-description.ts';
import { listTag } from '../../caching/entity-tags.ts';
import { type Cacheable, sendCacheable } from '../../caching/send-cacheable.ts';
import { JSON_TYPE } from '../../http/headers.ts';
import { rejectOtherMethods } from '../../http/methods.ts';
import { splitUrl } from '../../http/split-url.ts';
import { suggestRole } from '../../identity/find-role.ts';
import { readQueryString } from '../options/query-options.ts';
import { modelOfRole } from './api-view.ts';
import { describeApi } from './describe-api.ts';

const MAX_DOCUMENTS = 16;

interface DescriptionOptions {
  readonly role?: string;
  readonly select: boolean;
}

/**
 * Adds the route of the OpenAPI document. In development, `?role=` selects a single role. In production, the document
 * is disabled together with GraphQL introspection.
 */
export function addOpenApiRoute(server: FastifyInstance, application: Application): void {
  const { rest, mode, graphql } = application.config.runtime;
  const url = `${rest.path}/${API_DESCRIPTION}`;
  const documents = memoizeLast(
    () => application.model,
    (): Documents => new LRUCache({ max: MAX_DOCUMENTS }),
  );
  server.route({
    url,
    method: ['GET', 'HEAD'],
    handler: async (request, reply) => {
      if (mode === 'production' && !graphql.introspection) {
        throwApiError('EntityNotFound', 'The OpenAPI document is disabled, like GraphQL introspection.');
      }
      const options = readDescriptionOptions(request.raw.url ?? '', application);
      const document = await cacheDocument(documents(), JSON.stringify(options), () => describe(options, application));
      return sendCacheable(request, reply.type(JSON_TYPE), document);
    },
  });
  rejectOtherMethods(server, url, ['GET', 'HEAD']);
}

type Documents = LRUCache<string, Promise<Cacheable>>;

/** Caches a document. Concurrent callers share it. Errors are not cached. */
function cacheDocument(documents: Documents, key: string, make: () => Promise<Cacheable>): Promise<Cacheable> {
  const cached = documents.get(key);
  if (cached !== undefined) return cached;
  const created = make();
  documents.set(key, created);
  created.catch(() => documents.delete(key));
  return created;
}

async function describe(
  { role, select }: DescriptionOptions,
  { model, config: { runtime } }: Application,
): Promise<Cacheable> {
  const body = await (role === undefined
    ? describeApi({ model, runtime, select })
    : describeApi({ model: modelOfRole(model, role), runtime, role, select }));
  return { body: Buffer.from(body), etag: listTag(body), cacheControl: 'no-cache' };
}

function readDescriptionOptions(url: string, { model, config }: Application): DescriptionOptions {
  const options = readQueryString(splitUrl(url).query);
  const values = new Map(options.map(([name, value]) => [name, value]));
  const unknown = [...values.keys()].find((name) => name !== 'role' && name !== 'select');
  if (unknown !== undefined) {
    throwApiError('BadRequest', `Unknown option "${unknown}" for the OpenAPI document. Known options: role, select.`, {
      option: unknown,
    });
  }
  if (values.size < options.length) throwApiError('BadRequest', 'Duplicate option in the URL. Send it once.');
  const role = values.get('role');
  const select = values.get('select') ?? 'true';
  if (select !== 'true' && select !== 'false') {
    throwApiError('BadRequest', `select must be true or false, found "${select.slice(0, 40)}".`, { option: 'select' });
  }
  if (role !== undefined) checkRole(role, { roles: model.roles, mode: config.runtime.mode });
  return { ...(role !== undefined && { role }), select: select === 'true' };
}

function checkRole(role: string, { roles, mode }: { roles: ReadonlySet<string>; mode: string }): void {
  if (mode === 'production') {
    throwApiError('BadRequest', 'The option "role" is only available in development mode. Remove it.', {
      option: 'role',
    });
  }
  if (!roles.has(role)) {
    throwApiError('BadRequest', `Unknown role "${role.slice(0, 100)}". ${suggestRole(role, roles)}`, {
      option: 'role',
    });
  }
}
