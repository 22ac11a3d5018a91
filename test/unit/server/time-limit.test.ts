import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TimeLimit } from '../../../src/server/overload/time-limit.ts';

const limit = () => new TimeLimit(50);
const late = () => new Error('late');

/** What becomes of work that takes these milliseconds, each begun a moment after the one before. */
async function outcomesOf(durations: readonly number[]): Promise<readonly unknown[]> {
  const within = limit();
  const works: Promise<unknown>[] = [];
  for (const duration of durations) {
    works.push(within.within(setTimeout(duration, duration), late).catch((error: Error) => error.message));
    await setTimeout(2);
  }
  return Promise.all(works);
}

it('work that is done in time gives what it comes to, whatever ends before it', async () => {
  expect(await outcomesOf([20, 0, 10, 30, 5])).toEqual([20, 0, 10, 30, 5]);
});

it('each that takes too long is rejected, between others and at the ends', async () => {
  expect(await outcomesOf([300, 0, 300, 5, 300])).toEqual(['late', 0, 'late', 5, 'late']);
});

it('work that fails is rejected as it failed', async () => {
  await expect(limit().within(Promise.reject(new Error('failed')), late)).rejects.toThrow('failed');
});

it('work that ends after it was rejected disturbs nobody', async () => {
  const within = limit();
  const first = within.within(setTimeout(80), late).catch((error: Error) => error.message);
  await setTimeout(60);
  const others = [
    within.within(setTimeout(40, 'done'), late),
    within.within(setTimeout(300), late).catch(() => 'late'),
  ];
  expect([await first, ...(await Promise.all(others))]).toEqual(['late', 'done', 'late']);
});
