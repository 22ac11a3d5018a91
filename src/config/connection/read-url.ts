import type { DatabaseType } from '../config.ts';
import { type Connection, error } from './connection.ts';
import { type Meaning, meaningOf, type Settings } from './keywords.ts';
import { checkSignIn } from './read-sign-in.ts';
import { readTls } from './read-tls.ts';

export const SCHEMES: Readonly<Record<DatabaseType, readonly [string, ...string[]]>> = {
  postgresql: ['postgres', 'postgresql'],
  mysql: ['mysql'],
  mariadb: ['mariadb', 'mysql'],
  mssql: ['mssql', 'sqlserver'],
};

const TLS: readonly Meaning[] = ['sslMode', 'encrypt', 'trust', 'ca', 'cert', 'key'];

const urlForm = (type: DatabaseType): string => `${SCHEMES[type][0]}://user:password@host:port/database`;

const typeOf = (scheme: string): DatabaseType | undefined =>
  (Object.keys(SCHEMES) as DatabaseType[]).find((type) => SCHEMES[type].includes(scheme));

export function readUrl(text: string, type: DatabaseType): Connection {
  const refused = (message: string, other?: string): Connection => ({
    options: { tls: {} },
    faults: [error(message, urlForm(type) + (other === undefined ? '' : `, or "database-type": "${other}"`))],
  });
  if (!URL.canParse(text)) return refused('Invalid URL. Percent-encode special characters in user and password.');
  const url = new URL(text);
  const scheme = url.protocol.slice(0, -1);
  if (!SCHEMES[type].includes(scheme))
    return refused(`The scheme of this URL does not fit the database type "${type}".`, typeOf(scheme));
  const known = [...url.searchParams].flatMap(([name, value]) => {
    const meaning = meaningOf(name);
    return meaning === undefined ? [] : [{ name, meaning: meaning, value }];
  });
  const said: Settings = Object.fromEntries(known.map(({ meaning, value }) => [meaning, value]));
  const misled = type === 'mssql' ? checkSignIn({ ...said, user: url.username, password: url.password }, type) : [];
  const protection = known.filter(({ meaning }) => TLS.includes(meaning));
  if (protection.length === 0) return { url: text, options: { tls: {} }, faults: misled };
  for (const { name } of protection) url.searchParams.delete(name);
  const { tls, faults } = readTls(said);
  return { url: url.href, options: { tls }, faults: [...faults, ...misled] };
}
