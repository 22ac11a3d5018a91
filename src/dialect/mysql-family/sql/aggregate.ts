import type { FieldType } from '../../../model/model.ts';
import { needsExactEquality } from '../../../model/text-equality.ts';
import { isFloating, isSet } from '../../../scalars/operators.ts';
import type { AggregateSql } from '../../../sql/dialect.ts';
import { join, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { comparesByPosition } from '../catalog/labels.ts';
import { readLabels } from '../catalog/types.ts';
import { hasNullErrorValue, labelOrNull } from './failure/error-value.ts';
import { labelPosition, plainNumber } from './output.ts';
import { text } from './text/concat.ts';
import { isLong, sortedPart } from './text/sorted-part.ts';
import { booleanValue } from './truth.ts';
import type { SqlVariant } from './variant.ts';

/**
 * Returns an aggregate, which is NULL if the group has no value. Two parts work around bugs:
 * - `coalesce`: on MariaDB 10.11, `having sum(x) in (select …)` may be true although the subquery returns no row.
 * - `count(*) = 0`: on MySQL 9.7 and MariaDB 10.11, a DISTINCT aggregate repeats the result of the previous outer row
 *   if `having` removes the group.
 */
export function aggregate(query: AggregateSql, variant: AggregateVariant): Sql {
  const bare = bareAggregate(query, variant);
  const none = raw(query.name === 'count' ? '0' : 'null');
  const value = sql`coalesce(${query.distinct ? sql`if(count(*) = 0, ${none}, ${bare})` : bare})`;
  const isMinOrMax = query.name === 'min' || query.name === 'max';
  // Without the cast, MySQL would return a double with other digits.
  return isMinOrMax && query.of?.type.scalar === 'Single' ? sql`cast(${value} as float)` : value;
}

type AggregateVariant = Pick<SqlVariant, 'minOrMaxText'>;

function bareAggregate({ name, of, distinct }: AggregateSql, variant: AggregateVariant): Sql {
  if (of === undefined) return raw('count(*)');
  const { values, type } = of;
  const distinctOf = (value: Sql): Sql => (distinct ? sql`distinct ${value}` : value);
  switch (name) {
    case 'count':
      return sql`count(${distinctOf(exact(values, type))})`;
    case 'sum':
      return isFloating(type)
        ? floatingSum(number(values, type), distinct)
        : sql`sum(${distinctOf(number(values, type))})`;
    case 'avg':
      return isFloating(type)
        ? sql`${floatingSum(number(values, type), distinct)} / count(${distinctOf(values)})`
        : average(values, type, distinctOf);
    default:
      return minOrMax(name, of, variant);
  }
}

/**
 * Returns the expression to count and group by. Text becomes bytes, because collations treat `é` and `E` as equal. A
 * long value becomes its hash, because a sort could not store it.
 */
export const exact = (value: Sql, type: FieldType): Sql =>
  isLong(type) && type.collatedEquality !== true ? sql`sha2(${value}, 256)` : exactPart(value, type);

/** Like `exact`, but never a hash: for values of limited length. */
export const exactPart = (value: Sql, type: FieldType): Sql =>
  needsExactEquality(type) ? sql`cast(${value} as binary)` : booleanValue(labelOrNull(value, type), type);

/**
 * Sums floats as decimals. A sum of doubles would depend on the row order, and so could reveal changes of hidden rows.
 * If a number does not fit a decimal, all numbers are summed as doubles.
 */
function floatingSum(values: Sql, distinct: boolean): Sql {
  if (distinct) return sql`sum(distinct ${values})`;
  const fits = sql`(${values} = 0 or abs(${values}) between 1e-13 and 1e25)`;
  const decimals = sql`sum(cast(if(${fits}, ${values}, 0) as decimal(65,30)))`;
  return sql`if(sum(${fits}) = count(${values}), cast(${decimals} as double), sum(${values}))`;
}

const number = (value: Sql, { scalar, native }: FieldType): Sql =>
  scalar === 'Single' ? sql`cast(${value} as double)` : plainNumber(value, native);

/** Must equal the session's `div_precision_increment`. */
const AVG_EXTRA_DIGITS = 4;

const MAX_SCALE = 38;

/**
 * Returns an average with 16 fractional digits if they fit, as on other databases: 12 digits of the values, and four
 * that avg() adds. MariaDB keeps hidden digits, so the result is rounded.
 */
function average(value: Sql, type: FieldType, distinctOf: (value: Sql) => Sql): Sql {
  const [, precision = '20', scale = '0'] = /^decimal\((\d+),(\d+)\)/.exec(type.native) ?? [];
  const digits = Math.min(Math.max(12, Number(scale)), 65 - Number(precision) + Number(scale));
  const values = sql`cast(${number(value, type)} as decimal(65,${raw(`${digits}`)}))`;
  return sql`round(avg(${distinctOf(values)}), ${raw(`${Math.min(digits + AVG_EXTRA_DIGITS, MAX_SCALE)}`)})`;
}

/** Returns the minimum or maximum. Labels compare by position. */
function minOrMax(
  name: 'min' | 'max',
  { values, type }: NonNullable<AggregateSql['of']>,
  { minOrMaxText }: AggregateVariant,
): Sql {
  if (needsExactEquality(type)) return minOrMaxText(name, values, type);
  const number = booleanValue(
    type.enum === undefined ? plainNumber(values, type.native) : positionOf(values, type),
    type,
  );
  const value = sql`${raw(name)}(${number})`;
  return type.enum === undefined ? value : labelOf(value, type);
}

const positionOf = (label: Sql, type: FieldType): Sql =>
  hasNullErrorValue(type) ? sql`nullif(${label} + 0, 0)` : sql`${label} + 0`;

/** Returns the label at a position: `elt(2, 'new', 'paid')` is `paid`. Position 0 is the error value. */
function labelOf(position: Sql, type: FieldType): Sql {
  const labels = readLabels(type.native);
  if (isSet(type)) return sql`make_set(${join([position, ...labels.map(text)], ', ')})`;
  return typeof type.errorValue === 'object'
    ? sql`elt(${join([sql`${position} + 1`, ...['', ...labels].map(text)], ', ')})`
    : sql`elt(${join([position, ...labels.map(text)], ', ')})`;
}

export const displayValue = (value: Sql, type: FieldType): Sql =>
  comparesByPosition(type) ? labelOf(value, type) : value;

export const groupSortKey = (value: Sql, type: FieldType): Sql =>
  type.enum === undefined ? sortedPart(value, type) : labelPosition(value, type);
