import type { Runtime } from '../config.ts';
import type { Overrides, RuntimeFile } from '../config-file.ts';
import { defaults } from '../defaults.ts';

export function buildRuntime(written: RuntimeFile, overrides: Overrides): Runtime {
  const host = { ...defaults.host, ...written.host };
  const graphql = { ...defaults.graphql, ...apiObject(written.graphql) };
  const rest = { ...defaults.rest, ...apiObject(written.rest) };
  const limits = { ...defaults.limits, ...written.limits };
  const { 'default-page-size': size, 'max-page-size': maxPageSize } = { ...defaults.pagination, ...written.pagination };
  return {
    mode: host.mode,
    host: overrides.host ?? host.host,
    port: overrides.port ?? host.port,
    graphql: { enabled: graphql.enabled, path: graphql.path, introspection: graphql['allow-introspection'] },
    rest: { enabled: rest.enabled, path: rest.path },
    authentication: { provider: written.host?.authentication?.provider ?? defaults.authentication.provider },
    pagination: { defaultPageSize: Math.min(size, maxPageSize), maxPageSize },
    numbers: written.numbers ?? defaults.numbers,
    limits: {
      body: limits['body-bytes'],
      inValues: limits['in-values'],
      requestTimeout: limits['request-timeout-ms'],
      response: limits['response-bytes'],
    },
    operationCache: limits['operation-cache-bytes'],
  };
}

/** A flag stands for an object with `enabled` alone. */
const apiObject = <T extends object>(written: boolean | T | undefined): T | { enabled: boolean } | undefined =>
  typeof written === 'boolean' ? { enabled: written } : written;
