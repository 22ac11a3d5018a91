import { inject } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { describeFilters } from './filters/describe-filters.ts';

describeOn('postgres', 'filters on PostgreSQL', () => {
  describeFilters({
    open: async () => ({ server: 'postgres', url: inject('postgres'), prepared: true }),
    missing: [],
    places: ['a collection', 'under another', 'under another, counted', 'under filtered ones'],
    counts: { common: 1000, textOnly: 1000, plans: 1000 },
    seed: 1,
  });
});
