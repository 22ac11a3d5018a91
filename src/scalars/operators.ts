import type { ScalarName } from './scalar.ts';

const comparisons = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const;
export type Comparison = (typeof comparisons)[number];

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

const listOperators = ['has', 'hasAny', 'hasAll'] as const;
type ListOperator = (typeof listOperators)[number];

export type FilterOperator = Comparison | 'in' | 'nin' | 'isNull' | 'path' | TextOperator | ListOperator;

const EQUALITY: readonly FilterOperator[] = ['eq', 'neq', 'in', 'nin', 'isNull'];
const ORDERED: readonly FilterOperator[] = [...comparisons, 'in', 'nin', 'isNull'];
const TEXT: readonly FilterOperator[] = [...ORDERED, ...(Object.keys(textOperators) as TextOperator[])];

const allOperators: ReadonlySet<string> = new Set<FilterOperator>([...TEXT, ...listOperators, 'path']);

export const isFilterOperator = (name: string): boolean => allOperators.has(name);

interface ComparedType {
  readonly scalar: ScalarName;
  readonly list: boolean;
  readonly native: string;
  readonly asText: boolean;
  readonly comparison?: 'equality' | 'none';
  readonly enum?: { readonly schema: string; readonly name: string };
}

export function filterOperators(type: ComparedType): readonly FilterOperator[] {
  if (type.comparison === 'none') return ['isNull'];
  // Not every store can compare JSON values of a list.
  if (type.scalar === 'JSON') return type.list ? ['isNull'] : ['path', 'isNull'];
  if (type.list) return [...listOperators, 'isNull'];
  if (type.enum !== undefined || type.comparison === 'equality') return EQUALITY;
  if (isSet(type)) return [...ORDERED.filter((operator) => operator !== 'isNull'), ...listOperators, 'isNull'];
  return isPlainText(type) ? TEXT : ORDERED;
}

export const isSet = ({ native }: Pick<ComparedType, 'native'>): boolean => native.startsWith('set(');

const FLOATING: readonly ScalarName[] = ['Single', 'Float'];
const NUMBERS: readonly ScalarName[] = ['Short', 'Int', 'Long', 'Decimal', ...FLOATING];

export const isNumber = (type: { scalar: ScalarName; list: boolean }): boolean =>
  !type.list && NUMBERS.includes(type.scalar);

export const isFloating = ({ scalar }: { scalar: ScalarName }): boolean => FLOATING.includes(scalar);

/** Returns true for strings; false for enums, lists, and other types exposed as text. */
export const isPlainText = ({ scalar, list, asText, enum: labels }: ComparedType): boolean =>
  scalar === 'String' && !list && !asText && labels === undefined;

/** Groups of scalars that are comparable. Other scalars are comparable only with themselves. */
const comparableScalars: readonly (readonly ScalarName[])[] = [NUMBERS, ['Date', 'DateTime']];

/** Returns true if all stores compare these types in the same way. */
export function areComparable(left: ComparedType, right: ComparedType): boolean {
  if (left.list || right.list || left.enum?.name !== right.enum?.name || left.enum?.schema !== right.enum?.schema) {
    return false;
  }
  if (left.asText || right.asText) return left.asText === right.asText && left.native === right.native;
  return (
    left.scalar === right.scalar ||
    comparableScalars.some((group) => [left, right].every(({ scalar }) => group.includes(scalar)))
  );
}

export function isOrderable(type: ComparedType): boolean {
  return !type.list && type.scalar !== 'JSON' && type.comparison === undefined;
}
