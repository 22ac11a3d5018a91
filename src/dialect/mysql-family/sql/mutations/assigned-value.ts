import { invariant } from '../../../../base/invariant.ts';
import type { Slot } from '../../../../plan/shape/slot.ts';
import { parameter, raw, type Sql, sql } from '../../../../sql/fragment.ts';
import { isGeometry, systemOf } from '../../catalog/geometries.ts';

export function assignmentOf({ use }: Slot): Extract<Slot['use'], { kind: 'assign' }> {
  invariant(use.kind === 'assign', 'the slot is a value for a column');
  return use;
}

/**
 * Prints an assigned value. MariaDB reads an invalid geometry as NULL. In this case the string is assigned instead,
 * which the column rejects.
 */
export function assignedValue(value: Slot | undefined): Sql {
  if (value === undefined) return raw('default');
  const { scalar, native } = assignmentOf(value).type;
  if (scalar === 'Base64String') return sql`from_base64(${parameter(value)})`;
  if (isGeometry(native)) {
    const geometry = sql`st_geomfromtext(${parameter(value)}, ${raw(systemOf(native))})`;
    return sql`ifnull(${geometry}, ${parameter(value)})`;
  }
  // A bit column would read the string '5' as its character code, 53. The cast is to a decimal, because MySQL treats a
  // parameter cast to an integer as signed.
  return native.startsWith('bit') ? sql`cast(${parameter(value)} as decimal(20))` : parameter(value);
}
