import type { FieldType } from '../../model/model.ts';
import type { CallName } from '../../odata/expression.ts';
import type { Slot } from '../../plan/slot.ts';
import { parameter, raw, type Sql, sql } from '../../sql/fragment.ts';
import { textFunctions } from '../text-functions.ts';

/** A parameter is converted to the type of what it is compared with; beside a date that is a point in time it must keep its hours. */
export const value = (slot: Slot, { scalar, native }: FieldType): Sql =>
  scalar === 'DateTime' && native === 'date' ? sql`cast(${parameter(slot)} as datetime(6))` : parameter(slot);

/** Times have no zone here: they are UTC as they stand. */
export const call = (name: CallName, argument: Sql): Sql => sql`${raw(textFunctions[name] ?? name)}(${argument})`;
