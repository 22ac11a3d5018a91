import type { CallName } from '../../plan/plan.ts';
import type { Slot } from '../../plan/slot.ts';
import { parameter, raw, type Sql, sql } from '../../sql/fragment.ts';

/** A parameter is converted to the type of what it is compared with. */
export const value = (slot: Slot): Sql => parameter(slot);

/** Times have no zone here: they are UTC as they stand. */
export function call(name: CallName, argument: Sql): Sql {
  switch (name) {
    case 'tolower':
      return sql`lower(${argument})`;
    case 'toupper':
      return sql`upper(${argument})`;
    case 'length':
      return sql`char_length(${argument})`;
    default:
      return sql`${raw(name)}(${argument})`;
  }
}
