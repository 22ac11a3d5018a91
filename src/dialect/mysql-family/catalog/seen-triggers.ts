import type { QueryRows } from '../../introspection.ts';

/**
 * Of which tables of a database the session's user sees the triggers: those that it has the privilege TRIGGER on, by roles too. What
 * `information_schema` tells of privileges leaves out those of roles.
 * @throws what `query` throws
 */
export async function readSeenTriggers(query: QueryRows, database: string): Promise<(table: string) => boolean> {
  const rows = await query('show grants', []);
  const grants = rows.flatMap((row) => parseGrant(String(Object.values(row)[0])));
  const seen = grants.filter((grant) => grant.hasTrigger && (grant.database?.test(database) ?? true));
  return (table) => seen.some((grant) => grant.table === undefined || grant.table === table);
}

interface Grant {
  readonly hasTrigger: boolean;
  /** Absent where it holds for all databases. */
  readonly database?: RegExp;
  /** Absent where it holds for all tables. */
  readonly table?: string;
}

const NAME = '(?:\\*|[`"](.+)[`"])';

/** `` GRANT SELECT, TRIGGER ON `shop`.* TO … ``; roles that are granted, and rights on routines, are none. */
function parseGrant(line: string): readonly Grant[] {
  const found = new RegExp(`^GRANT (.+) ON ${NAME}\\.${NAME} TO `, 's').exec(line);
  if (found === null) return [];
  const [, privileges = '', database, table] = found;
  // Columns stand in parentheses behind their privilege.
  const words = privileges.replaceAll(/\([^)]*\)/g, '').split(/, */);
  return [
    {
      hasTrigger: words.some((word) => word === 'TRIGGER' || word.startsWith('ALL PRIVILEGES')),
      ...(database !== undefined && { database: matching(unquoted(database)) }),
      ...(table !== undefined && { table: unquoted(table) }),
    },
  ];
}

const unquoted = (name: string): string => name.replaceAll(/([`"])\1/g, '$1');

/** A database is granted by a pattern of LIKE; names may be kept in lower case. */
function matching(pattern: string): RegExp {
  const parts = pattern.replaceAll(/\\(.)|[%_]|[^\w%\\]/gs, (sign, escaped: string | undefined) =>
    sign === '%' ? '.*' : sign === '_' ? '.' : (escaped ?? sign).replace(/\W/, '\\$&'),
  );
  return new RegExp(`^${parts}$`, 'is');
}
