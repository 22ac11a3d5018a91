import type { Comparison } from '../../scalars/operators.ts';

/** How every dialect writes comparisons. */
export const OPERATORS: Readonly<Record<Comparison, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};
