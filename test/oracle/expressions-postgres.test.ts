import { inject } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { describeExpressions } from './expressions/describe-expressions.ts';

describeOn('postgres', 'the expression language on PostgreSQL', () => {
  describeExpressions({
    open: async () => ({ server: 'postgres', url: inject('postgres'), prepared: true }),
    missing: [],
    slice: {},
    counts: { policies: 1200, filters: 200, roles: 24 },
    seed: 1,
  });
});
