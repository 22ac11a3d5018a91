import type { DatabaseType } from '../config.ts';
import { type Connection, error } from './connection.ts';
import { type Setting, type Settings, settingOf } from './keywords.ts';
import { checkSignIn } from './read-sign-in.ts';
import { readTls } from './read-tls.ts';

export const SCHEMES: Readonly<Record<DatabaseType, readonly [string, ...string[]]>> = {
  postgresql: ['postgres', 'postgresql'],
  mysql: ['mysql'],
  mariadb: ['mariadb', 'mysql'],
  mssql: ['mssql', 'sqlserver'],
  mongodb: ['mongodb', 'mongodb+srv'],
};

const TLS: readonly Setting[] = ['sslMode', 'encrypt', 'trust', 'ca', 'cert', 'key', 'passphrase'];

const urlForm = (type: DatabaseType): string => `${SCHEMES[type][0]}://user:password@host:port/database`;

/** Returns the first database type with the scheme: `mysql` for `mysql`, which is also a scheme of MariaDB. */
export const typeOfScheme = (scheme: string): DatabaseType | undefined =>
  (Object.keys(SCHEMES) as DatabaseType[]).find((type) => SCHEMES[type].includes(scheme));

export function readUrl(text: string, type: DatabaseType): Connection {
  const invalid = (message: string, suggestedType?: string): Connection => ({
    options: { tls: {} },
    faults: [
      error(message, urlForm(type) + (suggestedType === undefined ? '' : `, or "database-type": "${suggestedType}"`)),
    ],
  });
  if (!URL.canParse(text)) return invalid('Invalid URL. Percent-encode special characters in user and password.');
  const url = new URL(text);
  // Without a database in the URL, the client would use "test".
  if (type === 'mongodb' && url.pathname.length < 2) return invalid('The URL has no database.');
  const scheme = url.protocol.slice(0, -1);
  if (!SCHEMES[type].includes(scheme))
    return invalid(`The scheme of this URL does not fit the database type "${type}".`, typeOfScheme(scheme));
  const parameters = [...url.searchParams].flatMap(([name, value]) => {
    const setting = settingOf(name);
    return setting === undefined ? [] : [{ name, setting, value }];
  });
  const settings: Settings = Object.fromEntries(parameters.map(({ setting, value }) => [setting, value]));
  const signInFaults =
    type === 'mssql' ? checkSignIn({ ...settings, user: url.username, password: url.password }, type) : [];
  const tlsParameters = parameters.filter(({ setting }) => TLS.includes(setting));
  if (tlsParameters.length === 0) return { url: text, options: { tls: {} }, faults: signInFaults };
  for (const { name } of tlsParameters) url.searchParams.delete(name);
  const { tls, faults } = readTls(settings);
  return { url: url.href, options: { tls }, faults: [...faults, ...signInFaults] };
}
