import type { FieldType } from '../../../model/model.ts';
import { isFloating } from '../../../scalars/operators.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import type { AggregateSql, OperandGenerators } from '../../../sql/dialect.ts';
import { raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import { fromWhere } from '../../standard/row-set.ts';
import {
  digitsOf,
  exact,
  ignoresTrailingZeroBytes,
  needsExactComparison,
  toUnicode,
  withBinaryCollation,
} from './exact-strings.ts';
import { hash } from './hash.ts';
import { jsonPath } from './json/json-path.ts';
import { call, comparand, value } from './operand.ts';
import { text } from './text.ts';
import { baseTypeName } from './types/native.ts';
import { cast, comparedScale } from './types/typed.ts';

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
} satisfies OperandGenerators;

function aggregate({ name, of, distinct }: AggregateSql): Sql {
  if (of === undefined) return raw('count_big(*)');
  const { values, type } = of;
  const toArgument = (value: Sql): Sql => (distinct ? sql`distinct ${value}` : value);
  switch (name) {
    case 'count':
      return sql`count_big(${toArgument(exact(values, type))})`;
    case 'sum':
      return isFloating(type)
        ? floatingSum(asFloat(values, type), distinct)
        : sql`sum(${toArgument(exactNumber(values, type))})`;
    case 'avg':
      return isFloating(type)
        ? sql`${floatingSum(asFloat(values, type), distinct)} / nullif(count_big(${toArgument(values)}), 0)`
        : average(toArgument, values, type);
    default:
      return minOrMax(name, values, type);
  }
}

const INTEGERS: readonly ScalarName[] = ['Short', 'Int', 'Long'];

/** Casts integers and money to decimals; a SUM of integers would overflow. */
const exactNumber = (values: Sql, type: FieldType): Sql =>
  INTEGERS.includes(type.scalar) || baseTypeName(type).endsWith('money')
    ? cast(values, INTEGERS.includes(type.scalar) ? 'decimal(38,0)' : 'decimal(38,4)')
    : values;

/** Returns the average. AVG truncates, so it is computed with an extra digit and rounded. */
function average(toArgument: (value: Sql) => Sql, values: Sql, type: FieldType): Sql {
  const digits = averageScale(type);
  const scale = Math.min(digits + 1, Math.max(comparedScale(type), digits));
  return cast(sql`avg(${toArgument(cast(values, decimalOf(scale)))})`, decimalOf(Math.max(digits, MIN_AVERAGE_DIGITS)));
}

const AVERAGE_DIGITS = 16;

/** Minimum fractional digits of an average. */
const MIN_AVERAGE_DIGITS = 6;

function averageScale(type: FieldType): number {
  return Math.max(Math.min(AVERAGE_DIGITS, comparedScale(type)), scaleOf(type));
}

const scaleOf = ({ native }: FieldType): number => Number(/^(?:decimal|numeric)\(\d+,(\d+)\)$/.exec(native)?.[1] ?? 0);

const MAX_PRECISION = 38;

const decimalOf = (scale: number): string => `decimal(${MAX_PRECISION},${scale})`;

/**
 * Sums floats as decimals, because a sum of floats depends on the order of the rows. A change to a hidden row can
 * change that order, and the last digits would reveal the change. Values that do not fit a decimal are summed as
 * floats.
 */
function floatingSum(values: Sql, distinct: boolean): Sql {
  const argument = distinct ? sql`distinct ${cast(values, 'float')}` : cast(values, 'float');
  const toArgument = (value: Sql): Sql => (distinct ? sql`distinct ${value}` : value);
  const [small, large] = [exactDecimal(values, '0', '1e15', 15), exactDecimal(values, '1e15', '1e28', 0)].map(
    toArgument,
  ) as [Sql, Sql];
  const counted = sql`count_big(${toArgument(values)})`;
  const total = sql`isnull(cast(sum(${small}) as float), 0) + isnull(cast(sum(${large}) as float), 0)`;
  return sql`case when ${counted} = 0 then null when count_big(${small}) + count_big(${large}) = ${counted} then ${total} else sum(${argument}) end`;
}

/** Converts numbers to 64-bit floats, which keep all digits. */
const asFloat = (values: Sql, type: FieldType): Sql => (type.scalar === 'Single' ? cast(values, 'float') : values);

/** Returns a number as a decimal if its magnitude is from `min` to `limit` and the decimal keeps all digits. */
function exactDecimal(value: Sql, min: string, limit: string, scale: number): Sql {
  const decimal = sql`try_cast(${value} as ${raw(decimalOf(scale))})`;
  const isOfSize = sql`abs(${value}) >= ${raw(min)} and abs(${value}) < ${raw(limit)}`;
  return sql`case when ${isOfSize} and cast(${decimal} as float) = ${value} then ${decimal} end`;
}

/**
 * Returns the minimum or maximum. MIN and MAX do not accept bits. Among strings that are equal by collation, their
 * result would be arbitrary.
 */
function minOrMax(name: 'min' | 'max', values: Sql, type: FieldType): Sql {
  if (type.scalar === 'Base64String') return sql`convert(varbinary(max), ${raw(name)}(${digitsOf(values)}), 2)`;
  if (type.scalar === 'Boolean') return cast(sql`${raw(name)}(${cast(values, 'tinyint')})`, 'bit');
  return needsExactComparison(type)
    ? sql`${raw(name)}(${withBinaryCollation(toUnicode(values, type))})`
    : sql`${raw(name)}(${values})`;
}

function groupKey(values: Sql, type: FieldType): Sql {
  if (ignoresTrailingZeroBytes(type)) return minOrMax('min', values, type);
  return needsExactComparison(type) ? sql`min(${values})` : withoutNegativeZero(values, type);
}

/** Converts -0 to 0. Both are equal, so otherwise the first row would determine the sign. */
const withoutNegativeZero = (value: Sql, type: FieldType): Sql => (isFloating(type) ? sql`${value} + 0` : value);
