import { type Condition, condition } from '../../../sql/condition.ts';
import type { ConditionVerbs, SeekTerm } from '../../../sql/dialect.ts';
import { join, parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { beyondTermByTerm } from '../../standard/beyond.ts';
import { exists } from '../../standard/chosen-rows.ts';
import { OPERATORS } from '../../standard/operators.ts';
import { inList, values } from './operand.ts';

// To IS NULL a row of NULLs is NULL, too.
const isNull: ConditionVerbs['isNull'] = ({ sql: operand, type }) =>
  type.composite === true ? condition`num_nulls(${operand}) = 1` : condition`${operand} is null`;

const isNotNull: ConditionVerbs['isNotNull'] = ({ sql: operand, type }) =>
  type.composite === true ? condition`num_nulls(${operand}) = 0` : condition`${operand} is not null`;

const constant = (value: boolean): Condition => condition`${raw(value ? 'true' : 'false')}`;

export const conditions = {
  constant,
  unknown: condition`null::boolean`,
  isNotTrue: (member) => condition`(${member}) is not true`,
  guarded: (first, then) => condition`case when ${first} then ${then} else false end`,
  exists,
  beyond: (terms) => asRowComparison(terms) ?? beyondTermByTerm(terms, { constant, isNull, isNotNull }),
  compare: (operator, left, right) => condition`${left.sql} ${raw(OPERATORS[operator])} ${right.sql}`,
  isNull,
  isNotNull,
  inList,
  arrayContains: (list, slot, all) => condition`${list.sql} ${raw(all ? '@>' : '&&')} ${values(slot)}`,
  like: (operand, pattern, anyCase) =>
    anyCase
      ? condition`lower(${operand.sql}) like lower(${parameter(pattern)})`
      : condition`${operand.sql} like ${parameter(pattern)}`,
  fullText: (document, words) => condition`${document.sql} @@ websearch_to_tsquery(${parameter(words)})`,
} satisfies ConditionVerbs;

/** A condition is a value here. */
export const asValue = (asked: Condition): Sql => asked.sql;

/** `(a, b) > ($1, $2)`: what an index serves best; only where all terms run the same way and none can be NULL. */
function asRowComparison(terms: readonly SeekTerm[]): Condition | undefined {
  const [first] = terms;
  const sought = terms.flatMap(({ value }) => (value === undefined ? [] : [value]));
  if (first === undefined || sought.length < terms.length) return undefined;
  if (terms.some(({ term, operator }) => term.nullable || operator !== first.operator)) return undefined;
  const own = terms.map(({ term }) => term.expression);
  return condition`${row(own)} ${raw(first.operator)} ${row(sought)}`;
}

const row = (members: readonly Sql[]): Sql => sql`(${join(members, ', ')})`;
