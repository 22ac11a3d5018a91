import type { FieldType } from '../../../model/model.ts';
import type { CallName } from '../../../odata/expression.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { type Condition, condition } from '../../../sql/condition.ts';
import type { OperandSql } from '../../../sql/dialect.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { textFunctions } from '../../standard/text-functions.ts';

/** PostgreSQL's words for the scalars of values that no column gives a type to. */
const typeNames: Readonly<Partial<Record<ScalarName, string>>> = {
  Boolean: 'boolean',
  Decimal: 'numeric',
  Int: 'integer',
  Long: 'bigint',
  // A number of 32 bits that stands by itself may be beside a larger one.
  Single: 'float8',
  Float: 'float8',
  String: 'text',
  UUID: 'uuid',
  Date: 'date',
  DateTime: 'timestamptz',
  LocalTime: 'time',
  JSON: 'jsonb',
};

/** A parameter takes its type from the column beside it; where there is none, or it is another one, it is said. */
export function value(slot: Slot, type: FieldType): Sql {
  const name = typeName(slot, type);
  return name === undefined ? parameter(slot) : sql`${parameter(slot)}::${raw(name)}`;
}

function typeName({ use }: Slot, type: FieldType): string | undefined {
  // Beside a row, PostgreSQL takes a parameter for a row of no type at all.
  if (type.asText && !type.list) return type.native;
  // What a cursor holds is what the column itself is.
  if (isMidnight(type)) return use.kind === 'cursor' ? undefined : 'timestamp';
  return type.native === '' ? typeNames[type.scalar] : undefined;
}

/** Whether an operand is among the values of a parameter. */
export function inList({ sql: operand }: OperandSql, slot: Slot): Condition {
  const { use } = slot;
  const isNested = use.kind === 'values' && use.type.asText && use.type.native.endsWith('[]');
  // A list of lists of one type would be taken for one list.
  return isNested
    ? condition`${operand} in (select v::${raw(use.type.native)} from unnest(${parameter(slot)}::text[]) v)`
    : condition`${operand} = any(${values(slot)})`;
}

/** A list of values for a column of this type. */
export function values(slot: Slot): Sql {
  if (slot.use.kind !== 'values') return parameter(slot);
  const { type } = slot.use;
  const name = type.asText && type.list ? undefined : typeName(slot, type);
  return name === undefined ? parameter(slot) : sql`${parameter(slot)}::${raw(name)}[]`;
}

/** Whether a date counts as a point in time. It compares with timestamps as it is, and an index on it still serves. */
export const isMidnight = ({ native, scalar }: FieldType): boolean => native === 'date' && scalar === 'DateTime';

/** A path that leads nowhere, be it for want of a member or of an object, is no error but NULL. */
export const jsonPath = (column: Sql, path: Slot): Sql =>
  sql`nullif(jsonb_path_query_first(${column}::jsonb, ${parameter(path)}::jsonpath, '{}', true), 'null')`;

/**
 * Sessions run in UTC, so that parts of a time with a zone are those of UTC. Infinity has none: a statement that failed on it
 * would tell of rows that nobody may see.
 */
export function call(name: CallName, argument: Sql): Sql {
  const textFunction = textFunctions[name];
  return textFunction === undefined
    ? sql`case when isfinite(${argument}) then extract(${raw(name)} from ${argument})::integer end`
    : sql`${raw(textFunction)}(${argument})`;
}
