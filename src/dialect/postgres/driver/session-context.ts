import type { Problem } from '../../../base/problem.ts';
import type { SessionContext } from '../../../config/config.ts';
import { callerSettings } from '../../driver/caller-settings.ts';
import type { QueryRows } from '../../introspection.ts';
import type { SessionSettingsOf } from '../../store-kind.ts';

/** PostgREST also sets `request.jwt.claims`, so policies and functions that were written for it work unchanged. */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['request.jwt.claims', '*'],
  ['joinery.role', 'role'],
]);

/** Setting the parameter `role` for the transaction has the effect of `SET LOCAL ROLE`. */
export const createSessionSettingsOf = (config: SessionContext): SessionSettingsOf =>
  callerSettings(config, { defaults: DEFAULTS, role: 'role' });

const PATH = ['data-source', 'options', 'set-session-context'];

/** Reports database roles that the login cannot set. */
export async function checkSessionContext(
  { roles = new Map() }: SessionContext,
  query: QueryRows,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const rows = roles.size === 0 ? [] : await query(SETTABLE_ROLES, [`{${[...roles.values()].map(quote).join(',')}}`]);
  const statusOf = new Map(rows.map(({ name, status }) => [name, status]));
  for (const [role, name] of roles) {
    const path = [...PATH, 'roles', role];
    const status = statusOf.get(name);
    if (status === 'missing')
      problems.push({ path, message: `Missing PostgreSQL role "${name}". Create it.`, severity: 'error' });
    else if (status !== 'settable')
      problems.push({ path, message: `The login may not set the role "${name}". ${grantOf(name)}`, severity: 'error' });
  }
  return problems;
}

/** From PostgreSQL 16, a membership may exclude SET ROLE. */
const SETTABLE_ROLES = `
  select n.name, case
    when r.oid is null then 'missing'
    when pg_catalog.pg_has_role(session_user, r.oid,
      case when pg_catalog.current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)
    then 'settable' else 'denied' end as status
  from pg_catalog.unnest($1::text[]) as n(name) left join pg_catalog.pg_roles r on r.rolname = n.name`;

/** Quotes an element of an array literal. */
const quote = (name: string): string => `"${name.replaceAll(/["\\]/g, '\\$&')}"`;

const grantOf = (name: string): string =>
  `Run: GRANT "${name.replaceAll('"', '""')}" TO the login of "data-source.connection-string".`;
