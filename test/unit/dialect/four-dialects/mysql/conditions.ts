import { beyondTermByTerm } from '../../../../../src/dialect/standard/beyond.ts';
import { standardConditions } from '../../../../../src/dialect/standard/conditions.ts';
import { type Condition, condition } from '../../../../../src/sql/condition.ts';
import type { ConditionVerbs } from '../../../../../src/sql/dialect.ts';
import { parameter, type Sql, sql } from '../../../../../src/sql/fragment.ts';
import { notShown } from '../not-shown.ts';

export const conditions = {
  ...standardConditions,
  beyond: (terms) => beyondTermByTerm(terms, standardConditions),
  // Text is equal only where its bytes are, whatever the column's collation; the first comparison keeps the index.
  compare: (operator, left, right) => {
    const plain = standardConditions.compare(operator, left, right);
    if (operator !== 'eq' || left.type.scalar !== 'String' || left.type.asText) return plain;
    return condition`(${plain} and ${left.sql} = ${right.sql} collate utf8mb4_0900_bin)`;
  },
  inList: ({ sql: operand }, values) =>
    condition`${operand} in (select json_unquote(v) from json_table(${parameter(values)}, '$[*]' columns (v json path '$')) as l)`,
  like: (operand, pattern) => condition`${operand.sql} like ${parameter(pattern)}`,
  arrayContains: () => notShown('lists'),
  fullText: () => notShown('full-text search'),
} satisfies ConditionVerbs;

/** A condition as JSON text. */
export const asValue = (asked: Condition): Sql => sql`if(${asked.sql}, 'true', 'false')`;
