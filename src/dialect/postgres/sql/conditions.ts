import { type Condition, condition } from '../../../sql/condition.ts';
import type { ConditionVerbs, SeekTerm } from '../../../sql/dialect.ts';
import { join, parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { beyondTermByTerm } from '../../standard/beyond.ts';
import { standardConditions } from '../../standard/conditions.ts';
import { inList, values } from './operand.ts';

// A row of NULLs is a value, but `is null` is true of it.
const isNull: ConditionVerbs['isNull'] = ({ sql: operand, type }) =>
  type.composite === true ? condition`num_nulls(${operand}) = 1` : condition`${operand} is null`;

const isNotNull: ConditionVerbs['isNotNull'] = ({ sql: operand, type }) =>
  type.composite === true ? condition`num_nulls(${operand}) = 0` : condition`${operand} is not null`;

export const conditions = {
  ...standardConditions,
  unknown: condition`null::boolean`,
  isNull,
  isNotNull,
  beyond: (terms) => asRowComparison(terms) ?? beyondTermByTerm(terms, { ...standardConditions, isNull, isNotNull }),
  inList,
  arrayContains: (list, slot, all) => condition`${list.sql} ${raw(all ? '@>' : '&&')} ${values(slot)}`,
  fullText: (document, words) => condition`${document.sql} @@ websearch_to_tsquery(${parameter(words)})`,
} satisfies ConditionVerbs;

/** In PostgreSQL a condition is a value. */
export const asValue = (asked: Condition): Sql => asked.sql;

/**
 * `(a, b) > ($1, $2)`, which an index serves best; undefined unless all terms have one direction and none can be NULL.
 */
function asRowComparison(terms: readonly SeekTerm[]): Condition | undefined {
  const [first] = terms;
  const sought = terms.flatMap(({ value }) => (value === undefined ? [] : [value]));
  if (first === undefined || sought.length < terms.length) return undefined;
  if (terms.some(({ term, operator }) => term.nullable || operator !== first.operator)) return undefined;
  const own = terms.map(({ term }) => term.expression);
  return condition`${row(own)} ${raw(first.operator)} ${row(sought)}`;
}

const row = (members: readonly Sql[]): Sql => sql`(${join(members, ', ')})`;
