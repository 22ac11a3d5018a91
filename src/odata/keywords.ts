import { type ComparisonOperator, comparisonOperators, type LiteralType } from './expression.ts';

/** Binary operators of conditions. */
export const infixWords: readonly string[] = [...comparisonOperators, 'in', 'and', 'or'];

/** Operators of other languages. */
export const symbolicOperators: Readonly<Record<string, string>> = {
  '=': 'eq',
  '==': 'eq',
  '===': 'eq',
  '!=': 'ne',
  '<>': 'ne',
  '>': 'gt',
  '>=': 'ge',
  '<': 'lt',
  '<=': 'le',
  '&&': 'and',
  '||': 'or',
  '!': 'not',
};

const literalWords: ReadonlyMap<string, LiteralType> = new Map([
  ['null', 'null'],
  ['true', 'boolean'],
  ['false', 'boolean'],
  ['NaN', 'number'],
  ['INF', 'number'],
]);

/** Words before or instead of a value, in lower case. They are reserved in any case. */
export const prefixWords: readonly string[] = ['not', 'null', 'true', 'false'];

/** Returns the type of a keyword literal; undefined for other words. */
export const literalTypeOf = (word: string): LiteralType | undefined => literalWords.get(word);

export const isComparisonOperator = (word: string): word is ComparisonOperator =>
  (comparisonOperators as readonly string[]).includes(word);

/** Returns whether the word is not a name at the start of a path. With `$it/` before it, it is a name. */
export const isReserved = (word: string): boolean =>
  infixWords.includes(word) || literalWords.has(word) || prefixWords.includes(word.toLowerCase());
