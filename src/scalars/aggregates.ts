export type AggregateName = 'count' | 'sum' | 'avg' | 'min' | 'max';

/** Aggregates of a field, by their key in `having` and `orderBy`. The key `count` counts rows and is not listed. */
export const aggregates = {
  countOf: { name: 'count', distinct: false },
  countDistinct: { name: 'count', distinct: true },
  sum: { name: 'sum', distinct: false },
  sumDistinct: { name: 'sum', distinct: true },
  avg: { name: 'avg', distinct: false },
  avgDistinct: { name: 'avg', distinct: true },
  min: { name: 'min', distinct: false },
  max: { name: 'max', distinct: false },
} as const satisfies Record<string, { readonly name: AggregateName; readonly distinct: boolean }>;

export type AggregateKey = keyof typeof aggregates;

/** Inputs whose parts count toward a limit. */
export type CountedInput = 'filter' | 'order' | 'rows';
