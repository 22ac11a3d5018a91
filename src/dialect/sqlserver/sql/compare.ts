import type { FieldType } from '../../../model/model.ts';
import type { Comparison } from '../../../scalars/operators.ts';
import { type Condition, combine, condition } from '../../../sql/condition.ts';
import type { OperandSql } from '../../../sql/dialect.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import { OPERATORS } from '../../standard/operators.ts';
import { EXACT_COLLATION, exactText, hasCollation, needsExactComparison } from './exact-strings.ts';
import { baseTypeName, MAX_NVARCHAR, sizeOf } from './types/native.ts';
import { cast, hasCodePage, isColumn, parameterOf, takesAllDigits } from './types/typed.ts';

const SWAPPED_OPERATORS: Readonly<Record<Comparison, Comparison>> = {
  eq: 'eq',
  neq: 'neq',
  gt: 'lt',
  gte: 'lte',
  lt: 'gt',
  lte: 'gte',
};

export function compare(operator: Comparison, left: OperandSql, right: OperandSql): Condition {
  if (parameterOf(left.sql) !== undefined && parameterOf(right.sql) === undefined)
    return compare(SWAPPED_OPERATORS[operator], right, left);
  if (hasCollation(left.type) || hasCollation(right.type)) return compareStrings(operator, left, right);
  if (left.type.scalar === 'Base64String') return compareBytes(operator, left, right);
  const value = parameterOf(right.sql);
  if (value !== undefined && takesAllDigits(left.type)) return compareFloor(operator, left.sql, right.sql, value);
  return value !== undefined && roundedTo(left.type) !== undefined
    ? compareRounded(operator, left, right)
    : plain(operator, left.sql, right.sql);
}

const plain = (operator: Comparison, left: Sql, right: Sql): Condition =>
  condition`${left} ${raw(OPERATORS[operator])} ${right}`;

/**
 * Compares strings. Equality is exact unless the configuration selects the collation. The column's own equality is
 * added so that an index can be used.
 */
function compareStrings(operator: Comparison, left: OperandSql, right: OperandSql): Condition {
  const { collation } = left.type;
  const value = parameterOf(right.sql);
  if (operator !== 'eq' && operator !== 'neq') {
    // The collation of a computed string also applies to the value.
    const isComputed = value !== undefined && hasCodePage(left.type) && !isColumn(left.sql);
    return plain(operator, orderedAs(orderCollation(left, right), left.sql), isComputed ? value : right.sql);
  }
  if (!needsExactComparison(left.type) && !needsExactComparison(right.type))
    return equalByCollation(operator, left, right);
  const exact = plain(
    operator,
    exactText(left.sql, left.type),
    exactText(value ?? right.sql, value ? left.type : right.type),
  );
  const usesIndex = operator === 'eq' && value !== undefined && collation !== undefined && hasIndex(left);
  return usesIndex ? combine('and', [plain('eq', left.sql, right.sql), exact]) : exact;
}

function equalByCollation(operator: 'eq' | 'neq', left: OperandSql, right: OperandSql): Condition {
  const value = parameterOf(right.sql);
  if (value === undefined) return plain(operator, orderedAs(orderCollation(left, right), left.sql), right.sql);
  const equal = plain(operator, left.sql, right.sql);
  if (!mayLoseCharacters(left.type)) return equal;
  // The cast may replace characters or truncate the value. The original value then equals no row.
  return operator === 'eq'
    ? combine('and', [equal, plain('eq', right.sql, value)])
    : combine('or', [equal, combine('and', [plain('neq', right.sql, value), condition`${left.sql} is not null`])]);
}

export const mayLoseCharacters = (type: FieldType): boolean => hasCodePage(type) || (sizeOf(type) ?? 0) >= MAX_NVARCHAR;

/** Returns the collation for a comparison by order. Undefined if the collation of the operands applies. */
function orderCollation(left: OperandSql, right: OperandSql): string | undefined {
  if (parameterOf(right.sql) !== undefined) return left.type.native === '' ? EXACT_COLLATION : undefined;
  return left.type.collation ?? right.type.collation ?? EXACT_COLLATION;
}

const orderedAs = (collation: string | undefined, text: Sql): Sql =>
  collation === undefined ? text : sql`${text} collate ${raw(collation)}`;

/** Returns whether an index may exist. Computed values and strings without a size are not indexed. */
export const hasIndex = ({ sql: operand, type }: OperandSql): boolean =>
  sizeOf(type) !== undefined && isColumn(operand);

/** Compares bytes. SQL Server ignores trailing zero bytes. The shorter of two otherwise equal values sorts first. */
function compareBytes(operator: Comparison, left: OperandSql, right: OperandSql): Condition {
  const byValue = plain(operator, left.sql, right.sql);
  if (baseTypeName(left.type) === 'binary') return byValue;
  const byLength = plain(operator, sql`datalength(${left.sql})`, sql`datalength(${right.sql})`);
  if (operator === 'eq') return combine('and', [byValue, byLength]);
  if (operator === 'neq') return combine('or', [byValue, byLength]);
  const orEqual = WEAKER[operator] ?? operator;
  const differ = plain('neq', left.sql, right.sql);
  return combine('and', [plain(orEqual, left.sql, right.sql), combine('or', [differ, byLength])]);
}

/**
 * Compares with a value that may have too many digits. The value was then rounded down, and its text ends in a space.
 */
function compareFloor(operator: Comparison, column: Sql, floor: Sql, text: Sql): Condition {
  const hasRemainder = condition`right(${text}, 1) = N' '`;
  const isExact = condition`right(${text}, 1) <> N' '`;
  switch (operator) {
    case 'eq':
      return combine('and', [plain('eq', column, floor), isExact]);
    case 'neq':
      return combine('or', [plain('neq', column, floor), combine('and', [plain('eq', column, floor), hasRemainder])]);
    case 'gte':
      return combine('and', [plain('gte', column, floor), combine('or', [plain('neq', column, floor), isExact])]);
    case 'lt':
      return combine('and', [plain('lte', column, floor), combine('or', [plain('neq', column, floor), hasRemainder])]);
    default:
      return plain(operator, column, floor);
  }
}

/** A column type that is less precise than the compared values. */
interface RoundedType {
  readonly exact: (column: Sql) => Sql;
  /** Rounds a value to the column's type, so that an index can be used. */
  readonly rounded: (value: Sql) => Sql;
}

/**
 * Types that are less precise than `datetime2`. `datetime` has a resolution of about three milliseconds and starts in
 * 1753.
 */
const roundedTypes: Readonly<Record<string, RoundedType>> = {
  datetime: {
    exact: (column) => cast(column, 'datetime2(3)'),
    rounded: (value) => cast(clamp(value, '1753-01-01T00:00:00', '9999-12-31T23:59:59.997'), 'datetime'),
  },
  smalldatetime: {
    exact: (column) => cast(column, 'datetime2(0)'),
    rounded: (value) => cast(clamp(value, '1900-01-01T00:00:00', '2079-06-06T23:59:00'), 'smalldatetime'),
  },
};

const dateAsDateTime: RoundedType = {
  exact: (column) => cast(column, 'datetime2(0)'),
  rounded: (value) => cast(value, 'date'),
};

export const roundedTo = (type: FieldType): RoundedType | undefined =>
  type.native === 'date' && type.scalar === 'DateTime' ? dateAsDateTime : roundedTypes[baseTypeName(type)];

const clamp = (value: Sql, min: string, max: string): Sql => {
  const [first, last] = [raw(`'${min}'`), raw(`'${max}'`)];
  return sql`case when ${value} < ${first} then ${first} when ${value} > ${last} then ${last} else ${value} end`;
};

/** Operators for the rounded value. They include equality, because rounding may make different values equal. */
const WEAKER: Readonly<Partial<Record<Comparison, Comparison>>> = {
  eq: 'eq',
  gt: 'gte',
  gte: 'gte',
  lt: 'lte',
  lte: 'lte',
};

function compareRounded(operator: Comparison, left: OperandSql, right: OperandSql): Condition {
  const roundedType = roundedTo(left.type);
  if (roundedType === undefined) return plain(operator, left.sql, right.sql);
  const exact = plain(operator, roundedType.exact(left.sql), right.sql);
  const weaker = WEAKER[operator];
  return weaker === undefined
    ? exact
    : combine('and', [plain(weaker, left.sql, roundedType.rounded(right.sql)), exact]);
}
