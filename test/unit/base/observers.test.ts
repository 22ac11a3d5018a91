import { expect, it } from 'vitest';
import { endStage } from '../../../src/base/end-stage.ts';
import type { Observation } from '../../../src/base/observation.ts';
import { Observers } from '../../../src/base/observers.ts';

const request = { method: 'GET', url: '/api/Order' };

it('an observation goes to all who read its kind, and to nobody else', () => {
  const observers = new Observers();
  const read: [string, Observation][] = [];
  observers.add({ began: (one) => read.push(['first', one]) });
  observers.add({ began: (one) => read.push(['second', one]), unhealthy: (one) => read.push(['second', one]) });
  observers.observe({ kind: 'began', request });
  observers.observe({ kind: 'unhealthy', error: 'away' });
  observers.observe({ kind: 'stage', request, stage: 'plan' });
  expect(read).toEqual([
    ['first', { kind: 'began', request }],
    ['second', { kind: 'began', request }],
    ['second', { kind: 'unhealthy', error: 'away' }],
  ]);
});

it('it is known which kinds are read', () => {
  const observers = new Observers();
  expect(observers.reads('stage')).toBe(false);
  observers.add({ stage: () => undefined });
  expect([observers.reads('stage'), observers.reads('began')]).toEqual([true, false]);
});

it('a stage is told of a request alone', () => {
  const observers = new Observers();
  const stages: string[] = [];
  observers.add({ stage: ({ stage }) => stages.push(stage) });
  endStage(observers, request, 'plan');
  endStage(observers, undefined, 'database');
  expect(stages).toEqual(['plan']);
});
