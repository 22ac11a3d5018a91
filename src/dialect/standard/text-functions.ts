import type { CallName } from '../../odata/expression.ts';

/** What standard SQL, and so every dialect, calls the functions of text; the others are parts of dates. */
export const textFunctions: Readonly<Partial<Record<CallName, string>>> = {
  tolower: 'lower',
  toupper: 'upper',
  length: 'char_length',
};
