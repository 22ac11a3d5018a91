import { resolve } from 'node:path';
import { type CompatibilitySettings, settingsFor } from '../compatibility.ts';
import type {
  AuditSettings,
  AuditTarget,
  GraphqlApi,
  Limits,
  Metrics,
  Overrides,
  Pagination,
  RestApi,
  Runtime,
  ServerTls,
  Traces,
} from '../config.ts';
import type { PersistedDocumentSettings } from '../graphql-settings.ts';
import type { LiveSettings, LiveSignals } from '../live-settings.ts';
import type { Quota, RateLimit } from '../rate-limit.ts';
import {
  type AuditFile,
  defaults as allDefaults,
  type GraphqlFile,
  type HostFile,
  type LimitsFile,
  type LiveFile,
  type MetricsFile,
  type QuotaFile,
  type RateLimitFile,
  type RestFile,
  type RuntimeFile,
  type TelemetryFile,
} from '../schema/config-schema.ts';
import { apiObject } from './api-object.ts';
import { buildAuthentication } from './build-authentication.ts';

const defaults = allDefaults.runtime;

export function buildRuntime(
  written: RuntimeFile,
  { overrides, folder, roleOf }: { overrides: Overrides; folder: string; roleOf?: (role: string) => string },
): Omit<Runtime, 'workers'> {
  const settings = settingsFor(written.compatibility);
  const {
    graphql: _graphql,
    rest: _rest,
    pagination: _pagination,
    textEquality: _textEquality,
    limits,
    ...others
  } = settings;
  const { host = {} } = written;
  const cors = { ...defaults.host.cors, ...host.cors };
  const mode = host.mode ?? defaults.host.mode;
  const rateLimit = buildRateLimit(written, roleOf);
  return {
    mode,
    host: overrides.host ?? host.host ?? defaults.host.host,
    port: overrides.port ?? host.port ?? defaults.host.port,
    trustedProxies: host['trusted-proxies'] ?? [],
    allowedHosts: host['allowed-hosts'] ?? [],
    logErrorDetail: host['log-error-detail'] ?? defaults.host['log-error-detail'],
    drainTimeMs: host['drain-ms'] ?? defaults.host['drain-ms'],
    graphql: buildGraphql(apiObject(written.graphql), settings, folder),
    rest: buildRest(apiObject(written.rest), settings),
    console: {
      enabled: written.console?.enabled ?? mode === 'development',
      roles: written.console?.roles ?? defaults.console.roles,
    },
    authentication: buildAuthentication(host.authentication, folder),
    pagination: buildPagination(written.pagination, settings),
    cors: {
      origins: cors.origins,
      credentials: cors['allow-credentials'],
      exposedHeaders: cors['exposed-headers'],
      maxAge: cors['max-age-seconds'],
    },
    ...(host.tls && { tls: buildServerTls(host.tls, folder) }),
    baseRoute: written['base-route'] ?? '',
    ...others,
    numbers: written.numbers ?? defaults.numbers,
    compression: written.compression?.level ?? defaults.compression.level,
    limits: buildLimits(written, limits),
    ...(rateLimit && { rateLimit }),
    live: buildLive(written.live),
    ...buildObservability(written, folder),
  };
}

function buildLive(written: LiveFile | undefined): LiveSettings {
  const settings = { ...defaults.live, ...written };
  const revokeRole = written?.['revoke-role'];
  return {
    enabled: settings.enabled,
    interval: settings['interval-ms'],
    fallback: settings['fallback-ms'],
    streamDelay: settings['stream-delay-ms'],
    maxPerCaller: settings['max-per-caller'],
    maxTotal: settings['max-total'],
    maxStalled: settings['max-stalled-ms'],
    signals: buildSignals(written),
    ...(revokeRole !== undefined && { revokeRole }),
  };
}

const buildServerTls = (tls: NonNullable<HostFile['tls']>, folder: string): ServerTls => ({
  ...tls,
  cert: resolve(folder, tls.cert),
  key: resolve(folder, tls.key),
});

function buildGraphql(written: GraphqlFile | undefined, settings: CompatibilitySettings, folder: string): GraphqlApi {
  const graphql = { ...defaults.graphql, ...written };
  const persistedDocuments = buildPersistedDocuments(written?.['persisted-documents'], folder);
  return {
    ...settings.graphql,
    enabled: graphql.enabled,
    path: graphql.path,
    introspection: graphql['allow-introspection'],
    aggregation: graphql['enable-aggregation'],
    naming: written?.naming ?? settings.graphql.naming,
    nestedCreate: written?.['multiple-mutations']?.create?.enabled ?? settings.graphql.nestedCreate,
    ...(persistedDocuments && { persistedDocuments }),
    plugins: (written?.plugins ?? []).map((file) => resolve(folder, file)),
  };
}

function buildPersistedDocuments(
  written: GraphqlFile['persisted-documents'],
  folder: string,
): PersistedDocumentSettings | undefined {
  const { manifest = [], only, automatic } = { ...defaults.graphql['persisted-documents'], ...written };
  const manifests = [manifest].flat().map((file) => resolve(folder, file));
  return automatic || manifests.length > 0 ? { manifests, only, automatic } : undefined;
}

function buildRest(written: RestFile | undefined, settings: CompatibilitySettings): RestApi {
  const rest = { ...defaults.rest, ...written };
  return { ...settings.rest, enabled: rest.enabled, path: rest.path, bodyStrict: rest['request-body-strict'] };
}

function buildPagination(written: RuntimeFile['pagination'], settings: CompatibilitySettings): Pagination {
  const { 'default-page-size': size, 'max-page-size': max, 'next-link-relative': relative } = written ?? {};
  const maxPageSize = max === -1 ? 2_147_483_647 : (max ?? settings.pagination.maxPageSize);
  const defaultPageSize = size === -1 ? maxPageSize : (size ?? defaults.pagination['default-page-size']);
  return {
    ...settings.pagination,
    defaultPageSize: Math.min(defaultPageSize, maxPageSize),
    maxPageSize,
    nextLinkRelative: relative ?? defaults.pagination['next-link-relative'],
  };
}

const MEBIBYTE = 1024 * 1024;

const LARGEST_RESPONSE_MB = 158;

export function buildLimits(
  { limits: written = {}, host, graphql }: RuntimeFile,
  settings: CompatibilitySettings['limits'],
): Limits {
  const { 'depth-limit': depth }: GraphqlFile = apiObject(graphql) ?? {};
  const { 'requests-per-minute': _, ...own } = written;
  const limits = toCamelCase({ ...defaults.limits, ...settings, ...own });
  return {
    ...limits,
    depth: depth === -1 ? Number.POSITIVE_INFINITY : (depth ?? limits.depth),
    responseBytes: responseBytes(host?.['max-response-size-mb']) ?? limits.responseBytes,
  };
}

const toCamelCase = (limits: LimitsFile & typeof defaults.limits): Limits =>
  Object.fromEntries(
    Object.entries(limits).map(([key, value]) => [
      key.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as unknown as Limits;

function responseBytes(megabytes: number | null | undefined): number | undefined {
  if (megabytes === undefined || megabytes === null) return undefined;
  return (megabytes === -1 ? LARGEST_RESPONSE_MB : megabytes) * MEBIBYTE;
}

/** @param roleOf returns the spelling of a role in the identity of a request */
export function buildRateLimit(
  { limits = {}, 'rate-limit': written }: RuntimeFile,
  roleOf = (role: string): string => role,
): RateLimit | undefined {
  const { 'requests-per-minute': perMinute } = limits;
  const short: RateLimitFile | undefined = perMinute === undefined ? undefined : { requests: perMinute };
  const settings: RateLimitFile & (typeof defaults)['rate-limit'] = { ...defaults['rate-limit'], ...short, ...written };
  if ((written ?? short) === undefined || !settings.enabled) return undefined;
  const quota = buildQuota(settings, { burst: settings.burst });
  const { by, redis } = settings;
  const roles = new Map(
    Object.entries(settings.roles ?? {}).map(([role, own]) => [roleOf(role), buildQuota(own, quota)]),
  );
  return {
    ...(by !== 'address' && { claim: by.slice('claims.'.length) }),
    quota,
    roles,
    limitsDatabaseTime: [quota, ...roles.values()].some(({ databaseTimeMs }) => databaseTimeMs !== undefined),
    window: settings['window-seconds'],
    ipv6Prefix: settings['ipv6-prefix'],
    maxCallers: settings['max-callers'],
    ...(redis !== undefined && {
      redis: { url: redis, prefix: settings['redis-prefix'], timeout: settings['redis-timeout-ms'] },
    }),
  };
}

/** @param inherited limits for keys that `written` lacks */
function buildQuota({ requests, burst, 'database-time-ms': databaseTimeMs }: QuotaFile, inherited: Quota): Quota {
  const [allRequests, allTime] = [requests ?? inherited.requests, databaseTimeMs ?? inherited.databaseTimeMs];
  return {
    ...(allRequests !== undefined && allRequests !== -1 && { requests: allRequests }),
    burst: burst ?? inherited.burst,
    ...(allTime !== undefined && allTime !== -1 && { databaseTimeMs: allTime }),
  };
}

const DEFAULT_CHANNEL = 'joinery';

function buildSignals({ signals = {} }: LiveFile = {}): LiveSignals {
  const settings = { ...defaults.live.signals, ...signals };
  const { notify, redis } = settings;
  return {
    ...(redis !== undefined && { redis: { url: redis, channel: settings['redis-channel'] } }),
    ...(notify !== false && { notify: notify === true ? DEFAULT_CHANNEL : notify }),
    notifiedFallback: settings['notified-fallback-ms'],
  };
}

type Observability = Pick<Runtime, 'metrics' | 'traces' | 'accessLog' | 'audit'>;

export function buildObservability(written: RuntimeFile, folder: string): Observability {
  const accessLog = written['access-log'] ?? false;
  const metrics = buildMetrics(written.metrics);
  const traces = buildTraces(written.telemetry?.['open-telemetry']);
  const audit = buildAudit(written.audit, folder);
  return {
    ...(metrics && { metrics }),
    ...(traces && { traces }),
    accessLog: accessLog === false ? 'none' : accessLog === true ? 'json' : accessLog,
    ...(audit && { audit }),
  };
}

function buildMetrics(written: RuntimeFile['metrics']): Metrics | undefined {
  if (written === undefined) return undefined;
  const { enabled, path, port, host }: MetricsFile & typeof defaults.metrics = {
    ...defaults.metrics,
    ...apiObject(written),
  };
  if (!enabled) return undefined;
  return { path, ...(port !== undefined && { listen: { port, host } }) };
}

function buildTraces(written: TelemetryFile['open-telemetry']): Traces | undefined {
  if (written === undefined) return undefined;
  const settings = { ...defaults.telemetry['open-telemetry'], ...written };
  if (!settings.enabled) return undefined;
  const { endpoint, headers } = settings;
  return {
    ...(endpoint !== undefined && { endpoint }),
    ...(headers !== undefined && { headers }),
    protocol: settings['exporter-protocol'],
    serviceName: settings['service-name'],
    comments: settings['trace-comments'],
  };
}

function buildAudit(written: AuditFile | undefined, folder: string): AuditSettings | undefined {
  if (written === undefined) return undefined;
  const settings = { ...defaults.audit, ...written };
  const target = buildTarget(settings, folder);
  if (!settings.enabled || target === undefined) return undefined;
  return {
    target,
    queueBytes: settings['queue-bytes'],
    sync: settings.sync,
    onFailure: settings['on-failure'],
    subjectClaim: settings['subject-claim'],
  };
}

/** Returns undefined if a required key is missing, which the checks report. */
function buildTarget(settings: AuditFile & typeof defaults.audit, folder: string): AuditTarget | undefined {
  const { target, file, url, authorization, spool } = settings;
  if (target === 'stdout') return { kind: target };
  if (target === 'file') return file === undefined ? undefined : { kind: target, path: resolve(folder, file) };
  if (url === undefined || spool === undefined) return undefined;
  return {
    kind: target,
    url,
    ...(authorization !== undefined && { authorization }),
    spool: resolve(folder, spool),
    spoolBytes: settings['spool-bytes'],
  };
}
