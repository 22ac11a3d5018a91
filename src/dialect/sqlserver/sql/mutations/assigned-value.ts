import { invariant } from '../../../../base/invariant.ts';
import type { FieldType } from '../../../../model/model.ts';
import type { Slot } from '../../../../plan/shape/slot.ts';
import { parameter, raw, type Sql, sql } from '../../../../sql/fragment.ts';
import { baseTypeName, isTextColumn } from '../types/native.ts';
import { cast } from '../types/typed.ts';

export function assignmentOf({ use }: Slot): Extract<Slot['use'], { kind: 'assign' }> {
  invariant(use.kind === 'assign', 'the slot is a value for a column');
  return use;
}

export const assignedValue = (slot: Slot): Sql => readAs(parameter(slot), assignmentOf(slot).type);

/**
 * Converts text to the column's type. A string is not cast: the server silently truncates a cast string, but rejects an
 * assigned one.
 */
export function readAs(text: Sql, type: FieldType): Sql {
  const baseType = baseTypeName(type);
  if (isTextColumn(type) || UNCAST_TYPES.has(baseType)) return text;
  switch (baseType) {
    case 'datetime':
    case 'smalldatetime':
    case 'date':
      // These types parse at most three fractional digits.
      return cast(cast(text, 'datetime2(7)'), type.native);
    // NULL is sent as a string, which does not convert implicitly to binary.
    case 'binary':
    case 'varbinary':
    case 'image':
      return cast(text, 'varbinary(max)');
    case 'sql_variant':
      return cast(text, 'nvarchar(4000)');
    case 'geography':
      return sql`geography::STGeomFromText(${text}, 4326)`;
    case 'geometry':
      return sql`geometry::STGeomFromText(${text}, 0)`;
    default:
      return sql`cast(${text} as ${raw(type.native)})`;
  }
}

const UNCAST_TYPES: ReadonlySet<string> = new Set(['', 'json', 'vector']);
