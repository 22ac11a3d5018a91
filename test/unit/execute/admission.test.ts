import { afterEach, describe, expect, it, vi } from 'vitest';
import { Admission } from '../../../src/execute/admission/admission.ts';

/** Returns work that ends when the test ends it. */
function openWork<T>(value: T) {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const state = { started: false };
  const work = () => {
    state.started = true;
    return promise;
  };
  return { work, state, end: () => resolve(value), fail: () => reject(new Error(`${value}`)) };
}

const unavailable = expect.objectContaining({ code: 'Unavailable' });

/** Work without a specific entity. */
const ANY = { entities: [] };

const patient = { max: 2, maxWaiting: 2, acquireTimeoutMs: 60_000 };

it('runs the maximum at once, and the others in order', async () => {
  const admission = new Admission(patient);
  const works = ['a', 'b', 'c', 'd'].map(openWork);
  const results = works.map(({ work }) => admission.run(work, ANY));
  const started = () => works.map(({ state }) => state.started);
  expect(started()).toEqual([true, true, false, false]);
  works[1]?.end();
  await results[1];
  expect(started()).toEqual([true, true, true, false]);
  works[2]?.end();
  await results[2];
  expect(started()).toEqual([true, true, true, true]);
  for (const { end } of works) end();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  expect(admission.isFull).toBe(false);
});

it('releases the session after failed work', async () => {
  const admission = new Admission({ ...patient, max: 1 });
  const [first, second] = [openWork('a'), openWork('b')];
  const failed = admission.run(first.work, ANY);
  const waiting = admission.run(second.work, ANY);
  first.fail();
  await expect(failed).rejects.toThrow('a');
  second.end();
  expect(await waiting).toBe('b');
  expect(admission.isFull).toBe(false);
});

it('rejects work if the queue is full, unless it was admitted before', async () => {
  const admission = new Admission({ ...patient, max: 1 });
  const works = ['a', 'b', 'c', 'd', 'e'].map(openWork);
  const [running, second, third, away, admitted] = works.map(({ work }, index) =>
    admission.run(work, ANY, index === 4),
  );
  await expect(away).rejects.toEqual(unavailable);
  for (const { end } of works) end();
  expect(await Promise.all([running, second, third, admitted])).toEqual(['a', 'b', 'c', 'e']);
  expect(works[3]?.state.started).toBe(false);
});

it('rejects work after the acquire timeout, and serves the next in line', async () => {
  const admission = new Admission({ ...patient, max: 1, acquireTimeoutMs: 1 });
  const [running, late] = [openWork('a'), openWork('b')];
  const first = admission.run(running.work, ANY);
  await expect(admission.run(late.work, ANY)).rejects.toEqual(unavailable);
  running.end();
  await first;
  expect(late.state.started).toBe(false);
  expect(admission.isFull).toBe(false);
  expect(await admission.run(async () => 'c', ANY)).toBe('c');
});

const about = (...entities: readonly string[]) => ({ entities });

it('prefers the longest-waiting work whose entity leaves enough sessions to others', async () => {
  const admission = new Admission({ ...patient, max: 4, maxWaiting: 10 });
  const begun: string[] = [];
  const works = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c'].map((entity, index) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = admission.run(() => {
      begun.push(`${entity}${index}`);
      return promise;
    }, about(entity));
    return async () => {
      resolve();
      await done;
    };
  });
  // Entity a gets three sessions and b gets one, because later entities keep a share.
  expect(begun).toEqual(['a0', 'a1', 'a2', 'b5']);
  await works[5]?.();
  expect(begun).toEqual(['a0', 'a1', 'a2', 'b5', 'b6']);
  await works[6]?.();
  expect(begun.slice(5)).toEqual(['c7']);
  await works[0]?.();
  expect(begun.slice(6)).toEqual([]);
  await works[7]?.();
  expect(begun.slice(6)).toEqual(['a3']);
  await Promise.all(works.map((end) => end()));
  expect(begun).toHaveLength(8);
});

it('reserves places in the queue for other entities', async () => {
  const admission = new Admission({ ...patient, max: 1, maxWaiting: 10 });
  const running = openWork('a');
  const first = admission.run(running.work, about('a'));
  const request = (entity: string) => admission.run(async () => entity, about(entity)).catch(({ code }) => code);
  const outcomes = Array.from({ length: 12 }, () => request('a'));
  const other = request('b');
  running.end();
  await first;
  expect((await Promise.all(outcomes)).filter((outcome) => outcome === 'a')).toHaveLength(9);
  expect(await other).toBe('b');
});

it('removes work from the queue when its caller aborts', async () => {
  const admission = new Admission({ ...patient, max: 1, maxWaiting: 1 });
  const [running, gone] = [openWork('a'), openWork('b')];
  const first = admission.run(running.work, ANY);
  const controller = new AbortController();
  const second = admission.run(gone.work, { ...ANY, signal: controller.signal });
  expect(admission.isQueueFull).toBe(true);
  controller.abort();
  await expect(second).rejects.toMatchObject({ code: 'DatabaseTimeout' });
  expect(admission.isQueueFull).toBe(false);
  await expect(admission.run(gone.work, { ...ANY, signal: controller.signal })).rejects.toMatchObject({
    code: 'DatabaseTimeout',
  });
  running.end();
  await first;
  expect([gone.state.started, admission.isFull]).toEqual([false, false]);
});

it('rejects work at its deadline', async () => {
  const admission = new Admission({ ...patient, max: 1 });
  const running = openWork('a');
  const first = admission.run(running.work, ANY);
  const late = admission.run(async () => 'b', { ...ANY, deadline: performance.now() + 1 });
  await expect(late).rejects.toMatchObject({ code: 'DatabaseTimeout' });
  running.end();
  await first;
});

it('charges a session to an entity after the start of its statement', async () => {
  const admission = new Admission({ ...patient, max: 3 });
  const works = ['x', 'y', 'a'].map(openWork);
  const [x, y] = works.slice(0, 2).map(({ work }) => admission.runWithoutTimeout(work));
  const release = admission.charge(['a']);
  const waiting = admission.run(works[2]?.work ?? fail, about('a'));
  expect(works[2]?.state.started).toBe(false);
  release();
  await Promise.resolve();
  expect(works[2]?.state.started).toBe(true);
  for (const { end } of works) end();
  expect(await Promise.all([x, y, waiting])).toEqual(['x', 'y', 'a']);
});

const fail = (): never => {
  throw new Error('The work was not found.');
};

describe('unresponsive sessions', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const start = (max: number) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
    let closed = 0;
    const admission = new Admission({ max, maxWaiting: 100, acquireTimeoutMs: 60_000 }, () => {
      closed += 1;
    });
    return { admission, closed: () => closed };
  };

  it('are set aside if all of them stall: one at first, the others once the database responds', async () => {
    const { admission, closed } = start(2);
    const works = ['a', 'b', 'c', 'd', 'e', 'f'].map(openWork);
    const started = () => works.filter(({ state }) => state.started).length;
    const results = works.map(({ work }) => admission.run(work, ANY));
    await vi.advanceTimersByTimeAsync(1_500);
    expect([started(), closed()]).toEqual([2, 0]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([started(), closed()]).toEqual([3, 1]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(started(), 'the database has not answered yet').toBe(3);
    works[2]?.end();
    await results[2];
    expect(started(), 'each silent session has a replacement').toBe(5);
    works[3]?.end();
    await results[3];
    expect(started()).toBe(6);
    for (const { end } of works) end();
    expect(await Promise.all(results), 'work on the set-aside sessions continued').toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
      'f',
    ]);
    expect(admission.isFull).toBe(false);
  });

  it('keep their places while other sessions respond', async () => {
    const { admission, closed } = start(2);
    const slow = openWork('slow');
    const report = admission.run(slow.work, ANY);
    for (let index = 0; index < 40; index += 1) {
      const other = openWork(index);
      const result = admission.run(other.work, ANY);
      await vi.advanceTimersByTimeAsync(500);
      other.end();
      expect(await result).toBe(index);
    }
    expect(closed()).toBe(0);
    slow.end();
    expect(await report).toBe('slow');
  });

  it('are replaced by at most the maximum number of sessions', async () => {
    const { admission } = start(2);
    const works = Array.from({ length: 8 }, (_, index) => openWork(index));
    const started = () => works.filter(({ state }) => state.started).length;
    const results = works.map(({ work }) => admission.run(work, ANY));
    await vi.advanceTimersByTimeAsync(2_500);
    works[2]?.end();
    await results[2];
    await vi.advanceTimersByTimeAsync(20_000);
    expect(started(), 'two set-aside sessions, two replacements, and the session that responded').toBe(5);
    for (const { end } of works) end();
    await Promise.all(results);
  });
});
