import { invariant } from '../../../base/invariant.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';

/** A text for a column, which reads it by its own type; without one its default. */
export function assigned(value: Slot | undefined): Sql {
  if (value === undefined) return raw('default');
  invariant(value.use.kind === 'assign', 'the slot is a value for a column');
  const { scalar, native } = value.use.type;
  if (scalar === 'Base64String') return sql`from_base64(${parameter(value)})`;
  // Bits would be those of the digits.
  return native.startsWith('bit') ? sql`cast(${parameter(value)} as unsigned)` : parameter(value);
}
