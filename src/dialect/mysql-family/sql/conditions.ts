import { type Condition, condition } from '../../../sql/condition.ts';
import type { ConditionVerbs, OperandSql } from '../../../sql/dialect.ts';
import { beyondTermByTerm } from '../../standard/beyond.ts';
import { standardConditions } from '../../standard/conditions.ts';
import { neverOffered } from '../../standard/never-offered.ts';
import { compare } from './compare.ts';
import { hasNullErrorValue } from './error-value.ts';
import { textConditionsOf } from './exact-texts.ts';
import type { Forms } from './forms.ts';
import { containsMembers, inList } from './in-list.ts';
import { isColumn } from './rounded-lookups.ts';

/** If a `date` or `datetime` is NOT NULL, both servers read `is null` as a test for `0000-00-00`, but not `<=> null`. */
const isNull = (operand: OperandSql) =>
  /^date/.test(operand.type.native) ? condition`${operand.sql} <=> null` : standardConditions.isNull(operand);

const conditionsWithNull = { ...standardConditions, isNull };

/** The error value of an enum is NULL. An index finds both. */
function isNullOrError(operand: OperandSql): Condition {
  if (!hasNullErrorValue(operand.type)) return isNull(operand);
  return isColumn(operand)
    ? condition`(${operand.sql} is null or ${operand.sql} = '')`
    : condition`nullif(${operand.sql}, '') is null`;
}

function isNeitherNullNorError(operand: OperandSql): Condition {
  if (!hasNullErrorValue(operand.type)) return standardConditions.isNotNull(operand);
  return isColumn(operand)
    ? condition`(${operand.sql} is not null and ${operand.sql} <> '')`
    : condition`nullif(${operand.sql}, '') is not null`;
}

export const conditionsOf = (forms: Forms) =>
  ({
    ...standardConditions,
    isNull: isNullOrError,
    isNotNull: isNeitherNullNorError,
    ...textConditionsOf(forms),
    compare: (operator, left, right) => compare(operator, left, right, forms),
    // For `(a, b) > (?, ?)`, no server uses a range of an index. In an order, an error value is NULL already.
    beyond: (terms) => beyondTermByTerm(terms, conditionsWithNull),
    inList: (operand, values) => inList(operand, values, forms),
    arrayContains: containsMembers,
    fullText: () => neverOffered(),
  }) satisfies ConditionVerbs;
