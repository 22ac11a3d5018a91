import { throwApiError } from '../../../base/errors.ts';
import { ANONYMOUS, type Identity } from '../../../base/identity.ts';
import type { BoundStatement } from '../../../store/driver.ts';

/** Maximum UTF-16 code units of a string in a `sql_variant`. */
const MAX_VALUE = 4000;

/** Maximum characters of a `sysname`. */
const MAX_KEY = 128;

const RESERVED_PREFIX = 'joinery.';

/**
 * Returns the identity as `session_context`. As in Data API builder, the role is `roles`, and anonymous callers have no
 * context. A claim `roles` becomes `original_roles`. A list of one element becomes that element; other values except
 * strings become JSON.
 * @throws ApiError Forbidden for an invalid or long claim
 */
export function sessionSettingsOf({ role, claims }: Identity): BoundStatement['settings'] {
  const entries = Object.entries(claims);
  if (role === ANONYMOUS.role && entries.length === 0) return {};
  const settings = entries.flatMap(([name, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [[name === 'roles' ? 'original_roles' : name, checkClaim(name, text)] as const];
  });
  // Keys are case-insensitive; the last value wins.
  return Object.fromEntries([...settings, ['roles', role]]);
}

/** Returns the string for a claim. Undefined for null and for an empty list, which are omitted. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value) && value.length < 2) return textOf(value[0]);
  return JSON.stringify(value);
}

function checkClaim(name: string, text: string): string {
  if (name.length === 0 || name.length > MAX_KEY || name.toLowerCase().startsWith(RESERVED_PREFIX)) {
    const rule = `names with 1 to ${MAX_KEY} characters that do not begin with "${RESERVED_PREFIX}"`;
    throwApiError(
      'Forbidden',
      `The claim "${name.slice(0, MAX_KEY)}" of your token cannot be set in the database. It supports ${rule}.`,
    );
  }
  if (text.length > MAX_VALUE) {
    const length = `exceeds the maximum of ${MAX_VALUE} characters, found ${text.length}`;
    throwApiError('Forbidden', `The claim "${name}" of your token ${length}. Request a smaller token.`);
  }
  return text;
}
