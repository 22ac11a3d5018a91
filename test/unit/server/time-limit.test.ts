import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TimeLimit } from '../../../src/server/overload/time-limit.ts';

const limit = () => new TimeLimit(50);
const late = () => new Error('late');

/** Returns the outcomes of tasks with these durations in milliseconds, started 2 ms apart. */
async function outcomesOf(durations: readonly number[]): Promise<readonly unknown[]> {
  const within = limit();
  const works: Promise<unknown>[] = [];
  for (const duration of durations) {
    works.push(within.run(setTimeout(duration, duration), late).catch((error: Error) => error.message));
    await setTimeout(2);
  }
  return Promise.all(works);
}

it('tasks within the limit return their results, regardless of their order', async () => {
  expect(await outcomesOf([20, 0, 10, 30, 5])).toEqual([20, 0, 10, 30, 5]);
});

it('each task over the limit is rejected', async () => {
  expect(await outcomesOf([300, 0, 300, 5, 300])).toEqual(['late', 0, 'late', 5, 'late']);
});

it('a failed task is rejected with its own error', async () => {
  await expect(limit().run(Promise.reject(new Error('failed')), late)).rejects.toThrow('failed');
});

it('a task that ends after its rejection does not affect others', async () => {
  const within = limit();
  const first = within.run(setTimeout(80), late).catch((error: Error) => error.message);
  await setTimeout(60);
  const others = [within.run(setTimeout(40, 'done'), late), within.run(setTimeout(300), late).catch(() => 'late')];
  expect([await first, ...(await Promise.all(others))]).toEqual(['late', 'done', 'late']);
});
