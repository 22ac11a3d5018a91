import { invariant } from '../../../base/invariant.ts';
import { type Condition, condition } from '../../../sql/condition.ts';
import type { ConditionVerbs } from '../../../sql/dialect.ts';
import { parameter, raw } from '../../../sql/fragment.ts';
import { beyondTermByTerm } from '../../standard/beyond.ts';
import { exists } from '../../standard/chosen-rows.ts';
import { OPERATORS } from '../../standard/operators.ts';
import { inList } from './in-list.ts';

const constant = (value: boolean): Condition => condition`${raw(value ? 'true' : 'false')}`;
const isNull: ConditionVerbs['isNull'] = (operand) => condition`${operand.sql} is null`;
const isNotNull: ConditionVerbs['isNotNull'] = (operand) => condition`${operand.sql} is not null`;

export const conditions = {
  constant,
  unknown: condition`null`,
  isNotTrue: (member) => condition`(${member}) is not true`,
  guarded: (first, then) => condition`case when ${first} then ${then} else false end`,
  exists,
  // A comparison of rows uses no range of an index.
  beyond: (terms) => beyondTermByTerm(terms, { constant, isNull, isNotNull }),
  compare: (operator, left, right) => condition`${left.sql} ${raw(OPERATORS[operator])} ${right.sql}`,
  isNull,
  isNotNull,
  inList,
  like: (operand, pattern, anyCase) =>
    anyCase
      ? condition`lower(${operand.sql}) like lower(${parameter(pattern)})`
      : condition`${operand.sql} like ${parameter(pattern)}`,
  arrayContains: () => neverOffered(),
  fullText: () => neverOffered(),
} satisfies ConditionVerbs;

/** Of what `capabilities` leave out. */
export function neverOffered(): never {
  invariant(false, 'the compiler refuses what is not offered');
}
