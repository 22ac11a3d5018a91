import type { FieldType } from '../../../model/model.ts';
import type { CallName } from '../../../odata/expression.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { type Condition, condition } from '../../../sql/condition.ts';
import type { OperandSql } from '../../../sql/dialect.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { textFunctions } from '../../standard/text-functions.ts';

/** PostgreSQL's types for values whose type is not that of a column. */
const typeNames: Readonly<Partial<Record<ScalarName, string>>> = {
  Boolean: 'boolean',
  Decimal: 'numeric',
  Int: 'integer',
  Long: 'bigint',
  // What it is compared with may be a number of 64 bits.
  Single: 'float8',
  Float: 'float8',
  String: 'text',
  UUID: 'uuid',
  Date: 'date',
  DateTime: 'timestamptz',
  LocalTime: 'time',
  JSON: 'jsonb',
};

/**
 * A parameter takes its type from the column that it is compared with; without one, or where types differ, it is cast.
 */
export function value(slot: Slot, type: FieldType): Sql {
  const name = typeName(slot, type);
  return name === undefined ? parameter(slot) : sql`${parameter(slot)}::${raw(name)}`;
}

function typeName({ use }: Slot, type: FieldType): string | undefined {
  // Compared with a value of a row type, a parameter would be taken for a row of unknown type.
  if (type.asText && !type.list) return type.native;
  // A cursor holds the value of the column itself: a date.
  if (isMidnight(type)) return use.kind === 'cursor' ? undefined : 'timestamp';
  return type.native === '' ? typeNames[type.scalar] : undefined;
}

/** Whether an operand is among the values of a parameter. */
export function inList({ sql: operand }: OperandSql, slot: Slot): Condition {
  const { use } = slot;
  const isNested = use.kind === 'values' && use.type.asText && use.type.native.endsWith('[]');
  // An array of arrays would be taken for one array of two dimensions.
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

/**
 * Whether a date is shown as a point in time. It compares with timestamps without a cast, so an index on it still
 * serves.
 */
export const isMidnight = ({ native, scalar }: FieldType): boolean => native === 'date' && scalar === 'DateTime';

/** What a path finds; NULL, and no error, where it finds nothing. */
export const jsonPath = (column: Sql, path: Slot): Sql =>
  sql`nullif(jsonb_path_query_first(${column}::jsonb, ${parameter(path)}::jsonpath, '{}', true), 'null')`;

/**
 * A function of one value. Sessions run in UTC, so parts of a time with a zone are those in UTC. Those of infinity are
 * NULL: a statement that failed on it would tell of rows that the caller may not see.
 */
export function call(name: CallName, argument: Sql): Sql {
  const textFunction = textFunctions[name];
  return textFunction === undefined
    ? sql`case when isfinite(${argument}) then extract(${raw(name)} from ${argument})::integer end`
    : sql`${raw(textFunction)}(${argument})`;
}
