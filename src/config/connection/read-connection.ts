import type { DatabaseType, Tls } from '../config.ts';
import { type Connection, type ConnectionOptions, error, type Fault, warning } from './connection.ts';
import { plain, type Settings, settingOf } from './keywords.ts';
import { checkSignIn } from './read-sign-in.ts';
import { readTls } from './read-tls.ts';
import { readUrl, SCHEMES } from './read-url.ts';

export function readConnection(text: string, type: DatabaseType): Connection {
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !text.includes('=');
  return isUrl ? readUrl(text, type) : readPairs(text, type);
}

const LONGEST = 2_147_483_647;

const SQL_CLIENT: Partial<Tls> = { mode: 'verify-full' };

const FORM = 'Host=…;Port=…;Database=…;Username=…;Password=…, values with a ";" in quotes';

function readPairs(text: string, type: DatabaseType): Connection {
  const pairs = parsePairs(text);
  if (pairs === undefined) return { options: { tls: {} }, faults: [error('Invalid connection string.', FORM)] };
  const settings: Settings = Object.fromEntries(
    pairs.flatMap(({ keyword, value }) => {
      const setting = settingOf(keyword);
      return setting === undefined ? [] : [[setting, value]];
    }),
  );
  const server = readServer(settings, type);
  const { tls, faults } = readTls(settings, type === 'mssql' ? SQL_CLIENT : {});
  const numbers = readNumbers(settings);
  return {
    ...('url' in server && { url: server.url }),
    options: { tls, ...numbers.options },
    faults: [
      ...server.faults,
      ...faults,
      ...numbers.faults,
      ...checkSignIn(settings, type),
      ...refuseSearchPath(settings),
      ...warnOf(pairs, settings),
    ],
  };
}

function readServer(settings: Settings, type: DatabaseType): { url?: string; faults: readonly Fault[] } {
  const { host, database = '', user, password } = settings;
  const faults = [
    ...(host ? [] : [error('The connection string has no host.', FORM)]),
    // On SQL Server, each login has a default database.
    ...(database || type === 'mssql' ? [] : [error('The connection string has no database.', FORM)]),
  ];
  if (!host || faults.length > 0) return { faults };
  const server: Place = type === 'mssql' ? splitServer(host) : { host };
  const port = settings.port ?? server.port;
  const misplaced = checkPlace({ ...server, ...(port !== undefined && { port }) });
  if (misplaced !== undefined) return { faults: [misplaced] };
  const login = user ? `${encodeURIComponent(user)}${password ? `:${encodeURIComponent(password)}` : ''}@` : '';
  const place = `${encodeHost(server.host)}${port ? `:${port}` : ''}`;
  const query = type === 'mssql' ? queryOf({ ...settings, ...(server.instance && { instance: server.instance }) }) : '';
  const url = `${SCHEMES[type][0]}://${login}${place}/${encodeURIComponent(database)}${query}`;
  return URL.canParse(url) ? { url, faults } : { faults: [error('Invalid host.', 'a host name or address')] };
}

const PARAMETERS = {
  instance: 'instanceName',
  method: 'authentication',
  clientId: 'clientId',
  tenantId: 'tenantId',
  hostInCertificate: 'hostNameInCertificate',
  intent: 'applicationIntent',
  multiSubnet: 'multiSubnetFailover',
} as const;

function queryOf(settings: Settings & { readonly instance?: string }): string {
  const parameters = (Object.keys(PARAMETERS) as (keyof typeof PARAMETERS)[]).flatMap((name) => {
    const value = settings[name];
    return value ? [`${PARAMETERS[name]}=${encodeURIComponent(value)}`] : [];
  });
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
}

function encodeHost(host: string): string {
  if (host.startsWith('/')) return encodeURIComponent(host);
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

function readNumbers(settings: Settings): { options: Omit<ConnectionOptions, 'tls'>; faults: readonly Fault[] } {
  const read = (key: 'poolMax' | 'connectTimeout' | 'statementTimeout', unit: number) => {
    const written = settings[key];
    if (written === undefined || !/^\d+$/.test(written)) return {};
    // 0 means no limit.
    const value = Number(written) === 0 ? LONGEST : Math.min(Number(written) * unit, LONGEST);
    return { [key]: value };
  };
  const faults = (['poolMax', 'connectTimeout', 'statementTimeout'] as const)
    .filter((key) => settings[key] !== undefined && !/^\d+$/.test(settings[key]))
    .map(() => error('A timeout or the pool size is not an integer.', 'seconds, or sessions'));
  return {
    options: { ...read('poolMax', 1), ...read('connectTimeout', 1_000), ...read('statementTimeout', 1_000) },
    faults,
  };
}

/** Rejects a search path, because ignoring it would change the meaning of names. */
const refuseSearchPath = ({ searchPath }: Settings): readonly Fault[] =>
  searchPath === undefined
    ? []
    : [error('A search path is not supported. Write the schema in the "source" of each entity, as sales.orders.')];

function warnOf(pairs: readonly KeyValuePair[], { pooling }: Settings): readonly Fault[] {
  const unknown = pairs.filter(({ keyword }) => settingOf(keyword) === undefined);
  return [
    ...unknown.map(({ keyword }) => warning(`Unknown keyword "${keyword}" in the connection string is ignored.`)),
    ...(pooling !== undefined && plain(pooling) === 'false'
      ? [warning('"Pooling" is ignored, because sessions are always pooled.')]
      : []),
  ];
}

interface KeyValuePair {
  readonly keyword: string;
  readonly value: string;
}

// Matches `keyword=value`, bare or in quotes, with doubled quotes as escapes:
// https://learn.microsoft.com/dotnet/framework/data/adonet/connection-string-syntax
const PAIR = /\s*([^=;]+?)\s*=\s*(?:"((?:[^"]|"")*)"|'((?:[^']|'')*)'|([^;"'][^;]*?)?)\s*(?:;|$)|\s*;|\s+$/y;

/** Returns undefined for an unclosed quote, text after a closing quote, or a part without `=`. */
export function parsePairs(text: string): readonly KeyValuePair[] | undefined {
  const pairs: KeyValuePair[] = [];
  const pattern = new RegExp(PAIR);
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (match === null) return undefined;
    const [, keyword, double, single, bare = ''] = match;
    if (keyword === undefined) continue;
    pairs.push({ keyword, value: double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'") ?? bare });
  }
  return pairs;
}

interface Place {
  readonly host: string;
  readonly instance?: string;
  readonly port?: string;
}

/** Splits SqlClient's `tcp:host\instance,port`; `.` and `(local)` are this machine. */
function splitServer(written: string): Place {
  const [, name = written, instance, port] = /^(?:tcp:)?([^\\,]*)(?:\\([^,]*))?(?:,\s*(.*))?$/i.exec(written) ?? [];
  const host = name === '.' || name.toLowerCase() === '(local)' ? 'localhost' : name;
  return { host, ...(instance && { instance }), ...(port && { port }) };
}

function checkPlace({ host, port }: Place): Fault | undefined {
  if (/^\(localdb\)/i.test(host)) {
    return error(
      'LocalDB is not supported: it does not listen on TCP.',
      'a server of SQL Server, as localhost or .\\SQLEXPRESS',
    );
  }
  if (/^(np|lpc|admin):/i.test(host) || /^[^/].*,/.test(host) || host === '')
    return error('The host must be one server that listens on TCP.', 'one host name or address');
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) <= 65_535))
    return error('Invalid port.', 'an integer up to 65535');
  return undefined;
}
