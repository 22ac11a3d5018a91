import { compareValues } from './compare-values.ts';
import type { FieldType, Value } from './entity.ts';

/** `null` is unknown. */
export type Truth = boolean | null;

/**
 * Evaluates an operator on a value; undefined if it has no effect.
 * @param operand of the column's type; a list for `in` and `nin`, a boolean for `isNull`
 */
export function evaluateOperator(operator: string, value: Value, operand: Value, type: FieldType): Truth | undefined {
  if (operator === 'isNull') return operand === null ? undefined : (value === null) === operand;
  if (operand === null) {
    if (operator === 'eq') return value === null;
    return operator === 'neq' ? value !== null : null;
  }
  if (operator === 'in') return isAmong(value, operand, type);
  if (operator === 'nin') return negate(isAmong(value, operand, type));
  if (value === null) return null;
  const held = listOperators[operator];
  if (held !== undefined) return held(value as readonly Value[], operand, type);
  const compare = comparisons[operator];
  if (compare !== undefined) return compare(compareValues(value, operand, type));
  const match = textOperators[operator];
  if (match === undefined) throw new Error(`"${operator}" is not an operator.`);
  return match(String(value), String(operand));
}

export const negate = (truth: Truth): Truth => (truth === null ? null : !truth);

function isAmong(value: Value, operand: Value, type: FieldType): Truth {
  const elements = (operand as readonly Value[]).filter((element) => element !== null);
  if (elements.length === 0) return false;
  return value === null ? null : elements.some((element) => compareValues(value, element, type) === 0);
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  neq: (order) => order !== 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** NULL elements of a column equal nothing; NULL elements of an operand are dropped. */
const holds = (elements: readonly Value[], expected: Value, type: FieldType): boolean =>
  elements.some((element) => element !== null && compareValues(element, expected, type) === 0);

const nonNull = (operand: Value): readonly Value[] =>
  (operand as readonly Value[]).filter((element) => element !== null);

type ListOperator = (elements: readonly Value[], operand: Value, type: FieldType) => boolean;

const listOperators: Readonly<Record<string, ListOperator>> = {
  has: holds,
  hasAny: (elements, operand, type) => nonNull(operand).some((expected) => holds(elements, expected, type)),
  hasAll: (elements, operand, type) => nonNull(operand).every((expected) => holds(elements, expected, type)),
};

type Match = (text: string, part: string) => boolean;

const contains: Match = (text, part) => text.includes(part);
const startsWith: Match = (text, part) => text.startsWith(part);
const endsWith: Match = (text, part) => text.endsWith(part);
const not =
  (match: Match): Match =>
  (text, part) =>
    !match(text, part);
const anyCase =
  (match: Match): Match =>
  (text, part) =>
    match(lowerCase(text), lowerCase(part));

const textOperators: Readonly<Record<string, Match>> = {
  contains,
  notContains: not(contains),
  startsWith,
  endsWith,
  icontains: anyCase(contains),
  inotContains: not(anyCase(contains)),
  istartsWith: anyCase(startsWith),
  iendsWith: anyCase(endsWith),
};

/** Lowercases each code point separately, like databases. JavaScript maps a final sigma differently. */
const lowerCase = (text: string): string =>
  Array.from(text, (character) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)).join('');
