import { expect, it } from 'vitest';
import { Admission } from '../../../src/execute/admission.ts';

/** Work that ends when it is told to. */
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

/** Work about no entity in particular. */
const ANY = { entities: [] };

const patient = { max: 2, maxWaiting: 2, acquireTimeout: 60_000 };

it('runs so many at once, and the others in their turn', async () => {
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

it('hands a turn on where the work failed', async () => {
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

it('turns away who finds so many waiting, but not who was let in before', async () => {
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

it('lets nobody wait longer than the bound, and gives the turn to the one behind', async () => {
  const admission = new Admission({ ...patient, max: 1, acquireTimeout: 1 });
  const [running, late] = [openWork('a'), openWork('b')];
  const first = admission.run(running.work, ANY);
  await expect(admission.run(late.work, ANY)).rejects.toEqual(unavailable);
  running.end();
  await first;
  expect(late.state.started).toBe(false);
  expect(admission.isFull).toBe(false);
  expect(await admission.run(async () => 'c', ANY)).toBe('c');
});
