import { invariant } from '../../../base/invariant.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { isGeometry, systemOf } from '../catalog/geometries.ts';

/** What a value is assigned to. */
export function assignedTo({ use }: Slot): Extract<Slot['use'], { kind: 'assign' }> {
  invariant(use.kind === 'assign', 'the slot is a value for a column');
  return use;
}

/**
 * A value for a column: a text, which the column reads by its own type; `default` where none is given. What is no geometry is NULL to
 * MariaDB: as the text that it is, the column refuses it.
 */
export function assigned(value: Slot | undefined): Sql {
  if (value === undefined) return raw('default');
  const { scalar, native } = assignedTo(value).type;
  if (scalar === 'Base64String') return sql`from_base64(${parameter(value)})`;
  if (isGeometry(native)) {
    const place = sql`st_geomfromtext(${parameter(value)}, ${raw(systemOf(native))})`;
    return sql`ifnull(${place}, ${parameter(value)})`;
  }
  // The text '5' would become the bits of the character 5. Cast to an integer, MySQL takes a parameter for one with a sign.
  return native.startsWith('bit') ? sql`cast(${parameter(value)} as decimal(20))` : parameter(value);
}
