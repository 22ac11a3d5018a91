import type { FieldType } from '../../../model/model.ts';
import type { CallName } from '../../../odata/expression.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { type Condition, condition } from '../../../sql/condition.ts';
import type { OperandSql } from '../../../sql/dialect.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { textFunctions } from '../../standard/text-functions.ts';
import { operatorName, typeName } from './names.ts';

/** PostgreSQL's types for values whose type is not that of a column. */
const typeNames: Readonly<Partial<Record<ScalarName, string>>> = {
  Boolean: 'bool',
  Decimal: 'numeric',
  Int: 'int4',
  Long: 'int8',
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
  const cast = castType(slot, type);
  return cast === undefined ? parameter(slot) : sql`${parameter(slot)}::${raw(typeName(cast))}`;
}

function castType({ use }: Slot, type: FieldType): string | undefined {
  // Compared with a value of a row type, a parameter would be taken for a row of unknown type.
  if (type.asText && !type.list) return type.native;
  // A cursor holds the value of the column itself: a date.
  if (isMidnight(type)) return use.kind === 'cursor' ? undefined : 'timestamp';
  return type.native === '' ? typeNames[type.scalar] : undefined;
}

/** Whether an operand is among the values of a parameter. */
export const inList = ({ sql: operand, type }: OperandSql, slot: Slot): Condition =>
  condition`${operand} ${raw(operatorName('eq', type))} any (${values(slot)})`;

/** A list of values for a column of this type. */
export function values(slot: Slot): Sql {
  if (slot.use.kind !== 'values') return parameter(slot);
  const { type } = slot.use;
  const cast = type.asText && type.list ? undefined : castType(slot, type);
  return cast === undefined ? parameter(slot) : sql`${parameter(slot)}::${raw(typeName(cast))}[]`;
}

/**
 * Whether a date is shown as a point in time. It compares with timestamps without a cast, so an index on it still
 * serves.
 */
export const isMidnight = ({ native, scalar }: FieldType): boolean => native === 'date' && scalar === 'DateTime';

/** What a path finds; NULL, and no error, where it finds nothing. The path itself leaves JSON's null out. */
export const jsonPath = (column: Sql, path: Slot): Sql =>
  sql`pg_catalog.jsonb_path_query_first(${column}::pg_catalog.jsonb, ${parameter(path)}::pg_catalog.jsonpath, '{}', true)`;

/**
 * A function of one value. Sessions run in UTC, so parts of a time with a zone are those in UTC. Those of infinity are
 * NULL: a statement that failed on it would tell of rows that the caller may not see.
 */
export function call(name: CallName, argument: Sql): Sql {
  const textFunction = textFunctions[name];
  return textFunction === undefined
    ? sql`case when pg_catalog.isfinite(${argument}) then extract(${raw(name)} from ${argument})::pg_catalog.int4 end`
    : sql`pg_catalog.${raw(textFunction)}(${argument})`;
}
