import type { ConfigPath, Problem } from '../../base/problem.ts';
import { settingsFor } from '../compatibility.ts';
import type { DatabaseType, Tls } from '../config.ts';
import { readConnection } from '../connection/read-connection.ts';
import { defaultTlsMode } from '../connection/read-tls.ts';
import { errorAt, warningAt } from '../document/problem-at.ts';
import type { ConfigFile, DataSourceFile, Draft } from '../schema/config-schema.ts';

interface NameRule {
  readonly pattern: RegExp;
  readonly expected: string;
}

const variables: NameRule = {
  // Names of the form `joinery_1` are variables of the service.
  pattern: /^(?!joinery_\d+$)[a-z_$][\w$.]{0,63}$/i,
  expected: 'up to 64 letters, digits, "_", "$", and ".", not as "joinery_1"',
};

const rules: Readonly<Record<Exclude<DatabaseType, 'mssql' | 'mongodb'>, NameRule>> = {
  // https://www.postgresql.org/docs/current/runtime-config-custom.html
  postgresql: {
    pattern: /^(?=.{1,200}$)[a-z_][\w$]*(?:\.[a-z_][\w$]*)+$/i,
    expected: 'words of letters, digits, "_", and "$", joined by ".", as "request.jwt.claims"',
  },
  mysql: variables,
  mariadb: variables,
};

const PATH: ConfigPath = ['data-source', 'options', 'set-session-context'];

export function checkSessionContext(file: Draft<ConfigFile>): Problem[] {
  const source = file['data-source'];
  const type = source?.['database-type'];
  const written = source?.options?.['set-session-context'];
  if (type === 'mongodb' && written) return [errorAt(PATH, 'MongoDB has no session context. Remove this setting.')];
  if (type === undefined || type === 'mongodb' || typeof written !== 'object' || written === null) return [];
  if (type === 'mssql')
    return [errorAt(PATH, 'On SQL Server, the names of the session context are fixed. Write true or false.')];
  const { settings = {}, roles } = written;
  return [
    ...checkNames(Object.keys(settings), rules[type]),
    ...(roles === undefined ? [] : checkRoles(file, type, roles)),
  ];
}

/** Names are case-insensitive in all databases. */
function checkNames(names: readonly string[], { pattern, expected }: NameRule): Problem[] {
  const seen = new Map<string, string>();
  return names.flatMap((name) => {
    const path = [...PATH, 'settings', name];
    const previous = seen.get(name.toLowerCase());
    seen.set(name.toLowerCase(), name);
    if (!pattern.test(name)) return [errorAt(path, `Invalid name "${name}". Rename it.`, { expected })];
    return previous === undefined
      ? []
      : [errorAt(path, `"${previous}" and "${name}" are the same name to the database. Remove one of them.`)];
  });
}

/** Returns the roles with permissions, with duplicates. */
export function rolesOf({ entities = {}, autoentities = {} }: Draft<ConfigFile>): readonly string[] {
  const owners = [...Object.values(entities), ...Object.values(autoentities)];
  return owners.flatMap((owner) => (owner?.permissions ?? []).flatMap((permission) => permission?.role ?? []));
}

/** Reports roles with permissions but without a database role, because all of their requests would fail. */
function checkRoles(
  file: Draft<ConfigFile>,
  type: DatabaseType,
  roles: Readonly<Record<string, string | undefined>>,
): Problem[] {
  const path = [...PATH, 'roles'];
  if (type !== 'postgresql') {
    const message = 'Only PostgreSQL can run statements under another role. Remove "roles".';
    return [errorAt(path, message, { found: type, expected: '"postgresql"' })];
  }
  const { caseInsensitiveRoles } = settingsFor(file.runtime?.compatibility);
  const normalize = (role: string): string => (caseInsensitiveRoles ? role.toLowerCase() : role);
  const mapped = new Set(Object.keys(roles).map(normalize));
  const missing = new Set(rolesOf(file).filter((role) => !isMapped(normalize(role), mapped)));
  return [...missing].map((role) =>
    errorAt(path, `The role "${role}" has permissions but no PostgreSQL role. Add "${role}" to "roles".`),
  );
}

const isMapped = (role: string, mapped: ReadonlySet<string>): boolean =>
  mapped.has(role) || (role !== 'anonymous' && mapped.has('authenticated'));

const KEYS = ['password-command', 'identity'] as const;

/** Checks the keys that replace a password in the connection string. */
export function checkLogin({ 'data-source': source }: Draft<ConfigFile>): Problem[] {
  if (source === undefined) return [];
  const [key, other] = KEYS.filter((name) => source[name] !== undefined);
  if (key === undefined)
    return source['password-ttl-ms'] === undefined
      ? []
      : [warningAt(at('password-ttl-ms'), '"password-ttl-ms" is ignored without "password-command".')];
  if (other !== undefined)
    return [errorAt(at(other), `"${key}" and "${other}" exclude each other. Remove one of them.`)];
  if (source.embedded !== undefined)
    return [errorAt(at(key), `An embedded server needs no password. Remove "${key}".`)];
  if (source['database-type'] === 'mssql') {
    const advice = 'Set "Authentication=Active Directory Default" in the connection string';
    return [errorAt(at(key), `"${key}" is not supported on SQL Server. ${advice}.`)];
  }
  if (source['database-type'] === 'mongodb') {
    const advice = 'Put the user and the password into the connection string';
    return [errorAt(at(key), `"${key}" is not supported on MongoDB. ${advice}.`)];
  }
  return [...checkConnection(source, key), ...checkProvider(source.identity)];
}

const at = (key: string): ConfigPath => ['data-source', key];

function checkConnection(source: Draft<DataSourceFile>, key: (typeof KEYS)[number]): Problem[] {
  const { 'connection-string': text, 'database-type': type, tls } = source;
  if (text === undefined || type === undefined) return [];
  const { url, options } = readConnection(text, type);
  // The check of the connection string reports the error.
  if (url === undefined) return [];
  const { username, password } = new URL(url);
  const mode = tls?.mode ?? options.tls.mode ?? defaultTlsMode(url);
  return [
    ...(password === ''
      ? []
      : [errorAt(at(key), `The connection string has a password, too. Remove it, or "${key}".`)]),
    ...(username === '' ? [errorAt(at(key), 'Missing user. Add the name of the login to the connection string.')] : []),
    ...(key === 'identity' && !protectsTokens(type, mode, defaultTlsMode(url)) ? [insecure(mode)] : []),
  ];
}

/** Tokens require a verified server. PostgreSQL on this machine is exempt, because it may be a local proxy. */
const protectsTokens = (type: DatabaseType, mode: Tls['mode'], byDefault: Tls['mode']): boolean =>
  mode.startsWith('verify') || (type === 'postgresql' && byDefault === 'disable');

const insecure = (mode: Tls['mode']): Problem =>
  errorAt(['data-source', 'tls', 'mode'], 'Tokens are only sent to a server whose certificate is verified.', {
    found: mode,
    expected: '"verify-full" or "verify-ca"',
  });

const PROVIDERS_OF = { 'client-id': 'azure', scope: 'azure', region: 'aws-rds' } as const;

function checkProvider(identity: Draft<NonNullable<DataSourceFile['identity']>> = {}): Problem[] {
  const { provider } = identity;
  const keys = Object.keys(PROVIDERS_OF) as (keyof typeof PROVIDERS_OF)[];
  return keys
    .filter((key) => identity[key] !== undefined && provider !== undefined && PROVIDERS_OF[key] !== provider)
    .map((key) => errorAt([...at('identity'), key], `"${key}" is only for "${PROVIDERS_OF[key]}". Remove it.`));
}
