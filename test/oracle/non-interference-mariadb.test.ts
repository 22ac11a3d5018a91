import { expect, it } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { lengthen } from './expressions/describe-expressions.ts';
import { compareDatabases } from './non-interference/compare-databases.ts';
import { findShortfalls, generalFeatures } from './non-interference/find-shortfalls.ts';

/** MariaDB has neither arrays nor NaN, and its shop has text for addresses and spans of time. It has no connections yet. */
const missing = ['Product.tags', 'Product.monthly_sales', 'Product.weight', 'Customer.last_ip', 'Product.warranty'];

const REQUESTS = 800;

describeOn('mariadb', 'what a role may not see on MariaDB', () => {
  it('shows in no answer, no error and no header', { timeout: lengthen(300_000) }, async () => {
    const findings = await compareDatabases({
      server: 'mariadb',
      missing,
      slice: { connections: false, search: false, jsonPaths: false },
      collections: false,
      roles: 3,
      requests: REQUESTS,
      seed: 12,
    });
    expect(findings.tally.leaks.join('\n\n')).toBe('');
    expect(findings.wrong).toEqual([]);
    // Collections are not offered there, whoever asks, so that few answers are 403.
    const features = generalFeatures.map((feature) => (feature === 'status 403' ? 'status 405' : feature));
    expect(findShortfalls(findings, features)).toEqual([]);
  });
});
