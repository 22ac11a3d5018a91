import { expect, test } from 'vitest';
import { ConcurrencyLimiter } from '../../../../src/server/compression/add-compression.ts';

/** Starts work that ends when the test ends it. */
function begin(turns: ConcurrencyLimiter, size: number, name: string, begun: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const taken = turns.run(size, () => {
    begun.push(name);
    return promise;
  });
  return { taken, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('ConcurrencyLimiter runs a maximum at a time and queues the others in order', async () => {
  const begun: string[] = [];
  const turns = new ConcurrencyLimiter(2, 10);
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => begin(turns, 5, name, begun));
  expect(begun).toEqual(['a', 'b']);
  b?.end();
  await nextTurn();
  expect(begun).toEqual(['a', 'b', 'c']);
  a?.fail();
  await expect(a?.taken).rejects.toThrow('a');
  await nextTurn();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  c?.end();
  d?.end();
  expect(await Promise.all([b?.taken, c?.taken, d?.taken])).toEqual(['b', 'c', 'd']);
  begin(turns, 100, 'e', begun);
  expect(begun.at(-1)).toBe('e');
});

test('ConcurrencyLimiter rejects work that exceeds the size of the queue', async () => {
  const begun: string[] = [];
  const turns = new ConcurrencyLimiter(1, 10);
  const running = begin(turns, 1000, 'running', begun);
  expect(begin(turns, 11, 'large', begun).taken).toBeUndefined();
  expect(begin(turns, 10, 'fits', begun).taken).toBeDefined();
  expect(begin(turns, 1, 'late', begun).taken).toBeUndefined();
  running.end();
  await nextTurn();
  expect(begun).toEqual(['running', 'fits']);
  expect(begin(turns, 10, 'next', begun).taken).toBeDefined();
});
