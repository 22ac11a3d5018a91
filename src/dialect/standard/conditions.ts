import { type Condition, condition } from '../../sql/condition.ts';
import type { ConditionGenerators } from '../../sql/dialect.ts';
import { parameter, raw } from '../../sql/fragment.ts';
import { OPERATORS } from './operators.ts';
import { exists } from './row-set.ts';

/** Conditions in standard SQL; a dialect overrides those that differ. */
export const standardConditions = {
  constant: (value: boolean): Condition => condition`${raw(value ? 'true' : 'false')}`,
  unknown: condition`null`,
  isNotTrue: (member) => condition`(${member}) is not true`,
  when: (first, then) => condition`case when ${first} then ${then} else false end`,
  exists,
  link: (child, parent) => condition`${child} = ${parent}`,
  compare: (operator, left, right) => condition`${left.sql} ${raw(OPERATORS[operator])} ${right.sql}`,
  isNull: (operand) => condition`${operand.sql} is null`,
  isNotNull: (operand) => condition`${operand.sql} is not null`,
  like: (operand, pattern, anyCase) =>
    anyCase
      ? condition`lower(${operand.sql}) like lower(${parameter(pattern)})`
      : condition`${operand.sql} like ${parameter(pattern)}`,
} satisfies Partial<ConditionGenerators>;
