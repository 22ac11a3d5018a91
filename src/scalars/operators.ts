import type { ScalarName } from './scalar.ts';

/** Comparisons of a column with one value. */
const comparisons = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const;
export type Comparison = (typeof comparisons)[number];

/** Text operators: where the given text must stand, whether case counts, and whether the outcome is negated. */
export const textOperators = {
  contains: { start: '%', end: '%', anyCase: false, negated: false },
  notContains: { start: '%', end: '%', anyCase: false, negated: true },
  startsWith: { start: '', end: '%', anyCase: false, negated: false },
  endsWith: { start: '%', end: '', anyCase: false, negated: false },
  icontains: { start: '%', end: '%', anyCase: true, negated: false },
  inotContains: { start: '%', end: '%', anyCase: true, negated: true },
  istartsWith: { start: '', end: '%', anyCase: true, negated: false },
  iendsWith: { start: '%', end: '', anyCase: true, negated: false },
} as const;
export type TextOperator = keyof typeof textOperators;

/** Operators on a list: it has to hold the one value that is given, some of the values, or all. */
const listOperators = ['has', 'hasAny', 'hasAll'] as const;
type ListOperator = (typeof listOperators)[number];

export type FilterOperator = Comparison | 'in' | 'nin' | 'isNull' | 'path' | TextOperator | ListOperator;

const EQUALITY: readonly FilterOperator[] = ['eq', 'neq', 'in', 'nin', 'isNull'];
const ORDERED: readonly FilterOperator[] = [...comparisons, 'in', 'nin', 'isNull'];
const TEXT: readonly FilterOperator[] = [...ORDERED, ...(Object.keys(textOperators) as TextOperator[])];

const allOperators: ReadonlySet<string> = new Set<FilterOperator>([...TEXT, ...listOperators, 'path']);

/** Returns whether a filter of some type has an operator of this name. */
export const isFilterOperator = (name: string): boolean => allOperators.has(name);

/** What tells of a type how its values compare. */
interface ComparedType {
  readonly scalar: ScalarName;
  readonly list: boolean;
  readonly native: string;
  readonly asText: boolean;
  readonly comparison?: 'equality' | 'none';
  readonly enum?: { readonly schema: string; readonly name: string };
}

/** The operators that a filter may use on a column of this type: those that the database has. */
export function filterOperators(type: ComparedType): readonly FilterOperator[] {
  if (type.comparison === 'none') return ['isNull'];
  // JSON values of a list have no equality that every store knows.
  if (type.scalar === 'JSON') return type.list ? ['isNull'] : ['path', 'isNull'];
  if (type.list) return [...listOperators, 'isNull'];
  if (type.enum !== undefined || type.comparison === 'equality') return EQUALITY;
  if (isSet(type)) return [...ORDERED.filter((operator) => operator !== 'isNull'), ...listOperators, 'isNull'];
  return isPlainText(type) ? TEXT : ORDERED;
}

/** Returns whether a column holds members of a declared set, as `set` of MySQL does. */
export const isSet = ({ native }: Pick<ComparedType, 'native'>): boolean => native.startsWith('set(');

const FLOATING: readonly ScalarName[] = ['Single', 'Float'];
const NUMBERS: readonly ScalarName[] = ['Short', 'Int', 'Long', 'Decimal', ...FLOATING];

/** Whether a column of this type holds one number. */
export const isNumber = (type: { scalar: ScalarName; list: boolean }): boolean =>
  !type.list && NUMBERS.includes(type.scalar);

/** Whether numbers of this type are approximate. */
export const isFloating = ({ scalar }: { scalar: ScalarName }): boolean => FLOATING.includes(scalar);

/** Whether a column of this type holds text that is text: no label of an enum, no list, no value of another type as text. */
export const isPlainText = ({ scalar, list, asText, enum: labels }: ComparedType): boolean =>
  scalar === 'String' && !list && !asText && labels === undefined;

/** Groups of scalars whose values compare with each other. Every other scalar compares only with itself. */
const related: readonly (readonly ScalarName[])[] = [NUMBERS, ['Date', 'DateTime']];

/** Whether every store compares values of these two types, and alike. */
export function areComparable(left: ComparedType, right: ComparedType): boolean {
  if (left.list || right.list || left.enum?.name !== right.enum?.name || left.enum?.schema !== right.enum?.schema) {
    return false;
  }
  if (left.asText || right.asText) return left.asText === right.asText && left.native === right.native;
  return (
    left.scalar === right.scalar || related.some((group) => [left, right].every(({ scalar }) => group.includes(scalar)))
  );
}

/** Whether rows can be ordered by a column of this type. */
export function isOrderable(type: ComparedType): boolean {
  return !type.list && type.scalar !== 'JSON' && type.comparison === undefined;
}
