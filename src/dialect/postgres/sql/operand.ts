import type { FieldType } from '../../../model/model.ts';
import type { CallName } from '../../../odata/expression.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { type Condition, condition } from '../../../sql/condition.ts';
import type { OperandSql } from '../../../sql/dialect.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { textFunctions } from '../../standard/text-functions.ts';
import { operatorName, typeName } from './names.ts';

/** PostgreSQL types for values that have no column type. */
const typeNames: Readonly<Partial<Record<ScalarName, string>>> = {
  Boolean: 'bool',
  Decimal: 'numeric',
  Int: 'int4',
  Long: 'int8',
  // The other operand may be a 64-bit float.
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
 * Prints a parameter, which takes the type of the compared column. It is cast if there is no column, or if the server
 * would infer a wrong type.
 */
export function value(slot: Slot, type: FieldType): Sql {
  const cast = castType(slot, type);
  if (cast !== undefined) return sql`${parameter(slot)}::${raw(typeName(cast))}`;
  return parameter(slot, type.list ? `${type.native}[]` : type.native);
}

function castType({ use }: Slot, type: FieldType): string | undefined {
  // In a comparison with a composite value, an untyped parameter would become an anonymous record.
  if (type.asText && !type.list) return type.native;
  // A cursor contains the column's own value, a date.
  if (isDateAsDateTime(type)) return use.kind === 'cursor' ? undefined : 'timestamp';
  return type.native === '' ? typeNames[type.scalar] : undefined;
}

export const inList = ({ sql: operand, type }: OperandSql, slot: Slot): Condition =>
  condition`${operand} ${raw(operatorName('eq', type))} any (${values(slot)})`;

export function values(slot: Slot): Sql {
  if (slot.use.kind !== 'values') return parameter(slot);
  const { type } = slot.use;
  const cast = type.asText && type.list ? undefined : castType(slot, type);
  return cast === undefined ? parameter(slot, `${type.native}[]`) : sql`${parameter(slot)}::${raw(typeName(cast))}[]`;
}

/**
 * True if a date is exposed as a point in time. The column compares with timestamps without a cast, so its index
 * remains usable.
 */
export const isDateAsDateTime = ({ native, scalar }: FieldType): boolean => native === 'date' && scalar === 'DateTime';

/** Returns the value at a path; NULL, not an error, if it is missing. The path itself excludes JSON null. */
export const jsonPath = (column: Sql, path: Slot): Sql =>
  sql`pg_catalog.jsonb_path_query_first(${column}::pg_catalog.jsonb, ${parameter(path)}::pg_catalog.jsonpath, '{}', true)`;

/**
 * Calls a function. Sessions run in UTC, so date parts are in UTC. Parts of infinity are NULL: an error would reveal
 * rows that the caller cannot see.
 */
export function call(name: CallName, argument: Sql): Sql {
  const textFunction = textFunctions[name];
  return textFunction === undefined
    ? sql`case when pg_catalog.isfinite(${argument}) then extract(${raw(name)} from ${argument})::pg_catalog.int4 end`
    : sql`pg_catalog.${raw(textFunction)}(${argument})`;
}
