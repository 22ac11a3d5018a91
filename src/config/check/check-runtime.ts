import type { Problem } from '../../base/problem.ts';
import { API_DESCRIPTION } from '../api-description.ts';
import type { ConfigFile, Draft, Overrides, RuntimeFile } from '../config-file.ts';
import { defaults } from '../defaults.ts';
import { errorAt } from '../document/problem-at.ts';
import { checkHost } from './check-host.ts';

/** Settings of the service that contradict each other or would be unsafe. */
export function checkRuntime({ runtime = {} }: Draft<ConfigFile>, overrides: Overrides): Problem[] {
  return [...checkApis(runtime), ...checkHost(runtime, overrides), ...checkCors(runtime)];
}

function checkApis(runtime: Draft<RuntimeFile>): Problem[] {
  const rest = apiSettings(runtime.rest, defaults.rest);
  const graphql = apiSettings(runtime.graphql, defaults.graphql);
  if (!rest.enabled && !graphql.enabled) {
    return [errorAt(['runtime'], 'REST and GraphQL are both switched off; switch one of them on.')];
  }
  const path = ['runtime', 'graphql', 'path'];
  const taken = graphql.path === '/health' ? path : rest.path === '/health' ? ['runtime', 'rest', 'path'] : undefined;
  return [
    ...(rest.enabled && graphql.enabled && rest.path === graphql.path
      ? [errorAt(path, 'REST and GraphQL have the same path; change one of them.', { found: graphql.path })]
      : []),
    ...(rest.enabled && graphql.enabled && graphql.path === `${rest.path}/${API_DESCRIPTION}`
      ? [errorAt(path, `The path ${graphql.path} is that of the REST API's own description; choose another one.`)]
      : []),
    ...(taken ? [errorAt(taken, "The path /health is the health report's; choose another one.")] : []),
  ];
}

function apiSettings(
  written: boolean | { readonly enabled?: boolean; readonly path?: string } | undefined,
  fallback: { readonly enabled: boolean; readonly path: string },
): { enabled: boolean; path: string } {
  if (typeof written === 'boolean') return { enabled: written, path: fallback.path };
  return { enabled: written?.enabled ?? fallback.enabled, path: written?.path ?? fallback.path };
}

function checkCors({ host = {} }: Draft<RuntimeFile>): Problem[] {
  const { origins = [], 'allow-credentials': credentials } = host.cors ?? {};
  const path = ['runtime', 'host', 'cors'];
  return [
    ...(credentials && origins.includes('*')
      ? [
          errorAt(
            [...path, 'allow-credentials'],
            'Browsers send no cookies where every origin is allowed; name the origins, or remove this.',
          ),
        ]
      : []),
    ...origins.flatMap((origin, index) =>
      origin === undefined || origin === '*' || isOrigin(origin)
        ? []
        : [
            errorAt([...path, 'origins', index], 'This is no origin, which browsers write without a path.', {
              found: origin,
              expected: 'scheme, host and port such as https://shop.example.com, or https://*.example.com',
            }),
          ],
    ),
  ];
}

/** Whether this is an origin as browsers write it, `https://shop.example`: lower case, no default port. The first label may be `*`. */
function isOrigin(text: string): boolean {
  const sample = text.replace('://*.', '://any.');
  return !sample.includes('*') && URL.parse(sample)?.origin === sample;
}
