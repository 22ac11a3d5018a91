export type AggregateName = 'count' | 'sum' | 'avg' | 'min' | 'max';

/** `count` without a field counts rows. */
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

export type CountedInput = 'filter' | 'order' | 'rows';
