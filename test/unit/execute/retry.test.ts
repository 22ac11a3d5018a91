import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ObservationOf, RetryReason } from '../../../src/base/observation.ts';
import { Observers } from '../../../src/base/observers.ts';
import { retry } from '../../../src/execute/retry.ts';

let observers: Observers;
let retries: ObservationOf<'retried'>[];
beforeEach(() => {
  observers = new Observers();
  retries = [];
  observers.add({ retried: (one) => retries.push(one) });
});

/** Returns work that fails with each error in turn, then resolves to its number of runs. */
function failing(...errors: readonly unknown[]) {
  let runs = 0;
  return async () => {
    runs += 1;
    if (runs <= errors.length) throw errors[runs - 1];
    return runs;
  };
}

/** Runs work whose errors are their own retry reason. */
const run = (...errors: readonly (RetryReason | 'lasts')[]): Promise<number> =>
  retry(failing(...errors), (error) => (error === 'lasts' ? undefined : (error as RetryReason)), observers);

it('runs successful work once', async () => {
  expect(await run()).toBe(1);
  expect(retries).toEqual([]);
});

it('does not retry a permanent failure', async () => {
  await expect(run('lasts')).rejects.toBe('lasts');
  expect(retries).toEqual([]);
  await expect(run('conflict', 'lasts')).rejects.toBe('lasts');
  expect(retries).toHaveLength(1);
});

it('reports each retry with its error', async () => {
  expect(await run('conflict', 'rolledBack')).toBe(3);
  expect(retries).toEqual([
    { kind: 'retried', reason: 'conflict', attempt: 1, error: 'conflict' },
    { kind: 'retried', reason: 'rolledBack', attempt: 2, error: 'rolledBack' },
  ]);
});

it.each([
  ['rolledBack', 6],
  ['lostRead', 2],
  ['conflict', 20],
  ['rowsSkipped', 20],
  ['keyTaken', 4],
  ['changesRejected', 2],
] as const)('with reason %s runs at most %i times, then throws the last error', async (reason, most) => {
  expect(await run(...Array<RetryReason>(most - 1).fill(reason))).toBe(most);
  retries = [];
  await expect(run(...Array<RetryReason>(most).fill(reason))).rejects.toBe(reason);
  expect(retries).toHaveLength(most - 1);
});

it('counts attempts across different reasons', async () => {
  const often = Array<RetryReason>(3).fill('conflict');
  await expect(run(...often, 'keyTaken')).rejects.toBe('keyTaken');
  expect(await run(...often, 'rolledBack')).toBe(5);
});

it('waits before it retries a read', async () => {
  const work = vi.fn(failing('lost'));
  const running = retry(work, () => 'lostRead', observers);
  await setImmediate();
  expect(work).toHaveBeenCalledTimes(1);
  expect(await running).toBe(2);
});
