import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../../config/config.ts';
import { splitUrl } from '../http/split-url.ts';
import { isUsedByApi } from './is-taken.ts';

const SWAGGER_UI_PATH = '/swagger';

/** Returns the path of the home page. Undefined in production, or if GraphQL uses the path. */
export const homePath = ({ mode, graphql }: Runtime): string | undefined =>
  mode === 'development' && graphql.path !== '/' ? '/' : undefined;

/** Returns the path of Swagger UI. Undefined in production, without a REST API, or if an API uses the path. */
export function swaggerUiPath(runtime: Runtime): string | undefined {
  const { mode, rest } = runtime;
  return mode === 'development' && rest.enabled && !isUsedByApi(SWAGGER_UI_PATH, runtime) ? SWAGGER_UI_PATH : undefined;
}

/** Redirects `/swagger/` to `/swagger`. The relative target keeps a prefix that a proxy removes. */
export function redirectTrailingSlash(server: FastifyInstance, path: string): void {
  const name = path.slice(path.lastIndexOf('/') + 1);
  server.get(`${path}/`, ({ raw }, reply) => {
    const { query } = splitUrl(raw.url);
    return reply.redirect(`../${name}${query === '' ? '' : `?${query}`}`, 308);
  });
}
