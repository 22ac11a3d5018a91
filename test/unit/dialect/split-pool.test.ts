import { expect, it } from 'vitest';
import { splitPool } from '../../../src/dialect/driver/split-pool.ts';

const split = (max: number, changes: number) => {
  const { reads, changes: forChanges } = splitPool({ max, changes } as Parameters<typeof splitPool>[0]);
  return [reads, forChanges];
};

it.each([
  [20, 10, [10, 10]],
  [10, 1, [9, 1]],
  [2, 1, [1, 1]],
  // Reads keep one session, whatever is asked for changes.
  [10, 10, [1, 9]],
  [10, 50, [1, 9]],
])('of %i sessions, %i are for changes: reads and changes get %j', (max, changes, expected) => {
  expect(split(max, changes)).toEqual(expected);
});

it('there is one of each, even where one is all that there may be', () => {
  expect(split(1, 1)).toEqual([1, 1]);
});
