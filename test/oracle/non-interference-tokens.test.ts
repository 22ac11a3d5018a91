import { expect, it } from 'vitest';
import { lengthen, TIMEOUT } from './lengthen.ts';
import { compareDatabases } from './non-interference/compare-databases.ts';
import { byToken } from './non-interference/test-request.ts';

const REQUESTS = lengthen(600, 160);

/** Concurrent users with tokens of other roles. */
const OTHERS = 4;

it('rows hidden from a token affect no response of either API, while other tokens see them', {
  timeout: TIMEOUT,
}, async () => {
  const { tally, wrong } = await compareDatabases({
    roles: lengthen(2),
    requests: REQUESTS,
    seed: 23,
    identification: byToken,
    others: OTHERS,
  });
  expect(tally.leaks.join('\n\n')).toBe('');
  expect(wrong).toEqual([]);
  expect(tally.requests).toBeGreaterThanOrEqual(REQUESTS);
  // Callers with other tokens read the rows that are hidden from this token.
  expect(tally.audited.all).toBeGreaterThan(tally.requests);
  expect(tally.audited.different).toBeGreaterThan(tally.requests / 10);
  expect(tally.answers.nonEmpty).toBeGreaterThan(tally.answers.all * 0.5);
});
