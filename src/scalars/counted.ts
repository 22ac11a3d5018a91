/** What the parts of an input count as: comparisons of a filter, terms of an order, rows to create. Each has a bound. */
export type Counted = 'filter' | 'order' | 'rows';
