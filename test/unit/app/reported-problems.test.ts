import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Snapshot } from '../../../src/app/snapshot.ts';
import { SnapshotHolder } from '../../../src/app/snapshot-holder.ts';
import { ApiError } from '../../../src/base/errors.ts';
import { Observers } from '../../../src/base/observers.ts';
import { ConfigurationError, type Problem } from '../../../src/base/problem.ts';
import { recordProblems } from '../../../src/base/problem-history.ts';

const problemOf = (message: string, severity: Problem['severity'] = 'warning'): Problem => ({
  path: ['entities', 'Order'],
  message,
  severity,
});

/** Runs builds in order; each is the warnings of a new snapshot, or an error. */
function hold(first: readonly Problem[], builds: readonly (readonly Problem[] | Error)[]) {
  const observers = new Observers();
  const listProblems = recordProblems(observers);
  const rest = [...builds];
  const build = async (previous?: Snapshot): Promise<Snapshot> => {
    const result = previous === undefined ? first : (rest.shift() ?? []);
    if (result instanceof Error) throw result;
    const reported = new Map(result.map((problem) => [JSON.stringify(problem), problem]));
    for (const [key, problem] of reported) {
      if (previous?.reportedWarnings.has(key) !== true)
        observers.observe({ kind: 'problem', problem, isCatalog: true });
    }
    return { reportedWarnings: new Set(reported.keys()), catalogVersion: String(rest.length) } as unknown as Snapshot;
  };
  return {
    observers,
    messages: () => listProblems().map(({ problem }) => problem.message),
    async start() {
      const holder = new SnapshotHolder(await build(), {
        build,
        readCatalogVersion: async () => String(rest.length),
        interval: 0,
        observe: observers.observe,
      });
      await holder.refresh(holder.get());
      return holder;
    },
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('lists the errors of the last reload until the database is corrected', async () => {
  const { messages, start } = hold(
    [],
    [
      new ConfigurationError([problemOf('No table.', 'error'), problemOf('No column.', 'error')]),
      new ConfigurationError([problemOf('No column.', 'error')]),
    ],
  );
  const holder = await start();
  expect(messages().toSorted()).toEqual(['No column.', 'No table.']);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(messages()).toEqual(['No column.']);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(messages()).toEqual([]);
  holder.close();
});

it('lists each problem once while a database is unavailable again and again', async () => {
  const away = new ApiError('Unavailable', 'Away.');
  const full = new ApiError('Unavailable', 'Full.');
  const { messages, start } = hold([problemOf('Read as text.')], [away, full, away, full, away]);
  const holder = await start();
  await vi.advanceTimersByTimeAsync(4_400);
  expect(messages()).toEqual([expect.stringContaining('Away.'), 'Read as text.']);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(messages()).toEqual([]);
  holder.close();
});

it('drops warnings that no longer apply, and keeps those of the configuration', async () => {
  const { observers, messages, start } = hold([problemOf('Old.'), problemOf('Same.')], [[problemOf('Same.')]]);
  observers.observe({ kind: 'problem', problem: problemOf('Unknown key.') });
  const holder = await start();
  expect(messages()).toEqual(['Same.', 'Unknown key.']);
  holder.close();
});

it('lists a warning of a failed reload once after a reload succeeds', async () => {
  const warning = problemOf('No key.');
  const { messages, start } = hold([], [new ConfigurationError([problemOf('Gone.', 'error'), warning]), [warning]]);
  const holder = await start();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(messages()).toEqual(['No key.']);
  holder.close();
});
