import { beyondTermByTerm } from '../../../../../src/dialect/standard/beyond.ts';
import { exists } from '../../../../../src/dialect/standard/chosen-rows.ts';
import { OPERATORS } from '../../../../../src/dialect/standard/operators.ts';
import { type Condition, condition } from '../../../../../src/sql/condition.ts';
import type { ConditionVerbs } from '../../../../../src/sql/dialect.ts';
import { parameter, raw, type Sql, sql } from '../../../../../src/sql/fragment.ts';
import { notShown } from '../not-shown.ts';

const constant = (value: boolean): Condition => condition`${raw(value ? 'true' : 'false')}`;
const isNull: ConditionVerbs['isNull'] = (operand) => condition`${operand.sql} is null`;
const isNotNull: ConditionVerbs['isNotNull'] = (operand) => condition`${operand.sql} is not null`;

export const conditions = {
  constant,
  unknown: condition`null`,
  isNotTrue: (member) => condition`(${member}) is not true`,
  guarded: (first, then) => condition`case when ${first} then ${then} else false end`,
  exists,
  beyond: (terms) => beyondTermByTerm(terms, { constant, isNull, isNotNull }),
  // Text is equal only where its bytes are, whatever the column's collation; the first comparison keeps the index.
  compare: (operator, left, right) => {
    const plain = condition`${left.sql} ${raw(OPERATORS[operator])} ${right.sql}`;
    if (operator !== 'eq' || left.type.scalar !== 'String' || left.type.asText) return plain;
    return condition`(${plain} and ${left.sql} = ${right.sql} collate utf8mb4_0900_bin)`;
  },
  isNull,
  isNotNull,
  inList: ({ sql: operand }, values) =>
    condition`${operand} in (select json_unquote(v) from json_table(${parameter(values)}, '$[*]' columns (v json path '$')) as l)`,
  like: (operand, pattern) => condition`${operand.sql} like ${parameter(pattern)}`,
  arrayContains: () => notShown('lists'),
  fullText: () => notShown('full-text search'),
} satisfies ConditionVerbs;

/** A condition as JSON text. */
export const asValue = (asked: Condition): Sql => sql`if(${asked.sql}, 'true', 'false')`;
