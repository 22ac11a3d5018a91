/** What the parts of an input count as, each of which has a bound. */
export type Counted = 'filter' | 'order' | 'rows';
