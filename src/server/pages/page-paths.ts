import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../../config/config.ts';
import { splitUrl } from '../http/split-url.ts';
import { isUsedByApi } from './is-used-by-api.ts';

const SWAGGER_UI_PATH = '/swagger';

const CONSOLE_PATH = '/console';

/**
 * Returns the path below which the console serves its data. Undefined if the console is disabled, or if an API uses
 * the path. In production, the console requires roles.
 */
export function consolePath(runtime: Runtime): string | undefined {
  const { mode, console: settings } = runtime;
  const isEnabled = settings.enabled && (mode === 'development' || settings.roles.length > 0);
  return isEnabled && !isUsedByApi(CONSOLE_PATH, runtime) ? CONSOLE_PATH : undefined;
}

/** Returns the path of the page of the console. Undefined without the console, or if GraphQL uses the path. */
export const homePath = (runtime: Runtime): string | undefined =>
  runtime.graphql.path !== '/' && consolePath(runtime) !== undefined ? '/' : undefined;

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
