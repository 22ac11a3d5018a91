import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReceivedRequest } from '../../../src/base/observation.ts';
import { Observers } from '../../../src/base/observers.ts';
import { ServerTiming } from '../../../src/server/observability/server-timing.ts';

let timing: ServerTiming;
let observe: Observers['observe'];
beforeEach(() => {
  vi.useFakeTimers();
  timing = new ServerTiming();
  const observers = new Observers();
  observers.add(timing.observer);
  observe = observers.observe;
});
afterEach(() => vi.useRealTimers());

const receive = (): ReceivedRequest => {
  const request = { method: 'GET', url: '/graphql' };
  observe({ kind: 'requestStarted', request });
  return request;
};
const end = (request: ReceivedRequest, stage: string, milliseconds: number): void => {
  vi.advanceTimersByTime(milliseconds);
  observe({ kind: 'stage', request, stage, duration: milliseconds });
};

it('each stage lasts from the end of the previous stage; repeated stages add up', () => {
  const request = receive();
  end(request, 'document', 3);
  end(request, 'plan', 2);
  end(request, 'database', 40);
  end(request, 'plan', 5);
  expect(timing.header(request)).toBe('document;dur=3.000, plan;dur=7.000, database;dur=40.000');
});

it('concurrent requests are timed separately', () => {
  const one = receive();
  end(one, 'document', 1);
  const other = receive();
  end(other, 'document', 2);
  end(one, 'plan', 4);
  expect([timing.header(one), timing.header(other)]).toEqual([
    'document;dur=1.000, plan;dur=6.000',
    'document;dur=2.000',
  ]);
});

it('a request without a start has no stages', () => {
  const request = { method: 'GET', url: '/graphql' };
  end(request, 'document', 1);
  expect(timing.header(request)).toBe('');
});
