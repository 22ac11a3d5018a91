import { expect, it } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { lengthen } from './expressions/describe-expressions.ts';
import { compareDatabases } from './non-interference/compare-databases.ts';
import { findShortfalls, generalFeatures, pageFeatures } from './non-interference/find-shortfalls.ts';

/** MariaDB has neither arrays nor NaN, and its shop has text for addresses and spans of time. */
const missing = ['Product.tags', 'Product.monthly_sales', 'Product.weight', 'Customer.last_ip', 'Product.warranty'];

const REQUESTS = 1400;

describeOn('mariadb', 'what a role may not see on MariaDB', () => {
  it('shows in no answer, no error and no header', { timeout: lengthen(300_000) }, async () => {
    const findings = await compareDatabases({
      server: 'mariadb',
      missing,
      slice: { search: false, jsonPaths: false },
      collections: true,
      roles: 4,
      requests: REQUESTS,
      seed: 12,
    });
    expect(findings.tally.leaks.join('\n\n')).toBe('');
    expect(findings.wrong).toEqual([]);
    expect(findShortfalls(findings, [...generalFeatures, ...pageFeatures])).toEqual([]);
  });
});
