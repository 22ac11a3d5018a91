import { throwApiError } from '../../base/errors.ts';
import type { Identity } from '../../base/identity.ts';
import type { SessionContext } from '../../config/config.ts';

/** Settings of one caller by name. Null for an absent claim. */
type CallerSettings = Readonly<Record<string, string | null>>;

interface SettingNames {
  /** Claims by setting name, for `"set-session-context": true`. */
  readonly defaults: ReadonlyMap<string, string>;
  /** Name of the setting for the database role. Absent if the database cannot change the role for a statement. */
  readonly role?: string;
}

/** The settings of one token by role. All requests with a token share its claims object, which is the cache key. */
type SettingsByRole = Map<string, CallerSettings>;

/**
 * Returns a function that describes identities to the database. Each result has all configured names, so that it
 * replaces all settings of the previous caller. The function throws Forbidden for a claim that no database can store,
 * and for a role without a database role.
 */
export function callerSettings(
  { settings, roles }: SessionContext,
  { defaults, role: roleSetting }: SettingNames,
): (identity: Identity) => CallerSettings {
  const claimOf = [...(settings ?? defaults)];
  const cache = new WeakMap<Identity['claims'], SettingsByRole>();
  const describe = (identity: Identity): CallerSettings => {
    const entries = claimOf.map(([name, claim]) => [name, textOf(identity, claim)] as const);
    const role = roleSetting === undefined || roles === undefined ? [] : [[roleSetting, databaseRole(identity, roles)]];
    return Object.fromEntries([...entries, ...role]);
  };
  return (identity) => {
    const byRole = cache.get(identity.claims) ?? new Map<string, CallerSettings>();
    cache.set(identity.claims, byRole);
    const cached = byRole.get(identity.role) ?? describe(identity);
    byRole.set(identity.role, cached);
    return cached;
  };
}

/** `*` selects all claims. `role` selects the role of the request, even if a claim has this name. */
const [ALL, ROLE] = ['*', 'role'];

/** @throws ApiError Forbidden */
function textOf({ role, claims }: Identity, claim: string): string | null {
  if (claim === ROLE) return checkText(role, claim);
  if (claim === ALL) return checkJson(JSON.stringify({ ...claims, [ROLE]: role }), claim);
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? checkText(value, claim) : checkJson(JSON.stringify(value), claim);
}

/** PostgreSQL cannot store NUL, and half of a surrogate pair is not valid UTF-8. */
const checkText = (text: string, claim: string): string =>
  text.isWellFormed() && !text.includes('\0') ? text : rejectClaim(claim);

/** Matches an escape of NUL, or of half of a surrogate pair, which JSON types of databases reject. */
const UNSUPPORTED_ESCAPE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

const checkJson = (json: string, claim: string): string => (UNSUPPORTED_ESCAPE.test(json) ? rejectClaim(claim) : json);

function rejectClaim(claim: string): never {
  const subject = claim === ALL ? 'A claim' : `The claim "${claim}"`;
  return throwApiError(
    'Forbidden',
    `${subject} of your token contains a character that the database cannot store. Request a token without it.`,
  );
}

/**
 * Returns the database role. An unknown role has the rights of `authenticated`, so it also has the database role of
 * `authenticated`. @throws ApiError Forbidden
 */
function databaseRole({ role }: Identity, roles: ReadonlyMap<string, string>): string {
  const found = roles.get(role) ?? (role === 'anonymous' ? undefined : roles.get('authenticated'));
  return found ?? throwApiError('Forbidden', `The role "${role}" has no access to the database. Use another role.`);
}
