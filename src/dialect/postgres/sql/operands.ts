import type { FieldType } from '../../../model/model.ts';
import { isFloating } from '../../../scalars/operators.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import type { AggregateSql, OperandGenerators } from '../../../sql/dialect.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import { scalar } from '../../standard/limit-offset.ts';
import { collate } from './collations.ts';
import { hash } from './hash.ts';
import { COUNT, operatorsOf, typeName } from './names.ts';
import { call, isDateAsDateTime, jsonPath, value } from './operand.ts';
import { ownText } from './output.ts';
import { text } from './text.ts';

/**
 * Returns the value to compare. Domains are cast to their base type, because they may lack operators. Arrays of dates
 * are cast, because PostgreSQL compares only arrays of equal types.
 */
function comparand(column: Sql, type: FieldType): Sql {
  if (type.arrayAsJson === true) return sql`pg_catalog.to_jsonb(${column})`;
  if (type.domain === true) return sql`${column}::${raw(typeName(type.native))}`;
  return type.list && isDateAsDateTime(type) ? sql`${column}::pg_catalog.timestamp[]` : column;
}

export const operands = {
  column: comparand,
  sortKey: comparand,
  value,
  text,
  hash,
  jsonPath,
  call,
  aggregate,
  groupKey,
  scalar,
} satisfies OperandGenerators;

/** `pg_catalog.sum("1"."total")`, cast if the result type differs. */
function aggregate({ name, of, distinct, type }: AggregateSql): Sql {
  if (of === undefined) return COUNT;
  const { values, type: from } = of;
  const argument = distinct ? sql`distinct ${values}` : values;
  switch (name) {
    case 'count':
      return sql`pg_catalog.count(${argument})`;
    case 'sum':
      return isFloating(from)
        ? floatingSum(values, from, distinct)
        : asDecimal(type, sql`pg_catalog.sum(${argument})`, from);
    case 'avg':
      // avg() of floats also computes the variance, which overflows long before the average.
      return isFloating(from)
        ? sql`(${floatingSum(values, from, distinct)} operator(pg_catalog./) pg_catalog.count(${argument}))`
        : sql`pg_catalog.avg(${argument})`;
    default:
      return asDecimal(type, minOrMax(name, values, from), from);
  }
}

/**
 * Sums floats in the order of their values. In storage order, the last digits and overflow would reveal changes to rows
 * that the caller cannot see. `distinct` sorts implicitly.
 */
function floatingSum(values: Sql, { scalar }: FieldType, distinct: boolean): Sql {
  const addend = scalar === 'Single' ? sql`${values}::pg_catalog.float8` : values;
  return distinct ? sql`pg_catalog.sum(distinct ${addend})` : sql`pg_catalog.sum(${addend} order by ${addend})`;
}

const INTEGERS: readonly ScalarName[] = ['Short', 'Int', 'Long'];

/** Casts an integer aggregate of type `Decimal` to `numeric`, so that it compares with any `Decimal`. */
const asDecimal = (type: FieldType, value: Sql, from: FieldType): Sql =>
  type.scalar === 'Decimal' && INTEGERS.includes(from.scalar) ? sql`${value}::pg_catalog.numeric` : value;

/** Returns the minimum or maximum. For UUID and bytea, it is taken from strings that sort like the values. */
function minOrMax(name: 'min' | 'max', values: Sql, type: FieldType): Sql {
  const { scalar, asText, labels } = type;
  const minOrMaxText = (text: Sql): Sql => sql`pg_catalog.${raw(name)}(${text} collate pg_catalog."C")`;
  const operators = operatorsOf(type);
  const ownAggregate = operators?.[name];
  if (type.columnCollation?.isNondeterministic && operators === undefined) return minOrMaxSpelling(name, values);
  if (ownAggregate !== undefined) return sql`${raw(ownAggregate)}(${values})`;
  // Some types have an order but no `min` or `max`, so the first or last value in that order is used.
  if ((asText && labels === undefined) || operators !== undefined) {
    return sql`pg_catalog.percentile_disc(${raw(name === 'min' ? '0' : '1')}) within group (order by ${values})`;
  }
  switch (scalar) {
    case 'Boolean':
      return sql`pg_catalog.${raw(name === 'min' ? 'bool_and' : 'bool_or')}(${values})`;
    case 'UUID':
      return sql`${minOrMaxText(sql`${values}::pg_catalog.text`)}::pg_catalog.uuid`;
    case 'Base64String':
      return sql`pg_catalog.decode(${minOrMaxText(sql`pg_catalog.encode(${values}, 'hex')`)}, 'hex')`;
    default:
      return normalizeEqual(sql`pg_catalog.${raw(name)}(${values})`, values, scalar);
  }
}

/** Returns the minimum or maximum. Of strings that the collation treats as equal, it is the first by code point. */
const minOrMaxSpelling = (name: 'min' | 'max', values: Sql): Sql =>
  sql`(pg_catalog.array_agg(${values} order by ${values}${raw(name === 'max' ? ' desc' : '')}, ${values} collate pg_catalog."C") filter (where ${values} is not null))[1]`;

function groupKey(value: Sql, { scalar, spellings, native, columnCollation }: FieldType): Sql {
  if (spellings !== true) return normalizeEqual(value, value, scalar);
  const firstSpelling = sql`pg_catalog.min((${ownText(value)}) collate pg_catalog."C")::${raw(typeName(native))}`;
  return columnCollation === undefined ? firstSpelling : collate(firstSpelling, columnCollation.name);
}

/**
 * Normalizes equal numbers such as 1.5 and 1.50, or 0 and -0. Otherwise the first row would determine the spelling,
 * which would reveal changes to rows that the caller cannot see.
 * @param values values of all rows in the group
 */
function normalizeEqual(value: Sql, values: Sql, scalar: ScalarName): Sql {
  if (isFloating({ scalar }))
    return sql`(${value} operator(pg_catalog.+) 0::${raw(typeName(scalar === 'Single' ? 'float4' : 'float8'))})`;
  return scalar === 'Decimal'
    ? sql`pg_catalog.round(${value}, coalesce(pg_catalog.max(pg_catalog.scale(${values})), 0))`
    : value;
}
