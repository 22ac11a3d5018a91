import type { Comparison } from '../../../../scalars/operators.ts';
import { type Condition, condition, not } from '../../../../sql/condition.ts';
import type { OperandSql } from '../../../../sql/dialect.ts';
import { standardConditions } from '../../../standard/conditions.ts';
import { hasNullErrorValue, labelOrNull } from '../failure/error-value.ts';
import { compareStrings, isParameter } from '../text/exact-strings.ts';
import { booleanValue, isTinyintBoolean } from '../truth.ts';
import type { SqlVariant } from '../variant.ts';
import { compareRounded } from './rounded-lookups.ts';

/** Compares values as responses contain them: an error value counts as NULL. */
export function compare(operator: Comparison, left: OperandSql, right: OperandSql, variant: SqlVariant): Condition {
  if (!mayBeError(left) && !mayBeError(right)) return compareValues(operator, left, right, variant);
  const { sql: exact } = compareValues(operator, withNull(left), withNull(right), variant);
  if (operator !== 'eq' || !(isParameter(left) || isParameter(right))) return { kind: 'condition', sql: exact };
  // The bare column can use an index. The condition is true for the same rows, because the error value equals no label.
  return { ...compareValues(operator, left, right, variant), exact };
}

const mayBeError = (operand: OperandSql): boolean => hasNullErrorValue(operand.type) && !isParameter(operand);

const withNull = (operand: OperandSql): OperandSql =>
  mayBeError(operand) ? { ...operand, sql: labelOrNull(operand.sql, operand.type) } : operand;

function compareValues(operator: Comparison, left: OperandSql, right: OperandSql, variant: SqlVariant): Condition {
  if (!isTinyintBoolean(left.type) && !isTinyintBoolean(right.type)) {
    return compareRounded(operator, left, right, variant) ?? compareStrings(operator, left, right, variant);
  }
  const [value, comparand] = isParameter(left) ? [right, left] : [left, right];
  if ((operator === 'eq' || operator === 'neq') && isParameter(comparand)) {
    // Compares with one value for false, and with ranges for true, so that an index can be used.
    const isEqual = condition`(${value.sql} = ${comparand.sql} or (${comparand.sql} and ${value.sql} not in (0, 1)))`;
    return operator === 'eq' ? isEqual : not(isEqual);
  }
  const asTruth = ({ sql: value, type }: OperandSql): OperandSql => ({ sql: booleanValue(value, type), type });
  return standardConditions.compare(operator, asTruth(left), asTruth(right));
}
