import { expect, it } from 'vitest';
import { endStage } from '../../../src/base/end-stage.ts';
import type { Observation } from '../../../src/base/observation.ts';
import { Observers } from '../../../src/base/observers.ts';

const request = { method: 'GET', url: '/api/Order' };

it('observations reach every observer of their kind, and no others', () => {
  const observers = new Observers();
  const read: [string, Observation][] = [];
  observers.add({ requestStarted: (one) => read.push(['first', one]) });
  observers.add({
    requestStarted: (one) => read.push(['second', one]),
    unhealthy: (one) => read.push(['second', one]),
  });
  observers.observe({ kind: 'requestStarted', request });
  observers.observe({ kind: 'unhealthy', error: 'away' });
  observers.observe({ kind: 'stage', request, stage: 'plan', duration: 1 });
  expect(read).toEqual([
    ['first', { kind: 'requestStarted', request }],
    ['second', { kind: 'requestStarted', request }],
    ['second', { kind: 'unhealthy', error: 'away' }],
  ]);
});

it('reads reports whether a kind has an observer', () => {
  const observers = new Observers();
  expect(observers.isObserved('stage')).toBe(false);
  observers.add({ stage: () => undefined });
  expect([observers.isObserved('stage'), observers.isObserved('requestStarted')]).toEqual([true, false]);
});

it('endStage reports stages only if a request is known', () => {
  const observers = new Observers();
  const stages: string[] = [];
  observers.add({ stage: ({ stage }) => stages.push(stage) });
  endStage(observers, request, 'plan');
  endStage(observers, undefined, 'database');
  expect(stages).toEqual(['plan']);
});
