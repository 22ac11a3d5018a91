import { type ComparisonOperator, comparisonOperators, type LiteralType } from './expression.ts';

export const infixWords: readonly string[] = [...comparisonOperators, 'in', 'and', 'or'];

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

/** Words that are reserved in upper and lower case. */
export const prefixWords: readonly string[] = ['not', 'null', 'true', 'false'];

export const literalTypeOf = (word: string): LiteralType | undefined => literalWords.get(word);

export const isComparisonOperator = (word: string): word is ComparisonOperator =>
  (comparisonOperators as readonly string[]).includes(word);

/** Returns true if a path can start with the word only after `$it/`. */
export const isReserved = (word: string): boolean =>
  infixWords.includes(word) || literalWords.has(word) || prefixWords.includes(word.toLowerCase());
