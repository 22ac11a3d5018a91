import type { FieldType } from '../../model/model.ts';
import type { CallName } from '../../odata/expression.ts';
import type { Slot } from '../../plan/slot.ts';
import type { ScalarName } from '../../scalars/scalar.ts';
import { parameter, raw, type Sql, sql } from '../../sql/fragment.ts';
import { textFunctions } from '../text-functions.ts';

/** PostgreSQL's words for the scalars of values that no column gives a type to. */
const typeNames: Readonly<Partial<Record<ScalarName, string>>> = {
  Boolean: 'boolean',
  Decimal: 'numeric',
  Int: 'integer',
  String: 'text',
  UUID: 'uuid',
  Date: 'date',
  DateTime: 'timestamptz',
  LocalTime: 'time',
  JSON: 'jsonb',
};

/** A parameter takes its type from the column beside it; where there is none, it is said. */
export function value(slot: Slot, { native, scalar }: FieldType): Sql {
  const name = native === '' ? typeNames[scalar] : undefined;
  return name === undefined ? parameter(slot) : sql`${parameter(slot)}::${raw(name)}`;
}

/** A path that leads nowhere, be it for want of a member or of an object, is no error but NULL. */
export const jsonPath = (column: Sql, path: Slot): Sql =>
  sql`nullif(jsonb_path_query_first(${column}::jsonb, ${parameter(path)}::jsonpath, '{}', true), 'null')`;

/** Sessions run in UTC, so that parts of a time with a zone are those of UTC. */
export function call(name: CallName, argument: Sql): Sql {
  const textFunction = textFunctions[name];
  return textFunction === undefined
    ? sql`extract(${raw(name)} from ${argument})::integer`
    : sql`${raw(textFunction)}(${argument})`;
}
