import { invariant } from '../../../base/invariant.ts';
import type { FieldType } from '../../../model/model.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { isTextColumn, wordOf } from './native.ts';
import { cast } from './typed.ts';

/** What a value is assigned to. */
export function assignedTo({ use }: Slot): Extract<Slot['use'], { kind: 'assign' }> {
  invariant(use.kind === 'assign', 'the slot is a value for a column');
  return use;
}

/** A value for a column: a text that is read by the column's type. */
export const assigned = (slot: Slot): Sql => readAs(parameter(slot), assignedTo(slot).type);

/** A text as a value of a type. A text that is cast to a shorter type is cut, one that is put into a column is refused: so texts stay as they are. */
export function readAs(text: Sql, type: FieldType): Sql {
  const word = wordOf(type);
  if (isTextColumn(type) || AS_GIVEN.has(word)) return text;
  switch (word) {
    case 'datetime':
    case 'smalldatetime':
    case 'date':
      // They read three digits of a fraction at most, or none.
      return cast(cast(text, 'datetime2(7)'), type.native);
    // NULL comes as a text, which is turned into bytes where it is told alone.
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

/** JSON is text; a vector is converted from the text of a JSON array. */
const AS_GIVEN: ReadonlySet<string> = new Set(['', 'json', 'vector']);
