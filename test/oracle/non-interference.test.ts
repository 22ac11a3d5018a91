import { expect, it } from 'vitest';
import { lengthen, TIMEOUT } from './lengthen.ts';
import { compareDatabases } from './non-interference/compare-databases.ts';
import { findShortfalls, generalFeatures, pageFeatures } from './non-interference/find-shortfalls.ts';

const REQUESTS = 2000;

it('rows hidden from a role affect no response, error, or header', { timeout: TIMEOUT }, async () => {
  const findings = await compareDatabases({ roles: 6, requests: REQUESTS, seed: 11 });
  expect(findings.tally.leaks.join('\n\n')).toBe('');
  expect(findings.wrong).toEqual([]);
  expect(findings.tally.requests).toBeGreaterThanOrEqual(lengthen(REQUESTS));
  expect(findShortfalls(findings, [...generalFeatures, ...pageFeatures])).toEqual([]);
});
