import type { FieldType } from '../../../model/model.ts';
import { isFloating } from '../../../scalars/operators.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import type { AggregateSql, OperandVerbs } from '../../../sql/dialect.ts';
import { raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { allLetters, byCode, digitsOf, exact, mayDropZeros, mayFold } from './exact-texts.ts';
import { hash } from './hash.ts';
import { jsonPath } from './json-path.ts';
import { wordOf } from './native.ts';
import { call, comparand, value } from './operand.ts';
import { text } from './text.ts';
import { cast, comparedScale } from './typed.ts';

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
  scalar: (value, rows, atMostOne) =>
    subquery(sql`select ${raw(atMostOne ? '' : 'top (1) ')}${value}${fromWhere(rows)}`),
} satisfies OperandVerbs;

/** An aggregate over the rows of a group. */
function aggregate({ name, of, distinct }: AggregateSql): Sql {
  if (of === undefined) return raw('count_big(*)');
  const { values, type } = of;
  const told = (value: Sql): Sql => (distinct ? sql`distinct ${value}` : value);
  switch (name) {
    case 'count':
      return sql`count_big(${told(exact(values, type))})`;
    case 'sum':
      return isFloating(type)
        ? floatingSum(asFloat(values, type), distinct)
        : sql`sum(${told(exactNumber(values, type))})`;
    case 'avg':
      return isFloating(type)
        ? sql`${floatingSum(asFloat(values, type), distinct)} / nullif(count_big(${told(values)}), 0)`
        : mean(told, values, type);
    default:
      return extreme(name, values, type);
  }
}

const INTEGERS: readonly ScalarName[] = ['Short', 'Int', 'Long'];

/** A sum of integers would be one of the same size, and overflow. */
const exactNumber = (values: Sql, type: FieldType): Sql =>
  INTEGERS.includes(type.scalar) || wordOf(type).endsWith('money')
    ? cast(values, INTEGERS.includes(type.scalar) ? 'decimal(38,0)' : 'decimal(38,4)')
    : values;

/** AVG cuts what it has no digits for: so it is given one more, and rounded. */
function mean(told: (value: Sql) => Sql, values: Sql, type: FieldType): Sql {
  const digits = digitsOfMean(type);
  const more = Math.min(digits + 1, Math.max(comparedScale(type), digits));
  return cast(sql`avg(${told(cast(values, decimalOf(more)))})`, decimalOf(Math.max(digits, LEAST_DIGITS)));
}

/** Digits behind the point of a mean. */
const DIGITS_OF_MEAN = 16;

/** Those that SQL Server gives a mean at least. */
const LEAST_DIGITS = 6;

/** A mean has as many digits behind the point as its values have, and more where there is room in front of it. */
function digitsOfMean(type: FieldType): number {
  return Math.max(Math.min(DIGITS_OF_MEAN, comparedScale(type)), scaleOf(type));
}

const scaleOf = ({ native }: FieldType): number => Number(/^(?:decimal|numeric)\(\d+,(\d+)\)$/.exec(native)?.[1] ?? 0);

const MOST_DIGITS = 38;

const decimalOf = (scale: number): string => `decimal(${MOST_DIGITS},${scale})`;

/**
 * The sum of floating point numbers, added up as decimals: so it is the same in whatever order the rows are read. In another one its last digits
 * would be others, which would tell of changes to what the caller may not see. Where a number has digits that such a decimal has no room for,
 * all are added up as they are.
 */
function floatingSum(values: Sql, distinct: boolean): Sql {
  const told = distinct ? sql`distinct ${cast(values, 'float')}` : cast(values, 'float');
  const once = (value: Sql): Sql => (distinct ? sql`distinct ${value}` : value);
  const [small, large] = [fitting(values, '0', '1e15', 15), fitting(values, '1e15', '1e28', 0)].map(once) as [Sql, Sql];
  const counted = sql`count_big(${once(values)})`;
  const total = sql`isnull(cast(sum(${small}) as float), 0) + isnull(cast(sum(${large}) as float), 0)`;
  return sql`case when ${counted} = 0 then null when count_big(${small}) + count_big(${large}) = ${counted} then ${total} else sum(${told}) end`;
}

/** A number of 32 bits as one of 64, in which it has all its digits. */
const asFloat = (values: Sql, type: FieldType): Sql => (type.scalar === 'Single' ? cast(values, 'float') : values);

/** A number of that size as a decimal, if that holds all its digits. */
function fitting(value: Sql, least: string, beyond: string, scale: number): Sql {
  const decimal = sql`try_cast(${value} as ${raw(decimalOf(scale))})`;
  const isOfSize = sql`abs(${value}) >= ${raw(least)} and abs(${value}) < ${raw(beyond)}`;
  return sql`case when ${isOfSize} and cast(${decimal} as float) = ${value} then ${decimal} end`;
}

/** The least or greatest value; there is none of bits and bytes, and which of texts that a collation takes for equal would be a matter of chance. */
function extreme(name: 'min' | 'max', values: Sql, type: FieldType): Sql {
  if (type.scalar === 'Base64String') return sql`convert(varbinary(max), ${raw(name)}(${digitsOf(values)}), 2)`;
  if (type.scalar === 'Boolean') return cast(sql`${raw(name)}(${cast(values, 'tinyint')})`, 'bit');
  return mayFold(type) ? sql`${raw(name)}(${byCode(allLetters(values, type))})` : sql`${raw(name)}(${values})`;
}

/** What is shown of a column whose values are equal in all rows of a group. */
function groupKey(values: Sql, type: FieldType): Sql {
  if (mayDropZeros(type)) return extreme('min', values, type);
  return mayFold(type) ? sql`min(${values})` : withoutSign(values, type);
}

/** 0 for -0, which is equal: otherwise the row that happens to come first would say which. */
const withoutSign = (value: Sql, type: FieldType): Sql => (isFloating(type) ? sql`${value} + 0` : value);
