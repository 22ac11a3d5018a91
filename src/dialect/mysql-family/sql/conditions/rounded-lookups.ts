import type { FieldType } from '../../../../model/model.ts';
import { losesDigits } from '../../../../model/rounded-numbers.ts';
import type { Comparison } from '../../../../scalars/operators.ts';
import { type Condition, combine, not } from '../../../../sql/condition.ts';
import type { OperandSql } from '../../../../sql/dialect.ts';
import { type Sql, sql, tokensOf } from '../../../../sql/fragment.ts';
import { standardConditions } from '../../../standard/conditions.ts';
import type { SqlVariant } from '../variant.ts';

/**
 * Adds an exact condition to a comparison. An index lookup converts the value to the column's type and does not recheck
 * the rows, so `10:00:00.6` would find `10:00:01`. Returns undefined if the server compares exactly.
 */
export function compareRounded(
  operator: Comparison,
  left: OperandSql,
  right: OperandSql,
  variant: Pick<SqlVariant, 'roundsNumbers'>,
): Condition | undefined {
  if (isConstant(left))
    return isConstant(right) ? undefined : compareRounded(swappedOperators[operator], right, left, variant);
  if (!isConstant(right)) return compareWithFloating(operator, left, right);
  const isEquality = operator === 'eq' || operator === 'neq';
  const { compare } = standardConditions;
  if (isEquality && variant.roundsNumbers && isColumn(left) && isRoundedNumber(left.type, right.type)) {
    // `coalesce` makes the value an expression, for which MariaDB rechecks the rows. Arithmetic would cut digits.
    return compare(operator, left, { ...right, sql: sql`coalesce(${right.sql})` });
  }
  const exact = exactOperands(left, right);
  if (exact === undefined || (exact.onlyEquality && !isEquality)) return undefined;
  const plain = operator === 'neq' ? 'eq' : operator;
  const condition = compare(plain, { ...left, sql: exact.column }, { ...right, sql: exact.value });
  const nearest = { ...right, sql: exact.nearest };
  // Only a bare column can use an index.
  const both = isColumn(left) ? combine('and', [compare(lookups[plain], left, nearest), condition]) : condition;
  return operator === 'neq' ? not(both) : both;
}

/**
 * Compares an exact column with a floating-point column, so that only an index of the floating-point column is used.
 * With an index of the exact column, the servers miss numbers that are equal only after rounding. Returns undefined if
 * the exact column has at most 15 digits.
 */
function compareWithFloating(operator: Comparison, left: OperandSql, right: OperandSql): Condition | undefined {
  const operands = [
    [left, right],
    [right, left],
  ] as const;
  if (!operands.some(([exact, other]) => isRounded(exact, other))) return undefined;
  const [leftOperand = left, rightOperand = right] = operands.map(([operand, other]) =>
    isRounded(operand, other) ? { ...operand, sql: sql`${operand.sql} + 0e0` } : operand,
  );
  return standardConditions.compare(operator, leftOperand, rightOperand);
}

const isRounded = (exact: OperandSql, other: OperandSql): boolean =>
  isColumn(exact) && losesDigits(exact.type, other.type);

interface ExactOperands {
  readonly column: Sql;
  readonly value: Sql;
  readonly nearest: Sql;
  /** True if only equality needs the exact condition. */
  readonly onlyEquality?: true;
}

function exactOperands({ sql: column, type }: OperandSql, value: OperandSql): ExactOperands | undefined {
  const { native } = type;
  // A value without the type of a column is already cast.
  const cast = (expression: Sql): Sql => (value.type.native === '' ? value.sql : expression);
  const valueSql = value.sql;
  if (/^time(?!stamp|\(6\))/.test(native)) {
    // The inner cast is needed on MySQL: it reads a parameter cast to `time` as a datetime, so 24:00:00 becomes
    // 00:00:00.
    return {
      column: sql`cast(${column} as time(6))`,
      value: cast(sql`cast(cast(${valueSql} as char) as time(6))`),
      nearest: valueSql,
    };
  }
  // A `date` column compares exactly with a datetime parameter, unless the parameter is cast.
  const isMoment = /^(?:datetime|timestamp)(?!\(6\))/.test(native) || (native === 'date' && value.type.native === '');
  if (isMoment && value.type.scalar === 'DateTime') {
    return {
      column: sql`cast(${column} as datetime(6))`,
      value: cast(sql`cast(${valueSql} as datetime(6))`),
      nearest: valueSql,
      onlyEquality: true,
    };
  }
  if (/^year/.test(native)) {
    return {
      column: sql`${column} + 0`,
      value: valueSql,
      nearest: sql`least(if(${valueSql} < 1, 0, greatest(round(${valueSql}), 1901)), 2155)`,
    };
  }
  return undefined;
}

const isRoundedNumber = ({ native }: FieldType, { scalar }: FieldType): boolean =>
  !native.startsWith('year') && (scalar === 'Decimal' || native.startsWith('double('));

/** Operators of the index lookup, which must also find the value to which the server rounds the operand. */
const lookups = { eq: 'eq', gt: 'gte', gte: 'gte', lt: 'lte', lte: 'lte' } as const;

export const swappedOperators = { eq: 'eq', neq: 'neq', gt: 'lt', gte: 'lte', lt: 'gt', lte: 'gte' } as const;

export const isConstant = ({ sql: expression }: OperandSql): boolean =>
  tokensOf(expression).every((token) => typeof token === 'string' || token.kind === 'parameter');

/** `` `1`.`code` `` */
export function isColumn({ sql: expression }: OperandSql): boolean {
  const tokens = tokensOf(expression).filter((token) => token !== '' && token !== '.');
  return tokens.every((token) => typeof token === 'object' && token.kind === 'name');
}
