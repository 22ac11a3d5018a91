import type { Comparison } from '../../scalars/operators.ts';

export const OPERATORS: Readonly<Record<Comparison, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};
