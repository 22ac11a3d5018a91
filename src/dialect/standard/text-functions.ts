import type { CallName } from '../../odata/expression.ts';

/** Calls that are absent here are date parts. */
export const textFunctions: Readonly<Partial<Record<CallName, string>>> = {
  tolower: 'lower',
  toupper: 'upper',
  length: 'char_length',
};
