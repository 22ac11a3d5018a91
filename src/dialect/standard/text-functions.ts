import type { CallName } from '../../odata/expression.ts';

/**
 * Names of the functions of text in standard SQL; a database may have others, such as `len`. Functions that are absent here are parts of dates, such as `year`.
 */
export const textFunctions: Readonly<Partial<Record<CallName, string>>> = {
  tolower: 'lower',
  toupper: 'upper',
  length: 'char_length',
};
