import { invariant } from '../../../base/invariant.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';

/** A value for a column: a text, which the column reads by its own type; `default` where none is given. */
export function assigned(value: Slot | undefined): Sql {
  if (value === undefined) return raw('default');
  invariant(value.use.kind === 'assign', 'the slot is a value for a column');
  const { scalar, native } = value.use.type;
  if (scalar === 'Base64String') return sql`from_base64(${parameter(value)})`;
  // The text '5' would become the bits of the character 5.
  return native.startsWith('bit') ? sql`cast(${parameter(value)} as unsigned)` : parameter(value);
}
