import type { Comparison } from '../../../scalars/operators.ts';
import { type Condition, condition, not } from '../../../sql/condition.ts';
import type { OperandSql } from '../../../sql/dialect.ts';
import { standardConditions } from '../../standard/conditions.ts';
import { compareTexts, isParameter } from './exact-texts.ts';
import type { Forms } from './forms.ts';
import { compareRounded } from './rounded-lookups.ts';
import { holdsNumbers, truth } from './truth.ts';

/** A comparison in which two texts, or two booleans, are equal where answers show them alike. */
export function compare(operator: Comparison, left: OperandSql, right: OperandSql, forms: Forms): Condition {
  if (!holdsNumbers(left.type) && !holdsNumbers(right.type)) {
    return compareRounded(operator, left, right, forms) ?? compareTexts(operator, left, right, forms);
  }
  const [own, other] = isParameter(left) ? [right, left] : [left, right];
  if ((operator === 'eq' || operator === 'neq') && isParameter(other)) {
    // So an index serves: by one value for false, by ranges for true.
    const isEqual = condition`(${own.sql} = ${other.sql} or (${other.sql} and ${own.sql} not in (0, 1)))`;
    return operator === 'eq' ? isEqual : not(isEqual);
  }
  const asTruth = ({ sql: value, type }: OperandSql): OperandSql => ({ sql: truth(value, type), type });
  return standardConditions.compare(operator, asTruth(left), asTruth(right));
}
