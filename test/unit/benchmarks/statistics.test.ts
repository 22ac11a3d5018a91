import { expect, it } from 'vitest';
import { summarise } from '../../../benchmarks/support/statistics.ts';

it('the middle is the middle one, or lies between the two in the middle', () => {
  expect(summarise([30, 1, 2])).toEqual({ median: 2, min: 1, max: 30 });
  expect(summarise([10, 1, 2, 4])).toEqual({ median: 3, min: 1, max: 10 });
  expect(summarise([7])).toEqual({ median: 7, min: 7, max: 7 });
});

it('numbers are not sorted as texts', () => {
  expect(summarise([100, 20, 3]).median).toBe(20);
});

it('nothing has no middle', () => {
  expect(() => summarise([])).toThrow(RangeError);
});
