import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoizeFor } from '../../../src/base/memoize.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('shares a result for the given time', async () => {
  const work = vi.fn(async () => 1);
  const read = memoizeFor(1000, work);
  await Promise.all([read(), read()]);
  vi.advanceTimersByTime(999);
  await read();
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await read();
  expect(work).toHaveBeenCalledTimes(2);
});

it('shares an error with concurrent callers only', async () => {
  const work = vi.fn(async () => 1).mockRejectedValueOnce(new Error('Away.'));
  const read = memoizeFor(1000, work);
  expect((await Promise.allSettled([read(), read()])).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(work).toHaveBeenCalledTimes(1);
  expect(await read()).toBe(1);
  expect(work).toHaveBeenCalledTimes(2);
});
