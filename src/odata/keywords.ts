import { type ComparisonOperator, comparisonOperators, type LiteralType } from './expression.ts';

/** Words that stand between two parts of a condition. */
export const infixWords: readonly string[] = [...comparisonOperators, 'in', 'and', 'or'];

/** What people who know other languages write for these words. */
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

/** Words before or instead of a value, in lower case. Nobody means a field by one of them, in whatever case it is written. */
export const prefixWords: readonly string[] = ['not', 'null', 'true', 'false'];

/** The type of the literal that the word is, if it is one. */
export const literalTypeOf = (word: string): LiteralType | undefined => literalWords.get(word);

export const isComparisonOperator = (word: string): word is ComparisonOperator =>
  (comparisonOperators as readonly string[]).includes(word);

/** Whether the word, first in a path, would be read as something else than a name. With `$it/` before it, it is a name. */
export const isReserved = (word: string): boolean =>
  infixWords.includes(word) || literalWords.has(word) || prefixWords.includes(word.toLowerCase());
