import type { Problem } from '../../base/problem.ts';
import type { DatabaseType } from '../config.ts';
import type { ConfigFile, DataSourceFile, Draft } from '../config-file.ts';
import { readConnection } from '../connection/read-connection.ts';
import { errorAt, warningAt } from '../document/problem-at.ts';

/** The database is named in one way, and that way fits its kind. */
export function checkDataSource(file: Draft<ConfigFile>): Problem[] {
  const source = file['data-source'];
  if (source === undefined) return [];
  const type = source['database-type'];
  // A key with a malformed value is there, without its value; the mistake is told elsewhere.
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
    ...checkConnection(source['connection-string'], type),
    ...checkKey(source),
    ...checkEquality(source),
    ...checkContext(source),
  ];
}

function checkConnection(text: string | undefined, type: DatabaseType | undefined): Problem[] {
  if (text === undefined || type === undefined) return [];
  return readConnection(text, type).faults.map(({ severity, message, expected }) => ({
    path: ['data-source', 'connection-string'],
    message,
    severity,
    ...(expected !== undefined && { expected }),
  }));
}

function checkKey({ tls }: Draft<DataSourceFile>): Problem[] {
  if (tls === undefined || 'cert' in tls === 'key' in tls) return [];
  const [present, missing] = 'cert' in tls ? ['cert', 'key'] : ['key', 'cert'];
  return [
    errorAt(
      ['data-source', 'tls', missing],
      `The keys "cert" and "key" belong together; give both, or remove "${present}".`,
    ),
  ];
}

/** PostgreSQL compares strings exactly unless a column has a nondeterministic collation. */
function checkEquality({ 'text-equality': equality, 'database-type': type }: Draft<DataSourceFile>): Problem[] {
  if (equality !== 'collation' || type !== 'postgresql') return [];
  return [
    errorAt(['data-source', 'text-equality'], 'PostgreSQL does not support equality by collation; use "exact".', {
      found: equality,
      expected: '"exact"',
    }),
  ];
}

/** Data API builder passes over it, too. */
function checkContext({ options, 'database-type': type }: Draft<DataSourceFile>): Problem[] {
  if (options?.['set-session-context'] !== true || type === undefined || type === 'mssql') return [];
  return [
    warningAt(
      ['data-source', 'options', 'set-session-context'],
      'Only SQL Server is told the claims of a caller, so this is ignored; say which rows a role may reach in the policies of its permissions.',
    ),
  ];
}
