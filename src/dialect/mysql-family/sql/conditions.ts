import { condition } from '../../../sql/condition.ts';
import type { ConditionVerbs, OperandSql } from '../../../sql/dialect.ts';
import { beyondTermByTerm } from '../../standard/beyond.ts';
import { standardConditions } from '../../standard/conditions.ts';
import { neverOffered } from '../../standard/never-offered.ts';
import { compare } from './compare.ts';
import { textConditionsOf } from './exact-texts.ts';
import type { Forms } from './forms.ts';
import { containsMembers, inList } from './in-list.ts';

/** If a `date` or `datetime` is NOT NULL, both servers read `is null` as a test for `0000-00-00`, but not `<=> null`. */
const isNull = (operand: OperandSql) =>
  /^date/.test(operand.type.native) ? condition`${operand.sql} <=> null` : standardConditions.isNull(operand);

const conditionsWithNull = { ...standardConditions, isNull };

export const conditionsOf = (forms: Forms) =>
  ({
    ...conditionsWithNull,
    ...textConditionsOf(forms),
    compare: (operator, left, right) => compare(operator, left, right, forms),
    // For `(a, b) > (?, ?)`, no server uses a range of an index.
    beyond: (terms) => beyondTermByTerm(terms, conditionsWithNull),
    inList: (operand, values) => inList(operand, values, forms),
    arrayContains: containsMembers,
    fullText: () => neverOffered(),
  }) satisfies ConditionVerbs;
