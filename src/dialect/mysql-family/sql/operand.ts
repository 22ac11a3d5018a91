import type { FieldType } from '../../../model/model.ts';
import type { CallName } from '../../../odata/expression.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { textFunctions } from '../../standard/text-functions.ts';

/**
 * A parameter. The server converts it to the type of the column that it is compared with; compared with a date, to a point
 * in time. Without a column it is cast: else texts would compare by the server's default collation, which takes `ADMIN`
 * for `admin`, and times would compare as texts. A statement may have the same words for numbers; once it was run with such, MySQL
 * takes texts for numbers too.
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

/** A function of one value. Times have no zone here; they are taken as UTC. */
export const call = (name: CallName, argument: Sql): Sql => sql`${raw(textFunctions[name] ?? name)}(${argument})`;
