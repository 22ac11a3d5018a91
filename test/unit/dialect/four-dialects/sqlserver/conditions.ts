import { beyondTermByTerm } from '../../../../../src/dialect/standard/beyond.ts';
import { exists } from '../../../../../src/dialect/standard/chosen-rows.ts';
import { OPERATORS } from '../../../../../src/dialect/standard/operators.ts';
import { type Condition, condition } from '../../../../../src/sql/condition.ts';
import type { ConditionVerbs } from '../../../../../src/sql/dialect.ts';
import { parameter, raw, type Sql, sql } from '../../../../../src/sql/fragment.ts';
import { notShown } from '../not-shown.ts';

const constant = (value: boolean): Condition => condition`${raw(value ? '1 = 1' : '1 = 0')}`;
const isNull: ConditionVerbs['isNull'] = (operand) => condition`${operand.sql} is null`;
const isNotNull: ConditionVerbs['isNotNull'] = (operand) => condition`${operand.sql} is not null`;

/** T-SQL has no booleans: what is asked of a condition as a value goes by CASE. */
export const conditions = {
  constant,
  unknown: condition`null = 1`,
  isNotTrue: (member) => condition`case when ${member} then 1 else 0 end = 0`,
  guarded: (first, then) =>
    condition`case when ${first} then case when ${then} then 1 when not (${then}) then 0 end else 0 end = 1`,
  exists,
  beyond: (terms) => beyondTermByTerm(terms, { constant, isNull, isNotNull }),
  compare: (operator, left, right) => condition`${left.sql} ${raw(OPERATORS[operator])} ${right.sql}`,
  isNull,
  isNotNull,
  inList: ({ sql: operand, type }, values) =>
    condition`${operand} in (select v.[v] from openjson(${parameter(values)}) with ([v] ${raw(type.native || 'nvarchar(4000)')} '$') as v)`,
  like: (operand, pattern) => condition`${operand.sql} like ${parameter(pattern)}`,
  arrayContains: () => notShown('lists'),
  fullText: () => notShown('full-text search'),
} satisfies ConditionVerbs;

/** A condition as a value of the answer. */
export const asValue = (asked: Condition): Sql => sql`cast(case when ${asked.sql} then 1 else 0 end as bit)`;
