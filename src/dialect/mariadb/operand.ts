import type { CallName } from '../../odata/expression.ts';
import type { Slot } from '../../plan/slot.ts';
import { parameter, raw, type Sql, sql } from '../../sql/fragment.ts';
import { textFunctions } from '../text-functions.ts';

/** A parameter is converted to the type of what it is compared with; beside a date, to a point in time. */
export const value = (slot: Slot): Sql => parameter(slot);

/** Times have no zone here: they are UTC as they stand. */
export const call = (name: CallName, argument: Sql): Sql => sql`${raw(textFunctions[name] ?? name)}(${argument})`;
