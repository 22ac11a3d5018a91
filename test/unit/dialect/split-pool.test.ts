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
  // Reads keep one session, regardless of the configuration for changes.
  [10, 10, [1, 9]],
  [10, 50, [1, 9]],
])('splits %i sessions with %i for changes into %j', (max, changes, expected) => {
  expect(split(max, changes)).toEqual(expected);
});

it('reads and changes get a session each, even with a maximum of one', () => {
  expect(split(1, 1)).toEqual([1, 1]);
});
