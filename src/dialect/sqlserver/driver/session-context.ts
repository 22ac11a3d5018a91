import { refuse } from '../../../base/errors.ts';
import { ANONYMOUS, type Identity } from '../../../base/identity.ts';
import type { BoundStatement } from '../../../store/driver.ts';

/** Letters, in UTF-16, of a value: it is a `sql_variant`, which has 8,000 bytes. */
const MAX_VALUE = 4000;

/** Letters of a key: it is a `sysname`. */
const MAX_KEY = 128;

/** What keys begin with that the driver has for itself. */
const OWN = 'joinery.';

/**
 * Who asks, as `session_context` tells it to predicates of row-level security, views and triggers: each claim by its name, and the role as `roles`,
 * in whose place the claim of that name is called `original_roles`. A text stays as it is, of a list with one value it is that one; all else is
 * JSON. Data API builder has it like that, and tells nothing either of callers whom nobody knows.
 * @throws Refusal Forbidden for a claim that does not fit
 */
export function sessionContext({ role, claims }: Identity): BoundStatement['settings'] {
  const entries = Object.entries(claims);
  if (role === ANONYMOUS.role && entries.length === 0) return {};
  const told = entries.flatMap(([name, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [[name === 'roles' ? 'original_roles' : name, fitting(name, text)] as const];
  });
  // Of two keys that differ in case alone the last one counts.
  return Object.fromEntries([...told, ['roles', role]]);
}

/** undefined for null, and for a list without values, which are no claims. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value) && value.length < 2) return textOf(value[0]);
  return JSON.stringify(value);
}

function fitting(name: string, text: string): string {
  if (name.length === 0 || name.length > MAX_KEY || name.toLowerCase().startsWith(OWN)) {
    const rule = `names with 1 to ${MAX_KEY} letters that do not begin with "${OWN}"`;
    refuse(
      'Forbidden',
      `The database cannot be told the claim "${name.slice(0, MAX_KEY)}" of your token: it takes ${rule}.`,
    );
  }
  if (text.length > MAX_VALUE) {
    const length = `has ${text.length} letters, and the database takes ${MAX_VALUE}`;
    refuse('Forbidden', `The claim "${name}" of your token ${length}: ask for a token with less in it.`);
  }
  return text;
}
