import { resolve } from 'node:path';
import { type CompatibilitySettings, settingsFor } from '../compatibility.ts';
import type { Config, DataSource, Overrides, Tls } from '../config.ts';
import { readConnection } from '../connection/read-connection.ts';
import { defaultTlsMode } from '../connection/read-tls.ts';
import { countWorkers } from '../divide-limits.ts';
import {
  type AutoEntityFile,
  autoEntityDefaults,
  type ConfigFile,
  type DataSourceFile,
  defaults,
  type EntityFile,
} from '../schema/config-schema.ts';
import { apiObject } from './api-object.ts';
import { buildEntity } from './build-entity.ts';
import { buildRuntime } from './build-runtime.ts';

/** Applies all defaults. @param folder absolute folder of the file, the base of relative paths */
export function buildConfig(file: ConfigFile, folder: string, overrides: Overrides): Config {
  const { expand } = { ...defaults.runtime.rest, ...apiObject(file.runtime?.rest) };
  const { caseInsensitiveRoles } = settingsFor(file.runtime?.compatibility);
  const roleOf = buildRoles(file, caseInsensitiveRoles);
  const runtime = buildRuntime(file.runtime ?? {}, { overrides, folder, roleOf });
  const dataSource = buildDataSource(file['data-source'], {
    folder,
    settings: settingsFor(file.runtime?.compatibility),
    roleOf,
  });
  return deepFreeze({
    dataSource,
    runtime: { ...runtime, workers: countWorkers(file.runtime?.host?.workers, dataSource.pool) },
    entities: Object.entries(file.entities ?? {}).map(([name, entity]) =>
      buildEntity(name, entity, { expand, roleOf }),
    ),
    autoEntities: Object.entries(file.autoentities ?? {}).map(([name, definition]) => ({
      name,
      patterns: { exclude: [], ...autoEntityDefaults.patterns, ...definition.patterns },
      template: buildEntity(name, templateOf(definition), { expand, roleOf }),
    })),
  });
}

/** Returns the settings that the entities of a definition share. */
const templateOf = ({ template = {}, permissions = [] }: AutoEntityFile): EntityFile => ({
  source: '-',
  rest: { enabled: template.rest?.enabled ?? autoEntityDefaults.template.rest.enabled },
  graphql: { enabled: template.graphql?.enabled ?? autoEntityDefaults.template.graphql.enabled },
  permissions: permissions.map(({ role, actions }) => ({ role, actions: actions === '*' ? '*' : [...actions] })),
});

export function buildDataSource(
  written: DataSourceFile,
  {
    folder,
    settings,
    roleOf = (role) => role,
  }: {
    folder: string;
    settings: Pick<CompatibilitySettings, 'textEquality'>;
    roleOf?: (role: string) => string;
  },
): DataSource {
  const { 'database-type': databaseType, 'connection-string': text, embedded } = written;
  const { url, options } = text === undefined ? { options: { tls: {} } } : readConnection(text, databaseType);
  const defaultsOfSource = defaults['data-source'];
  const pool = { ...defaultsOfSource.pool, ...written.pool };
  const max = written.pool?.max ?? options.poolMax ?? pool.max;
  return {
    databaseType,
    ...(url !== undefined && { connectionString: url }),
    ...(embedded && {
      embedded: {
        directory: resolve(folder, embedded.directory),
        seed: [embedded.seed ?? []].flat().map((name) => resolve(folder, name)),
      },
    }),
    pool: {
      max,
      changes: written.pool?.changes ?? Math.max(1, Math.floor(max / 2)),
      acquireTimeoutMs: pool['acquire-timeout-ms'],
      maxWaiting: pool['max-waiting'],
      connectTimeout: written.pool?.['connect-timeout-ms'] ?? options.connectTimeout ?? pool['connect-timeout-ms'],
      silenceTimeoutMs: pool['silence-timeout-ms'],
      keepAlive: pool['keep-alive-ms'],
    },
    prepared: written.prepared ?? defaultsOfSource.prepared,
    catalogIntervalMs: written['catalog-interval-ms'] ?? defaultsOfSource['catalog-interval-ms'],
    statementTimeoutMs:
      written['statement-timeout-ms'] ?? options.statementTimeout ?? defaultsOfSource['statement-timeout-ms'],
    ...buildLogin(written, folder),
    ...buildSessionContext(written.options?.['set-session-context'], roleOf),
    textEquality:
      written['text-equality'] ??
      (databaseType === 'postgresql' ? defaultsOfSource['text-equality'] : settings.textEquality),
    tls: buildTls({ written: written.tls, fromConnectionString: options.tls, url }, folder),
  };
}

function buildLogin(
  { 'password-command': command, 'password-ttl-ms': ttl, identity }: DataSourceFile,
  folder: string,
): Pick<DataSource, 'passwordCommand' | 'identity'> {
  const lifetimeMs = ttl ?? defaults['data-source']['password-ttl-ms'];
  const { 'client-id': clientId, ...others } = identity ?? {};
  return {
    ...(command !== undefined && { passwordCommand: { command, folder, lifetimeMs } }),
    ...(identity !== undefined && {
      identity: { ...others, provider: identity.provider, ...(clientId !== undefined && { clientId }) },
    }),
  };
}

function buildSessionContext(
  written: NonNullable<DataSourceFile['options']>['set-session-context'],
  roleOf: (role: string) => string,
): Pick<DataSource, 'sessionContext'> {
  if (written === undefined || written === false) return {};
  const { settings, roles } = written === true ? {} : written;
  return {
    sessionContext: {
      ...(settings && { settings: new Map(Object.entries(settings)) }),
      ...(roles && { roles: new Map(Object.entries(roles).map(([role, name]) => [roleOf(role), name])) }),
    },
  };
}

/** Makes paths absolute. Keys of the file (`written`) override those of the connection string. */
function buildTls(
  {
    written = {},
    fromConnectionString,
    url,
  }: { written?: Partial<Tls> | undefined; fromConnectionString: Partial<Tls>; url: string | undefined },
  folder: string,
): Tls {
  const { mode, ca, cert, key, passphrase } = { ...fromConnectionString, ...written };
  return {
    mode: mode ?? defaultTlsMode(url),
    ...(ca !== undefined && { ca: resolve(folder, ca) }),
    ...(cert !== undefined && { cert: resolve(folder, cert) }),
    ...(key !== undefined && { key: resolve(folder, key) }),
    ...(passphrase !== undefined && { passphrase }),
  };
}

/**
 * Returns a function that normalizes role names. If roles are case-insensitive, it returns the first spelling in the
 * file, or lower case for `anonymous` and `authenticated`.
 */
function buildRoles(file: ConfigFile, caseInsensitive: boolean): (role: string) => string {
  if (!caseInsensitive) return (role) => role;
  const all = [...Object.values(file.entities ?? {}), ...Object.values(file.autoentities ?? {})];
  const written = all.flatMap(({ permissions = [] }) => permissions.map(({ role }) => role));
  const first = new Map(
    ['anonymous', 'authenticated', ...written].toReversed().map((role) => [role.toLowerCase(), role]),
  );
  return (role) => first.get(role.toLowerCase()) ?? role;
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const child of value instanceof Map ? value.values() : Object.values(value)) deepFreeze(child);
  return value;
}
