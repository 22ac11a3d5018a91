import { compile } from '@fastify/proxy-addr';
import { didYouMean } from '../../base/did-you-mean.ts';
import { isHostPattern } from '../../base/host-names.ts';
import type { ConfigPath, Problem } from '../../base/problem.ts';
import { API_DESCRIPTION } from '../api-description.ts';
import { isUrl, providerOf } from '../build/build-authentication.ts';
import { settingsFor } from '../compatibility.ts';
import type { Overrides } from '../config.ts';
import { errorAt } from '../document/problem-at.ts';
import {
  type AuditFile,
  type ConfigFile,
  type Draft,
  defaults,
  type HostFile,
  type QuotaFile,
  type RuntimeFile,
} from '../schema/config-schema.ts';
import { checkUrl, modeOf } from './check-authentication.ts';
import { rolesOf } from './check-data-source.ts';
import { graphqlKeys } from './check-named-files.ts';

export function checkRuntime({ runtime = {} }: Draft<ConfigFile>, overrides: Overrides): Problem[] {
  return [
    ...checkApis(runtime),
    ...checkPersistedDocuments(runtime),
    ...checkConsole(runtime),
    ...checkHost(runtime, overrides),
    ...checkCors(runtime),
  ];
}

function checkApis(runtime: Draft<RuntimeFile>): Problem[] {
  const rest = apiSettings(runtime.rest, defaults.runtime.rest);
  const graphql = apiSettings(runtime.graphql, defaults.runtime.graphql);
  if (!rest.enabled && !graphql.enabled) {
    return [errorAt(['runtime'], 'REST and GraphQL are both disabled. Enable one of them.')];
  }
  const path = ['runtime', 'graphql', 'path'];
  const reservedPath =
    graphql.path === '/health' ? path : rest.path === '/health' ? ['runtime', 'rest', 'path'] : undefined;
  return [
    ...(rest.enabled && graphql.enabled && rest.path === graphql.path
      ? [errorAt(path, 'REST and GraphQL have the same path. Change one of them.', { found: graphql.path })]
      : []),
    ...(rest.enabled && graphql.enabled && graphql.path === `${rest.path}/${API_DESCRIPTION}`
      ? [errorAt(path, `The path ${graphql.path} is reserved for the OpenAPI document. Set another path.`)]
      : []),
    ...(reservedPath
      ? [errorAt(reservedPath, 'The path /health is reserved for the health report. Set another path.')]
      : []),
  ];
}

function apiSettings(
  written: boolean | { readonly enabled?: boolean; readonly path?: string } | undefined,
  fallback: { readonly enabled: boolean; readonly path: string },
): { enabled: boolean; path: string } {
  if (typeof written === 'boolean') return { enabled: written, path: fallback.path };
  return { enabled: written?.enabled ?? fallback.enabled, path: written?.path ?? fallback.path };
}

function checkPersistedDocuments({ graphql }: Draft<RuntimeFile>): Problem[] {
  const written = graphqlKeys(graphql)['persisted-documents'] ?? {};
  if (written.only !== true) return [];
  const problem = (key: string, message: string): Problem =>
    errorAt(['runtime', 'graphql', 'persisted-documents', key], message);
  return [
    ...('manifest' in written
      ? []
      : [problem('only', '"only" requires the documents of a "manifest". Add the manifest, or remove "only".')]),
    ...(written.automatic === true
      ? [problem('automatic', '"only" and "automatic" exclude each other. Remove one of them.')]
      : []),
  ];
}

/** In production, the console requires `roles`, because it reveals the rights and requests of all roles. */
function checkConsole({ console: written = {}, host = {} }: Draft<RuntimeFile>): Problem[] {
  if (written.enabled !== true || modeOf(host) !== 'production') return [];
  const rolesPath = ['runtime', 'console', 'roles'];
  const { roles = [] } = written;
  const anonymous = roles.findIndex((role) => role?.toLowerCase() === 'anonymous');
  return [
    ...(roles.length === 0
      ? [errorAt(rolesPath, 'In production the console requires "roles". List the roles that may use it.')]
      : []),
    ...(anonymous >= 0
      ? [
          errorAt(
            [...rolesPath, anonymous],
            'In production the console reveals the rights of all roles, so callers without a role may not use it. Remove "anonymous".',
          ),
        ]
      : []),
    ...(providerOf(host.authentication?.provider) === 'Unauthenticated'
      ? [
          errorAt(
            ['runtime', 'console', 'enabled'],
            'The provider "Unauthenticated" gives no caller a role, so no caller could use the console. Set another provider, or remove "console".',
          ),
        ]
      : []),
  ];
}

function checkCors({ host = {} }: Draft<RuntimeFile>): Problem[] {
  const { origins = [], 'allow-credentials': credentials } = host.cors ?? {};
  const path = ['runtime', 'host', 'cors'];
  return [
    ...(credentials && origins.includes('*')
      ? [
          errorAt(
            [...path, 'allow-credentials'],
            'Browsers send no credentials if all origins are allowed. List the origins, or remove this key.',
          ),
        ]
      : []),
    ...origins.flatMap((origin, index) =>
      origin === undefined || origin === '*' || isOrigin(origin)
        ? []
        : [
            errorAt([...path, 'origins', index], 'Invalid origin.', {
              found: origin,
              expected:
                'scheme, host, and port without a path, such as https://shop.example.com, or https://*.example.com',
            }),
          ],
    ),
  ];
}

/**
 * Returns true for an origin as browsers send it, such as `https://shop.example`: in lower case, without a default
 * port. The first label may be `*`.
 */
function isOrigin(text: string): boolean {
  const sample = text.replace('://*.', '://any.');
  return !sample.includes('*') && URL.parse(sample)?.origin === sample;
}

const path = ['runtime', 'host'];

const isLoopbackAddress = compile('loopback');

function checkHost({ host = {} }: Draft<RuntimeFile>, overrides: Overrides): Problem[] {
  return [...checkAddress(host, overrides), ...checkPort(overrides), ...checkProxies(host), ...checkAllowedHosts(host)];
}

/** Reports plain HTTP and development mode beyond this machine, unless overridden. */
function checkAddress(host: Draft<HostFile>, overrides: Overrides): Problem[] {
  const address = overrides.host ?? host.host ?? defaults.runtime.host.host;
  if (address === 'localhost' || isLoopbackAddress(address, 0)) return [];
  const isProduction = modeOf(host) === 'production';
  const isEncrypted = 'tls' in host || (host['trusted-proxies'] ?? []).length > 0;
  if (isProduction ? isEncrypted : overrides.exposeDevelopment === true) return [];
  const message = isProduction
    ? 'In production plain HTTP is only served on this machine. Set "tls", or use an HTTPS proxy and add its address to "trusted-proxies".'
    : 'In development mode anyone who reaches the port can choose a role and read error details. Listen on this machine only, or start with --expose-development.';
  return [
    errorAt([...path, 'host'], message, {
      ...(overrides.host !== undefined && { option: overrides.sources?.host ?? '--host' }),
      found: address,
      expected: '127.0.0.1, localhost, or ::1',
    }),
  ];
}

function checkPort({ port, sources }: Overrides): Problem[] {
  if (port === undefined || (Number.isInteger(port) && port >= 0 && port <= 65_535)) return [];
  return [
    errorAt([...path, 'port'], 'Invalid port.', {
      option: sources?.port ?? '--port',
      found: port,
      expected: 'an integer from 0 to 65535',
    }),
  ];
}

function checkProxies({ 'trusted-proxies': proxies = [] }: Draft<HostFile>): Problem[] {
  return proxies.flatMap((proxy, index) =>
    proxy === undefined || isSubnet(proxy)
      ? []
      : [
          errorAt([...path, 'trusted-proxies', index], 'Invalid proxy address.', {
            found: proxy,
            expected: 'an address, a subnet such as 10.0.0.0/8, or one of loopback, linklocal, and uniquelocal',
          }),
        ],
  );
}

function checkAllowedHosts({ 'allowed-hosts': hosts = [] }: Draft<HostFile>): Problem[] {
  return hosts.flatMap((host, index) =>
    host === undefined || isHostPattern(host)
      ? []
      : [
          errorAt([...path, 'allowed-hosts', index], 'Invalid host name.', {
            found: host,
            expected: 'a name or address without scheme and port, such as dev.example.com, or *.example.com, or *',
          }),
        ],
  );
}

function isSubnet(text: string): boolean {
  try {
    compile(text);
    return true;
  } catch {
    return false;
  }
}

export function checkLimits(file: Draft<ConfigFile>): Problem[] {
  const { runtime = {} } = file;
  const { graphql, host = {}, limits = {} } = runtime;
  return [
    ...checkPagination(runtime),
    ...(typeof graphql === 'object' && 'depth-limit' in graphql && 'depth' in limits
      ? [duplicateLimit(['runtime', 'graphql', 'depth-limit'], 'runtime.limits.depth')]
      : []),
    ...('max-response-size-mb' in host && 'response-bytes' in limits
      ? [duplicateLimit(['runtime', 'host', 'max-response-size-mb'], 'runtime.limits.response-bytes')]
      : []),
    ...checkRateLimit(file),
    ...checkSignals(runtime),
  ];
}

const duplicateLimit = (path: ConfigPath, other: string): Problem =>
  errorAt(path, `"${other}" sets the same limit. Remove one of them.`);

function checkRateLimit(file: Draft<ConfigFile>): Problem[] {
  const { limits = {}, 'rate-limit': written } = file.runtime ?? {};
  if (written === undefined || written.enabled === false) return [];
  const path = ['runtime', 'rate-limit'];
  const { redis, roles = {} } = written;
  const quotas = [written, ...Object.values(roles).map((own) => own ?? {})];
  return [
    ...('requests-per-minute' in limits
      ? [duplicateLimit(['runtime', 'limits', 'requests-per-minute'], 'runtime.rate-limit')]
      : []),
    ...(quotas.some((quota) => limitsRequests(quota) || limitsTime(quota))
      ? []
      : [errorAt(path, 'The limit of a caller is missing. Set "requests", "database-time-ms", or both.')]),
    ...('burst' in written && !quotas.some(limitsRequests) ? [burstError([...path, 'burst'])] : []),
    ...Object.entries(roles).flatMap(([role, own = {}]) =>
      (own.burst ?? 0) > 0 && !limitsRequests('requests' in own ? own : written)
        ? [burstError([...path, 'roles', role, 'burst'])]
        : [],
    ),
    ...checkRedis(redis, [...path, 'redis']),
    ...checkLimitedRoles(Object.keys(roles), file, [...path, 'roles']),
  ];
}

/** Maximum bytes of an identifier in PostgreSQL. */
const MAX_CHANNEL_BYTES = 63;

function checkSignals({ live }: Draft<RuntimeFile>): Problem[] {
  const { redis, notify } = live?.signals ?? {};
  const path = ['runtime', 'live', 'signals'];
  const isTooLong = typeof notify === 'string' && Buffer.byteLength(notify) > MAX_CHANNEL_BYTES;
  const expected = `at most ${MAX_CHANNEL_BYTES} bytes`;
  return [
    ...checkRedis(redis, [...path, 'redis']),
    ...(isTooLong ? [errorAt([...path, 'notify'], 'The channel name is too long.', { found: notify, expected })] : []),
  ];
}

function checkRedis(url: string | undefined, path: ConfigPath): Problem[] {
  if (url === undefined || /^(?:rediss?):$/.test(URL.parse(url)?.protocol ?? '')) return [];
  const expected = 'a URL such as redis://127.0.0.1:6379, or rediss://… for TLS';
  return [errorAt(path, 'Invalid URL of the Redis server.', { expected })];
}

const limitsRequests = (quota: Draft<QuotaFile>): boolean => 'requests' in quota && quota.requests !== -1;

const limitsTime = (quota: Draft<QuotaFile>): boolean =>
  'database-time-ms' in quota && quota['database-time-ms'] !== -1;

const burstError = (path: ConfigPath): Problem =>
  errorAt(path, '"burst" allows requests beyond "requests". Set "requests", too.');

function checkLimitedRoles(names: readonly string[], file: Draft<ConfigFile>, path: ConfigPath): Problem[] {
  const { caseInsensitiveRoles } = settingsFor(file.runtime?.compatibility);
  const normalize = (role: string): string => (caseInsensitiveRoles ? role.toLowerCase() : role);
  const known = new Set([...rolesOf(file), 'anonymous', 'authenticated'].map(normalize));
  return names
    .filter((name) => !known.has(normalize(name)))
    .map((name) => {
      const message = `No entity has permissions for the role "${name}".${didYouMean(name, known)}`;
      return errorAt([...path, name], caseInsensitiveRoles ? message : `${message} Names of roles are case-sensitive.`);
    });
}

function checkPagination({ pagination = {}, compatibility }: Draft<RuntimeFile>): Problem[] {
  const { 'default-page-size': size, 'max-page-size': written } = pagination;
  const max = written ?? settingsFor(compatibility).pagination.maxPageSize;
  if (size === undefined || size === null || max === -1 || size <= max) return [];
  return [
    errorAt(['runtime', 'pagination', 'default-page-size'], 'The default page size exceeds the maximum.', {
      found: size,
      expected: `at most max-page-size, which is ${max}`,
    }),
  ];
}

export const checkObservability = (file: Draft<ConfigFile>): Problem[] => [
  ...checkMetrics(file),
  ...checkTelemetry(file),
  ...checkAudit(file),
  ...checkRevokeRole(file),
];

/** Rejects roles that callers other than operators have. */
function checkRevokeRole({ runtime: { live } = {} }: Draft<ConfigFile>): Problem[] {
  const role = live?.['revoke-role'];
  if (role === undefined || !['anonymous', 'authenticated'].includes(role.toLowerCase())) return [];
  const path = ['runtime', 'live', 'revoke-role'];
  return [errorAt(path, 'Every caller can have this role. Set a role that only operators have.', { found: role })];
}

/** Reports a metrics path that another endpoint on the same port uses. */
function checkMetrics({ runtime = {} }: Draft<ConfigFile>): Problem[] {
  const { metrics, rest, graphql } = runtime;
  if (metrics === undefined || metrics === false) return [];
  const { path = defaults.runtime.metrics.path, host, port } = typeof metrics === 'object' ? metrics : {};
  if (port !== undefined) return [];
  const where = ['runtime', 'metrics'];
  const taken = [
    '/health',
    '/swagger',
    (typeof rest === 'object' ? rest.path : undefined) ?? defaults.runtime.rest.path,
    (typeof graphql === 'object' ? graphql.path : undefined) ?? defaults.runtime.graphql.path,
  ];
  return [
    ...(taken.some((other) => path === other || path.startsWith(`${other}/`))
      ? [errorAt([...where, 'path'], 'Another part of the service uses this path. Set another path.', { found: path })]
      : []),
    ...(host === undefined
      ? []
      : [errorAt([...where, 'host'], '"host" applies only to a separate port. Set "port", too.')]),
  ];
}

/** Required keys by target. */
const REQUIRED = { file: ['file'], stdout: [], webhook: ['url', 'spool'] } as const;

/** Reports missing keys of the target, and keys of other targets. */
function checkAudit({ runtime: { audit } = {} }: Draft<ConfigFile>): Problem[] {
  if (audit === undefined || audit.enabled === false) return [];
  const path = ['runtime', 'audit'];
  const target: keyof typeof REQUIRED = audit.target ?? defaults.runtime.audit.target;
  const missing = REQUIRED[target].filter((key: keyof AuditFile) => !(key in audit));
  const problems = missing.map((key) => errorAt(path, `The target "${target}" requires "${key}".`));
  const { url, file } = audit;
  if (target !== 'file' && file !== undefined) {
    problems.push(errorAt([...path, 'file'], `The target "${target}" has no file. Remove "file", or "target".`));
  }
  if (target !== 'webhook' && url !== undefined) {
    problems.push(errorAt([...path, 'url'], `The target "${target}" has no URL. Remove "url", or set "webhook".`));
  }
  return url === undefined ? problems : [...problems, ...checkUrl(url, [...path, 'url'], 'the webhook')];
}

function checkTelemetry({ runtime: { telemetry = {} } = {} }: Draft<ConfigFile>): Problem[] {
  const { endpoint } = telemetry['open-telemetry'] ?? {};
  if (endpoint === undefined || isUrl(endpoint)) return [];
  const expected = 'a URL such as http://127.0.0.1:4317';
  return [
    errorAt(['runtime', 'telemetry', 'open-telemetry', 'endpoint'], 'Invalid URL of the collector.', { expected }),
  ];
}
