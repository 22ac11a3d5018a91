import type { FieldType } from '../../../model/model.ts';
import type { CallName } from '../../../odata/expression.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { textFunctions } from '../../standard/text-functions.ts';

/**
 * Prints a parameter, which takes the type of the column it is compared with. Without a column, the parameter is cast.
 * Otherwise, strings would compare by the default collation, and times as strings. On MySQL, a prepared statement that
 * once received a number would also read later strings as numbers.
 */
export function value(slot: Slot, { native, scalar }: FieldType, exactCollation: string): Sql {
  if (native !== '') return parameter(slot);
  if (scalar === 'String') return sql`${parameter(slot)} collate ${raw(exactCollation)}`;
  const type = castTypes[scalar];
  return type === undefined ? parameter(slot) : sql`cast(${parameter(slot)} as ${raw(type)})`;
}

const castTypes: Readonly<Partial<Record<ScalarName, string>>> = {
  Date: 'date',
  DateTime: 'datetime(6)',
  LocalTime: 'time(6)',
  UUID: 'char',
};

/** Calls a function. Date parts are in UTC. */
export const call = (name: CallName, argument: Sql): Sql => sql`${raw(textFunctions[name] ?? name)}(${argument})`;
