import type { ConfigPath, Problem } from '../../base/problem.ts';
import { settingsFor } from '../compatibility.ts';
import type { DatabaseType } from '../config.ts';
import { errorAt } from '../document/problem-at.ts';
import type { ConfigFile, Draft } from '../schema/config-schema.ts';

interface NameRule {
  readonly pattern: RegExp;
  readonly expected: string;
}

const variables: NameRule = {
  // Names of the form `joinery_1` are variables of the service.
  pattern: /^(?!joinery_\d+$)[a-z_$][\w$.]{0,63}$/i,
  expected: 'up to 64 letters, digits, "_", "$", and ".", not as "joinery_1"',
};

const rules: Readonly<Record<Exclude<DatabaseType, 'mssql'>, NameRule>> = {
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
  if (type === undefined || typeof written !== 'object' || written === null) return [];
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
  const owners = [...Object.values(file.entities ?? {}), ...Object.values(file.autoentities ?? {})];
  const used = owners.flatMap((owner) => (owner?.permissions ?? []).flatMap((permission) => permission?.role ?? []));
  const missing = new Set(used.filter((role) => !isMapped(normalize(role), mapped)));
  return [...missing].map((role) =>
    errorAt(path, `The role "${role}" has permissions but no PostgreSQL role. Add "${role}" to "roles".`),
  );
}

const isMapped = (role: string, mapped: ReadonlySet<string>): boolean =>
  mapped.has(role) || (role !== 'anonymous' && mapped.has('authenticated'));
