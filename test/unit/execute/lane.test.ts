import { expect, it, onTestFinished, vi } from 'vitest';
import { Lane } from '../../../src/execute/admission/timed-sessions.ts';

/** A read that runs until the test ends it. */
interface HeldRead {
  readonly entities: readonly string[];
  readonly end: () => void;
}

/** Starts reads of these entities in a lane. */
function hold(lane: Lane, reads: readonly (readonly string[])[]) {
  const running: HeldRead[] = [];
  const ended = reads.map((entities) =>
    lane.run(
      entities,
      () =>
        new Promise<void>((resolve) => {
          const read: HeldRead = {
            entities,
            end: () => {
              running.splice(running.indexOf(read), 1);
              resolve();
            },
          };
          running.push(read);
        }),
    ),
  );
  return { running, all: Promise.all(ended) };
}

const names = (running: readonly HeldRead[]): readonly string[] => running.map(({ entities }) => entities.join('+'));

it('runs a read of another entity while reads of a locked table wait', async () => {
  const locked = Array.from({ length: 50 }, () => ['A']);
  const { running, all } = hold(new Lane(2), [...locked, ['B'], ['A', 'C'], ['C']]);
  await Promise.resolve();
  expect(names(running)).toEqual(['A', 'B']);
  running[1]?.end();
  await new Promise(setImmediate);
  expect(names(running)).toEqual(['A', 'C']);
  running[1]?.end();
  await new Promise(setImmediate);
  expect(names(running)).toEqual(['A']);
  running[0]?.end();
  await new Promise(setImmediate);
  expect(names(running)).toEqual(['A']);
  running[0]?.end();
  await new Promise(setImmediate);
  expect(names(running)).toEqual(['A+C']);
  let ends = 2;
  for (; running.length > 0; ends += 1) {
    running[0]?.end();
    await new Promise(setImmediate);
  }
  expect(ends).toBe(51);
  await all;
});

it('lets entities take turns', async () => {
  const { running, all } = hold(new Lane(1), [['A'], ['A'], ['A'], ['B'], ['B']]);
  const order: (string | undefined)[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise(setImmediate);
    expect(running).toHaveLength(1);
    order.push(...names(running));
    running[0]?.end();
  }
  expect(order).toEqual(['A', 'A', 'B', 'A', 'B']);
  await all;
});

it('continues after a read that fails', async () => {
  const lane = new Lane(1);
  const failed = lane.run(['A'], () => Promise.reject(new Error('failed')));
  expect(await lane.run(['A'], async () => 'read')).toBe('read');
  await expect(failed).rejects.toThrow('failed');
});

it('removes a waiting read whose signal is aborted', async () => {
  const lane = new Lane(1);
  const { running, all } = hold(lane, [['A']]);
  const leaving = new AbortController();
  const started: string[] = [];
  const start = (name: string, signal?: AbortSignal) =>
    lane.run(['A'], async () => void started.push(name), signal).catch((error) => error.code);
  const left = start('left', leaving.signal);
  const stayed = start('stayed');
  leaving.abort();
  expect(await left).toBe('DatabaseTimeout');
  expect(await start('late', leaving.signal)).toBe('DatabaseTimeout');
  await expect.poll(() => running).toHaveLength(1);
  running[0]?.end();
  await Promise.all([all, stayed]);
  expect(started).toEqual(['stayed']);
});

it('runs a read of two entities although reads of each of them alternate', async () => {
  const one = Array.from({ length: 20 }, (_, index) => [index % 2 === 0 ? 'A' : 'B']);
  const { running, all } = hold(new Lane(2), [['A'], ['B'], ['A', 'B'], ...one]);
  const order: string[] = [];
  for (let turn = 0; turn < 23; turn += 1) {
    await new Promise(setImmediate);
    order.push(...names(running.slice(0, 1)));
    running[0]?.end();
  }
  await all;
  expect(order.indexOf('A+B')).toBeLessThan(8);
});

it('runs reads of an entity that a read reserves while it waits for a locked table', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { running, all } = hold(new Lane(2), [['A'], ['A', 'B'], ...Array.from({ length: 10 }, () => ['B'])]);
  await new Promise(setImmediate);
  for (let turn = 0; turn < 10 && running.length === 2; turn += 1) {
    running[1]?.end();
    await new Promise(setImmediate);
  }
  expect(names(running)).toEqual(['A']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(names(running)).toEqual(['A', 'B']);
  while (running.length > 0) {
    running[0]?.end();
    await new Promise(setImmediate);
  }
  await all;
});
