import type { DatabaseType, Tls } from '../config.ts';
import { type Connection, type ConnectionOptions, error, type Fault, warning } from './connection.ts';
import { meaningOf, plain, type Settings } from './keywords.ts';
import { type Pair, parsePairs } from './parse-pairs.ts';
import { checkSignIn } from './read-sign-in.ts';
import { readTls } from './read-tls.ts';
import { SCHEMES } from './read-url.ts';
import { checkPlace, type Place, splitServer } from './split-server.ts';

const LONGEST = 2_147_483_647;

/** What SqlClient does where nothing is said. */
const SQL_CLIENT: Partial<Tls> = { mode: 'verify-full' };

const FORM = 'Host=…;Port=…;Database=…;Username=…;Password=…, values with a ";" in quotes';

/** A connection string in ADO.NET style: its server as a URL, the rest as options. */
export function readPairs(text: string, type: DatabaseType): Connection {
  const pairs = parsePairs(text);
  if (pairs === undefined)
    return { options: { tls: {} }, faults: [error('The connection string cannot be read to its end.', FORM)] };
  const settings: Settings = Object.fromEntries(
    pairs.flatMap(({ keyword, value }) => {
      const meaning = meaningOf(keyword);
      return meaning === undefined ? [] : [[meaning, value]];
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
    ...(host ? [] : [error('The connection string names no host.', FORM)]),
    // SQL Server has one for each login.
    ...(database || type === 'mssql' ? [] : [error('The connection string names no database.', FORM)]),
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
  return URL.canParse(url) ? { url, faults } : { faults: [error('The host is none.', 'a host name or address')] };
}

/** What a URL for SQL Server says beside server, database, user and password. */
const PARAMETERS = {
  instance: 'instanceName',
  method: 'authentication',
  clientId: 'clientId',
  tenantId: 'tenantId',
  hostInCertificate: 'hostNameInCertificate',
  intent: 'applicationIntent',
  multiSubnet: 'multiSubnetFailover',
} as const;

function queryOf(said: Settings & { readonly instance?: string }): string {
  const given = (Object.keys(PARAMETERS) as (keyof typeof PARAMETERS)[]).flatMap((name) => {
    const value = said[name];
    return value ? [`${PARAMETERS[name]}=${encodeURIComponent(value)}`] : [];
  });
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

/** The host as it stands in a URL: `::1` → `[::1]`, the path of a socket is percent-encoded. */
function encodeHost(host: string): string {
  if (host.startsWith('/')) return encodeURIComponent(host);
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

function readNumbers(settings: Settings): { options: Omit<ConnectionOptions, 'tls'>; faults: readonly Fault[] } {
  const read = (key: 'poolMax' | 'connectTimeout' | 'statementTimeout', unit: number) => {
    const written = settings[key];
    if (written === undefined || !/^\d+$/.test(written)) return {};
    // In these drivers 0 means to wait without end.
    const value = Number(written) === 0 ? LONGEST : Math.min(Number(written) * unit, LONGEST);
    return { [key]: value };
  };
  const faults = (['poolMax', 'connectTimeout', 'statementTimeout'] as const)
    .filter((key) => settings[key] !== undefined && !/^\d+$/.test(settings[key]))
    .map(() => error('A time-out or the pool size is no whole number.', 'seconds, or sessions'));
  return {
    options: { ...read('poolMax', 1), ...read('connectTimeout', 1_000), ...read('statementTimeout', 1_000) },
    faults,
  };
}

/** Refuses a keyword that cannot be ignored: it says what names mean. */
const refuseSearchPath = ({ searchPath }: Settings): readonly Fault[] =>
  searchPath === undefined
    ? []
    : [error('A search path is not read; write the schema in the "source" of each entity, as sales.orders.')];

function warnOf(pairs: readonly Pair[], { pooling }: Settings): readonly Fault[] {
  const unknown = pairs.filter(({ keyword }) => meaningOf(keyword) === undefined);
  return [
    ...unknown.map(({ keyword }) =>
      warning(`The keyword "${keyword}" of the connection string is not known, so it is ignored.`),
    ),
    ...(pooling !== undefined && plain(pooling) === 'false'
      ? [warning('Sessions are always pooled, so "Pooling" is ignored.')]
      : []),
  ];
}
