import { invariant } from '../../../base/invariant.ts';
import type { FieldType } from '../../../model/model.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { type Condition, combine, condition } from '../../../sql/condition.ts';
import type { ConditionGenerators, OperandSql } from '../../../sql/dialect.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { standardConditions } from '../../standard/conditions.ts';
import { seekByTerm } from '../../standard/seek.ts';
import { unsupportedGenerator } from '../../standard/unsupported-generator.ts';
import { compare, hasIndex, mayLoseCharacters, roundedTo } from './compare.ts';
import { digitsOf, exactText, needsExactComparison, toUnicode, withBinaryCollation } from './exact-strings.ts';
import { comparable, rowsOf } from './json/json-path.ts';
import { castForComparison, hasCodePage, isColumn } from './types/typed.ts';

const constant = (value: boolean): Condition => condition`${raw(value ? '1 = 1' : '1 = 0')}`;

/** Generates conditions. T-SQL has no boolean values, so a CASE expression represents a condition as a value. */
export const conditions = {
  ...standardConditions,
  constant,
  unknown: condition`null = 1`,
  isNotTrue: (member) => condition`case when ${member} then 1 else 0 end = 0`,
  when: (first, then) =>
    condition`case when ${first} then case when ${then} then 1 when not (${then}) then 0 end else 0 end = 1`,
  compare,
  // T-SQL cannot compare rows.
  seek: (terms) => seekByTerm(terms, { ...standardConditions, constant }),
  inList,
  like,
  arrayContains: () => unsupportedGenerator(),
  fullText: () => unsupportedGenerator(),
  settled: (order) => condition`${order} < min_active_rowversion()`,
} satisfies ConditionGenerators;

export const asValue = (predicate: Condition): Sql => sql`cast(case when ${predicate.sql} then 1 else 0 end as bit)`;

/**
 * Returns true if the collation may treat two characters as one, such as `aa` in Danish. In this collation, `A%` does
 * not match `Aarhus`.
 */
const hasContractions = ({ collation = '' }: FieldType): boolean => !/^(?:SQL_)?Latin1_General/i.test(collation);

/** Converts both sides to lower case by the collation of the column, because `I` has another lower case in Turkish. */
function likeIgnoringCase({ sql: operand, type }: OperandSql, value: Sql): Condition {
  const unicode = toUnicode(operand, type);
  const { collation } = type;
  if (collation === undefined) return condition`${withBinaryCollation(sql`lower(${unicode})`)} like lower(${value})`;
  const likeColumn = (text: Sql): Sql => sql`${text} collate ${raw(collation)}`;
  const left = isColumn(operand) ? unicode : likeColumn(unicode);
  return condition`${withBinaryCollation(sql`lower(${left})`)} like ${withBinaryCollation(sql`lower(${likeColumn(value)})`)}`;
}

/** Prints LIKE. For a prefix, the column's own LIKE is added so that an index can be used. */
function like(
  { sql: operand, type }: Parameters<ConditionGenerators['like']>[0],
  pattern: Parameters<ConditionGenerators['like']>[1],
  anyCase: boolean,
): Condition {
  const value = parameter(pattern);
  if (anyCase) return likeIgnoringCase({ sql: operand, type }, value);
  const exact = condition`${needsExactComparison(type) ? withBinaryCollation(toUnicode(operand, type)) : operand} like ${value}`;
  const isPrefix = pattern.use.kind === 'pattern' && pattern.use.start === '';
  const usesIndex = isPrefix && hasIndex({ sql: operand, type }) && !hasContractions(type);
  return usesIndex && (needsExactComparison(type) || hasCodePage(type))
    ? combine('and', [condition`${operand} like ${castForComparison(value, type)}`, exact])
    : exact;
}

const ELEMENT = raw('v.[value]');

function inList({ sql: operand, type }: OperandSql, values: Slot): Condition {
  const { use } = values;
  invariant(use.kind === 'values', 'the slot is a list of values');
  if (use.type.scalar === 'JSON') return isIn(operand, comparable('v'), values, rowsOf(parameter(values), 'v'));
  // SQL Server ignores trailing zero bytes; hexadecimal digits keep them.
  if (use.type.scalar === 'Base64String') {
    return isIn(withBinaryCollation(digitsOf(operand)), ELEMENT, values);
  }
  const element = castForComparison(ELEMENT, use.type);
  if (needsExactComparison(type)) {
    const exact = isIn(exactText(operand, type), exactText(ELEMENT, type), values);
    const { collation } = type;
    if (collation === undefined || !hasIndex({ sql: operand, type })) return exact;
    return combine('and', [isIn(operand, collatedElement(type, collation), values), exact]);
  }
  if (type.collation !== undefined) return isInByCollation(operand, type, type.collation, values);
  const roundedType = roundedTo(type);
  if (roundedType === undefined) return isIn(operand, element, values);
  return combine('and', [
    isIn(operand, roundedType.rounded(element), values),
    isIn(roundedType.exact(operand), element, values),
  ]);
}

/** Adds a collation to a list element, because the default collation of the element would conflict. */
const collatedElement = (type: FieldType, collation: string): Sql =>
  hasCodePage(type)
    ? castForComparison(ELEMENT, type)
    : sql`${castForComparison(ELEMENT, type)} collate ${raw(collation)}`;

/**
 * Tests membership in a list by the collation of the column. If the cast to the type of the column changes an element,
 * the element equals no row.
 */
function isInByCollation(operand: Sql, type: FieldType, collation: string, values: Slot): Condition {
  const element = collatedElement(type, collation);
  const rows = sql`openjson(${parameter(values)}) as v`;
  return mayLoseCharacters(type)
    ? isIn(operand, element, values, sql`${rows} where ${element} = ${ELEMENT} collate ${raw(collation)}`)
    : isIn(operand, element, values, rows);
}

const isIn = (operand: Sql, element: Sql, values: Slot, rows = sql`openjson(${parameter(values)}) as v`): Condition =>
  condition`${operand} in (select ${element} from ${rows})`;
