import type { FieldType } from '../../../model/model.ts';
import { needsExactEquality } from '../../../model/text-equality.ts';
import { isFloating, isSet } from '../../../scalars/operators.ts';
import type { AggregateSql } from '../../../sql/dialect.ts';
import { join, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { isPlaced } from '../catalog/labels.ts';
import { readLabels } from '../catalog/types.ts';
import { hasNullErrorValue, labelOrNull } from './error-value.ts';
import { text } from './glue.ts';
import { placeOfLabel, plainNumber } from './output.ts';
import { isLong, sortedPart } from './sorted-part.ts';
import { truth } from './truth.ts';
import type { SqlVariant } from './variant.ts';

/**
 * An aggregate over the rows of a group: `coalesce(sum(distinct …))`; NULL where the group has no value. Without `coalesce`, which changes
 * nothing of it, `having sum(…) in (select …)` answers wrongly: MariaDB 10.11 finds a bare aggregate among no rows. Of a group of no rows
 * within another row, MySQL 9.7 and MariaDB 10.11 give of distinct values what those of the row before came to, where `having` left out
 * the group of that one: so such a group is asked for its rows.
 */
export function aggregate(asked: AggregateSql, variant: AggregateForms): Sql {
  const bare = bareAggregate(asked, variant);
  const none = raw(asked.name === 'count' ? '0' : 'null');
  const value = sql`coalesce(${asked.distinct ? sql`if(count(*) = 0, ${none}, ${bare})` : bare})`;
  const isExtreme = asked.name === 'min' || asked.name === 'max';
  // MySQL makes a number of 64 bits of it, which has other digits.
  return isExtreme && asked.of?.type.scalar === 'Single' ? sql`cast(${value} as float)` : value;
}

type AggregateForms = Pick<SqlVariant, 'extremeText'>;

function bareAggregate({ name, of, distinct }: AggregateSql, variant: AggregateForms): Sql {
  if (of === undefined) return raw('count(*)');
  const { values, type } = of;
  const told = (value: Sql): Sql => (distinct ? sql`distinct ${value}` : value);
  switch (name) {
    case 'count':
      return sql`count(${told(exact(values, type))})`;
    case 'sum':
      return isFloating(type) ? floatingSum(number(values, type), distinct) : sql`sum(${told(number(values, type))})`;
    case 'avg':
      return isFloating(type)
        ? sql`${floatingSum(number(values, type), distinct)} / count(${told(values)})`
        : mean(values, type, told);
    default:
      return extreme(name, of, variant);
  }
}

/**
 * Returns what values are counted and grouped by: a text as its bytes, which distinguish what a collation takes for
 * equal, such as `é` and `E`; the hash of a value that may be long, as a sort could not hold it, unless texts are equal
 * as their collation has it; a boolean as 0 or 1; other values as they are.
 */
export const exact = (value: Sql, type: FieldType): Sql =>
  isLong(type) && type.collatedEquality !== true ? sql`sha2(${value}, 256)` : exactPart(value, type);

/** Returns the same for a value that is not long, or for the beginning of one. */
export const exactPart = (value: Sql, type: FieldType): Sql =>
  needsExactEquality(type) ? sql`cast(${value} as binary)` : truth(labelOrNull(value, type), type);

/**
 * The sum of floating point numbers, added up as decimals: so it is the same in whatever order the rows are read. In another one its last digits
 * would be others, which would tell of changes to what the caller may not see. Where a number has digits that such a decimal has no room for,
 * all are added up as they are. `distinct` sorts by itself.
 */
function floatingSum(values: Sql, distinct: boolean): Sql {
  if (distinct) return sql`sum(distinct ${values})`;
  const fits = sql`(${values} = 0 or abs(${values}) between 1e-13 and 1e25)`;
  const decimals = sql`sum(cast(if(${fits}, ${values}, 0) as decimal(65,30)))`;
  return sql`if(sum(${fits}) = count(${values}), cast(${decimals} as double), sum(${values}))`;
}

/** A number as `sum` and `avg` take it: one of 32 bits as one of 64. */
const number = (value: Sql, { scalar, native }: FieldType): Sql =>
  scalar === 'Single' ? sql`cast(${value} as double)` : plainNumber(value, native);

/** Digits that avg() adds, as `div_precision_increment` of a session says. */
const DIGITS_OF_MEAN = 4;

/** Digits behind the point that a decimal of either server has at most. */
const MOST_DIGITS = 38;

/**
 * avg() gives four digits more behind the point than its values have. Cast to 12 or more, they give a mean of 16 or
 * more, as other stores do. It is rounded to the digits that it shows: MariaDB keeps more of them, by which `in` would not
 * find what `eq` does.
 */
function mean(value: Sql, type: FieldType, told: (value: Sql) => Sql): Sql {
  const [, precision = '20', scale = '0'] = /^decimal\((\d+),(\d+)\)/.exec(type.native) ?? [];
  const digits = Math.min(Math.max(12, Number(scale)), 65 - Number(precision) + Number(scale));
  const values = sql`cast(${number(value, type)} as decimal(65,${raw(`${digits}`)}))`;
  return sql`round(avg(${told(values)}), ${raw(`${Math.min(digits + DIGITS_OF_MEAN, MOST_DIGITS)}`)})`;
}

/** The least or greatest value; labels go by their places. */
function extreme(
  name: 'min' | 'max',
  { values, type }: NonNullable<AggregateSql['of']>,
  { extremeText }: AggregateForms,
): Sql {
  if (needsExactEquality(type)) return extremeText(name, values, type);
  const number = truth(type.enum === undefined ? plainNumber(values, type.native) : placeOf(values, type), type);
  const value = sql`${raw(name)}(${number})`;
  return type.enum === undefined ? value : labelOf(value, type);
}

const placeOf = (label: Sql, type: FieldType): Sql =>
  hasNullErrorValue(type) ? sql`nullif(${label} + 0, 0)` : sql`${label} + 0`;

/**
 * The text of a label by the number of its place: `elt(2, 'new', 'paid')` is `paid`. Of a SET, the texts of all its
 * labels. The place 0 is that of the error value.
 */
function labelOf(place: Sql, type: FieldType): Sql {
  const labels = readLabels(type.native);
  if (isSet(type)) return sql`make_set(${join([place, ...labels.map(text)], ', ')})`;
  return typeof type.errorValue === 'object'
    ? sql`elt(${join([sql`${place} + 1`, ...['', ...labels].map(text)], ', ')})`
    : sql`elt(${join([place, ...labels.map(text)], ', ')})`;
}

/** A value of a group as it is shown, made of the value as it is compared: for labels, the text of their place. */
export const shown = (value: Sql, type: FieldType): Sql => (isPlaced(type) ? labelOf(value, type) : value);

/** A value of a group as something to order groups by: for a label, its place. */
export const groupSortKey = (value: Sql, type: FieldType): Sql =>
  type.enum === undefined ? sortedPart(value, type) : placeOfLabel(value, type);
