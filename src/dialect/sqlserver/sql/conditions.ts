import { invariant } from '../../../base/invariant.ts';
import type { FieldType } from '../../../model/model.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { type Condition, combine, condition } from '../../../sql/condition.ts';
import type { ConditionVerbs, OperandSql } from '../../../sql/dialect.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { beyondTermByTerm } from '../../standard/beyond.ts';
import { standardConditions } from '../../standard/conditions.ts';
import { neverOffered } from '../../standard/never-offered.ts';
import { compare, hasIndex, mayLoseLetters, roundedTo } from './compare.ts';
import { allLetters, byCode, digitsOf, exactText, mayFold } from './exact-texts.ts';
import { comparable, rowsOf } from './json-path.ts';
import { compared, hasOwnLetters, isColumn } from './typed.ts';

const constant = (value: boolean): Condition => condition`${raw(value ? '1 = 1' : '1 = 0')}`;

/** T-SQL has no booleans: what is asked of a condition as a value goes by CASE. */
export const conditions = {
  ...standardConditions,
  constant,
  unknown: condition`null = 1`,
  isNotTrue: (member) => condition`case when ${member} then 1 else 0 end = 0`,
  guarded: (first, then) =>
    condition`case when ${first} then case when ${then} then 1 when not (${then}) then 0 end else 0 end = 1`,
  compare,
  // There is no comparison of rows.
  beyond: (terms) => beyondTermByTerm(terms, { ...standardConditions, constant }),
  inList,
  like,
  arrayContains: () => neverOffered(),
  fullText: () => neverOffered(),
} satisfies ConditionVerbs;

/** A condition as a value of the answer. */
export const asValue = (asked: Condition): Sql => sql`cast(case when ${asked.sql} then 1 else 0 end as bit)`;

/**
 * Whether letters that stand side by side may be one to the collation, as `aa` to Danish and `ch` to Czech: its LIKE does not find `Aarhus` by
 * `A%`.
 */
const joinsLetters = ({ collation = '' }: FieldType): boolean => !/^(?:SQL_)?Latin1_General/i.test(collation);

/** Both sides are made lower case as the collation of the column has it, not as that of the database: to Turkish, `I` is another letter. */
function inAnyCase({ sql: own, type }: OperandSql, sought: Sql): Condition {
  const letters = allLetters(own, type);
  const { collation } = type;
  if (collation === undefined) return condition`${byCode(sql`lower(${letters})`)} like lower(${sought})`;
  const likeColumn = (text: Sql): Sql => sql`${text} collate ${raw(collation)}`;
  const left = isColumn(own) ? letters : likeColumn(letters);
  return condition`${byCode(sql`lower(${left})`)} like ${byCode(sql`lower(${likeColumn(sought)})`)}`;
}

/** Compares characters as equality does. For a prefix, the column's own LIKE is added so that an index serves. */
function like(
  { sql: own, type }: Parameters<ConditionVerbs['like']>[0],
  pattern: Parameters<ConditionVerbs['like']>[1],
  anyCase: boolean,
): Condition {
  const sought = parameter(pattern);
  if (anyCase) return inAnyCase({ sql: own, type }, sought);
  const exact = condition`${mayFold(type) ? byCode(allLetters(own, type)) : own} like ${sought}`;
  const isPrefix = pattern.use.kind === 'pattern' && pattern.use.start === '';
  const isServed = isPrefix && hasIndex({ sql: own, type }) && !joinsLetters(type);
  // Without exact equality, only a column with a character set of its own is converted.
  return isServed && (mayFold(type) || hasOwnLetters(type))
    ? combine('and', [condition`${own} like ${compared(sought, type)}`, exact])
    : exact;
}

/** An element of the list, as text. */
const ELEMENT = raw('v.[value]');

/** Whether an operand is among the values of one parameter, a JSON array. */
function inList({ sql: own, type }: OperandSql, values: Slot): Condition {
  const { use } = values;
  invariant(use.kind === 'values', 'the slot is a list of values');
  if (use.type.scalar === 'JSON') return among(own, comparable('v'), values, rowsOf(parameter(values), 'v'));
  // Bytes by their digits: as bytes, zeros at the end would mean nothing.
  if (use.type.scalar === 'Base64String') {
    return among(byCode(digitsOf(own)), ELEMENT, values);
  }
  const element = compared(ELEMENT, use.type);
  if (mayFold(type)) {
    const exact = among(exactText(own, type), exactText(ELEMENT, type), values);
    const { collation } = type;
    if (collation === undefined || !hasIndex({ sql: own, type })) return exact;
    return combine('and', [among(own, collatedElement(type, collation), values), exact]);
  }
  if (type.collation !== undefined) return amongByCollation(own, type, type.collation, values);
  const form = roundedTo(type);
  if (form === undefined) return among(own, element, values);
  return combine('and', [among(own, form.rounded(element), values), among(form.exact(own), element, values)]);
}

/** Returns an element of the list with the collation of the column: an element's own would conflict with it. */
const collatedElement = (type: FieldType, collation: string): Sql =>
  hasOwnLetters(type) ? compared(ELEMENT, type) : sql`${compared(ELEMENT, type)} collate ${raw(collation)}`;

/** Elements that change when they are cast equal no row; see `compare`. */
function amongByCollation(own: Sql, type: FieldType, collation: string, values: Slot): Condition {
  const element = collatedElement(type, collation);
  const rows = sql`openjson(${parameter(values)}) as v`;
  return mayLoseLetters(type)
    ? among(own, element, values, sql`${rows} where ${element} = ${ELEMENT} collate ${raw(collation)}`)
    : among(own, element, values, rows);
}

const among = (own: Sql, element: Sql, values: Slot, rows = sql`openjson(${parameter(values)}) as v`): Condition =>
  condition`${own} in (select ${element} from ${rows})`;
