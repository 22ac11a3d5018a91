import type { ConfigPath, Problem } from '../../base/problem.ts';
import type { DatabaseType, Tls } from '../config.ts';
import { readConnection } from '../connection/read-connection.ts';
import { defaultTlsMode } from '../connection/read-tls.ts';
import { errorAt, warningAt } from '../document/problem-at.ts';
import type { ConfigFile, DataSourceFile, Draft } from '../schema/config-schema.ts';

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

/** MySQL and MariaDB receive a token in clear text. On PostgreSQL, a server on this machine may be a local proxy. */
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
