import { type ComparisonOperator, comparisonOperators, type LiteralType } from './expression.ts';

/** Words that stand between two parts of a condition. */
export const infixWords: readonly string[] = [...comparisonOperators, 'in', 'and', 'or'];

/** What people write for these words in other languages. */
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

/** Words that stand before a value or for one, in lower case, as which nobody means a field when the case differs. */
export const prefixWords: readonly string[] = ['not', 'null', 'true', 'false'];

/** The type of the literal that the word is, if it is one. */
export const literalTypeOf = (word: string): LiteralType | undefined => literalWords.get(word);

export const isComparisonOperator = (word: string): word is ComparisonOperator =>
  (comparisonOperators as readonly string[]).includes(word);

/** Whether the word, first in a path, would be read as something else; `$it/` before it makes it a name. */
export const isReserved = (word: string): boolean =>
  infixWords.includes(word) || literalWords.has(word) || prefixWords.includes(word.toLowerCase());
