import type { Problem } from '../../base/problem.ts';
import type { DatabaseType } from '../config.ts';
import type { ConfigFile, Draft } from '../config-file.ts';
import { errorAt } from '../document/problem-at.ts';

/** Schemes of the URLs, the usual one first. */
const SCHEMES: Readonly<Record<DatabaseType, readonly string[]>> = {
  postgresql: ['postgres', 'postgresql'],
  mysql: ['mysql'],
  mariadb: ['mariadb', 'mysql'],
  mssql: ['mssql', 'sqlserver'],
};

/** The database is named in one way, and that way fits its kind. */
export function checkDataSource(file: Draft<ConfigFile>): Problem[] {
  const source = file['data-source'];
  if (source === undefined) return [];
  const type = source['database-type'];
  // A key whose value was malformed is still there, so that nothing further is said of it.
  const hasUrl = 'connection-string' in source;
  const hasServer = 'embedded' in source;
  return [
    ...(hasUrl || hasServer
      ? []
      : [
          errorAt(
            ['data-source'],
            'No database is named; give a "connection-string", or "embedded" for a server of its own.',
          ),
        ]),
    ...(hasUrl && hasServer
      ? [errorAt(['data-source', 'embedded'], 'Both "connection-string" and "embedded" are there; remove one of them.')]
      : []),
    ...(hasServer && type !== undefined && type !== 'postgresql'
      ? [
          errorAt(['data-source', 'embedded'], 'Only PostgreSQL can be embedded.', {
            found: type,
            expected: '"postgresql"',
          }),
        ]
      : []),
    ...checkUrl(source['connection-string'], type),
  ];
}

function checkUrl(url: string | undefined, type: DatabaseType | undefined): Problem[] {
  if (url === undefined || type === undefined) return [];
  const path = ['data-source', 'connection-string'];
  const expected = `${SCHEMES[type][0]}://user:password@host:port/database`;
  if (!URL.canParse(url)) {
    return [
      errorAt(path, 'This is no URL; special characters in user or password must be percent-encoded.', { expected }),
    ];
  }
  const scheme = new URL(url).protocol.slice(0, -1);
  return SCHEMES[type].includes(scheme)
    ? []
    : [errorAt(path, `A URL of this kind does not lead to a database of type "${type}".`, { expected })];
}
