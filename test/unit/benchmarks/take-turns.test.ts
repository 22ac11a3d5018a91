import { expect, it } from 'vitest';
import { takeTurns } from '../../../benchmarks/support/take-turns.ts';

it('the starting contender rotates, and each result belongs to its contender', async () => {
  const order: string[] = [];
  const turns = await takeTurns(['a', 'b', 'c'], 4, async (one) => order.push(one));
  expect(order.join('')).toBe('abcbcacababc');
  expect(turns).toEqual([
    [1, 6, 8, 10],
    [2, 4, 9, 11],
    [3, 5, 7, 12],
  ]);
});

it('an empty list takes no turns', async () => {
  expect(await takeTurns([], 2, async () => 1)).toEqual([]);
});
