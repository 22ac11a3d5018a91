import { expect, it } from 'vitest';
import { lengthen, TIMEOUT } from './lengthen.ts';
import { compareDatabases } from './non-interference/compare-databases.ts';
import { findShortfalls, generalFeatures, pageFeatures } from './non-interference/find-shortfalls.ts';

const REQUESTS = lengthen(2000, 600);

it('rows hidden from a role affect no response, error, or header', { timeout: TIMEOUT }, async () => {
  const findings = await compareDatabases({ roles: lengthen(6, 3), requests: REQUESTS, seed: 11 });
  expect(findings.tally.leaks.join('\n\n')).toBe('');
  expect(findings.wrong).toEqual([]);
  expect(findings.tally.requests).toBeGreaterThanOrEqual(REQUESTS);
  expect(findShortfalls(findings, [...generalFeatures, ...pageFeatures])).toEqual([]);
});
