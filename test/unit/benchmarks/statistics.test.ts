import { expect, it } from 'vitest';
import { summarize } from '../../../benchmarks/support/statistics.ts';

it('the median of an even count is the average of the middle two', () => {
  expect(summarize([30, 1, 2])).toEqual({ median: 2, min: 1, max: 30 });
  expect(summarize([10, 1, 2, 4])).toEqual({ median: 3, min: 1, max: 10 });
  expect(summarize([7])).toEqual({ median: 7, min: 7, max: 7 });
});

it('numbers are sorted by value', () => {
  expect(summarize([100, 20, 3]).median).toBe(20);
});

it('an empty list throws a RangeError', () => {
  expect(() => summarize([])).toThrow(RangeError);
});
