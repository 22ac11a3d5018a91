import type { QueryRows } from '../../introspection.ts';

/** Rights of the login, including those of its roles, which `information_schema` omits. */
export interface AccountRights {
  /** Returns whether the login sees triggers of a table, which requires the privilege TRIGGER. */
  readonly seesTriggers: (table: string) => boolean;
  readonly ignoresReadOnly: boolean;
}

export async function readAccountRights(query: QueryRows, database: string): Promise<AccountRights> {
  const rows = await query('show grants', []);
  const grants = rows.flatMap((row) => parseGrant(String(Object.values(row)[0])));
  const triggerGrants = grants.filter((grant) => grant.hasTrigger && (grant.database?.test(database) ?? true));
  return {
    seesTriggers: (table) => triggerGrants.some((grant) => grant.table === undefined || grant.table === table),
    ignoresReadOnly: grants.some((grant) => grant.database === undefined && grant.ignoresReadOnly),
  };
}

/** Privileges that permit changes on a read-only server. SUPER permits them on MySQL, and on MariaDB before 10.11. */
const IGNORES_READ_ONLY: ReadonlySet<string> = new Set([
  'ALL PRIVILEGES',
  'CONNECTION_ADMIN',
  'READ_ONLY ADMIN',
  'SUPER',
]);

interface Grant {
  readonly hasTrigger: boolean;
  readonly ignoresReadOnly: boolean;
  /** Databases to which the grant applies. Absent if it applies to all databases. */
  readonly database?: RegExp;
  /** Table to which the grant applies. Absent if it applies to all tables. */
  readonly table?: string;
}

const NAME = '(?:\\*|[`"](.+)[`"])';

/** Parses `` GRANT SELECT, TRIGGER ON `shop`.* TO … ``. */
function parseGrant(line: string): readonly Grant[] {
  const match = new RegExp(`^GRANT (.+) ON ${NAME}\\.${NAME} TO `, 's').exec(line);
  if (match === null) return [];
  const [, privileges = '', database, table] = match;
  // Remove column lists: `SELECT (id, name)`.
  const names = privileges.replaceAll(/\([^)]*\)/g, '').split(/, */);
  return [
    {
      ignoresReadOnly: names.some((name) => IGNORES_READ_ONLY.has(name)),
      hasTrigger: names.some((name) => name === 'TRIGGER' || name.startsWith('ALL PRIVILEGES')),
      ...(database !== undefined && { database: likeToRegExp(unquoted(database)) }),
      ...(table !== undefined && { table: unquoted(table) }),
    },
  ];
}

const unquoted = (name: string): string => name.replaceAll(/([`"])\1/g, '$1');

/** Converts a LIKE pattern. Ignores case, because names may be stored in lower case. */
function likeToRegExp(pattern: string): RegExp {
  const parts = pattern.replaceAll(/\\(.)|[%_]|[^\w%\\]/gs, (sign, escaped: string | undefined) =>
    sign === '%' ? '.*' : sign === '_' ? '.' : (escaped ?? sign).replace(/\W/, '\\$&'),
  );
  return new RegExp(`^${parts}$`, 'is');
}
