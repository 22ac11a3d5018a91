import type { CallName } from '../../odata/expression.ts';

/**
 * String functions of standard SQL; a dialect may override names, such as `len`. Calls that are absent here are date
 * parts, such as `year`.
 */
export const textFunctions: Readonly<Partial<Record<CallName, string>>> = {
  tolower: 'lower',
  toupper: 'upper',
  length: 'char_length',
};
