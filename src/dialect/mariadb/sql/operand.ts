import type { FieldType } from '../../../model/model.ts';
import type { CallName } from '../../../odata/expression.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { textFunctions } from '../../standard/text-functions.ts';

/**
 * A parameter is converted to the type of what it is compared with; beside a date, to a point in time. Where that is no column, it is said: else text would compare
 * by the server's usual collation, which takes `ADMIN` for `admin`, and times would compare as text.
 */
export function value(slot: Slot, { native, scalar }: FieldType): Sql {
  if (native !== '') return parameter(slot);
  if (scalar === 'String') return sql`${parameter(slot)} collate utf8mb4_nopad_bin`;
  const type = temporalTypes[scalar];
  return type === undefined ? parameter(slot) : sql`cast(${parameter(slot)} as ${raw(type)})`;
}

const temporalTypes: Readonly<Partial<Record<ScalarName, string>>> = {
  Date: 'date',
  DateTime: 'datetime(6)',
  LocalTime: 'time(6)',
};

/** Times have no zone here: they are UTC as they stand. */
export const call = (name: CallName, argument: Sql): Sql => sql`${raw(textFunctions[name] ?? name)}(${argument})`;
