import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ErrorCode, Refusal } from '../../../src/base/errors.ts';
import { Observers } from '../../../src/base/observers.ts';
import { ServiceLog } from '../../../src/server/observability/service-log.ts';

let lines: string[];
let log: ServiceLog;
let observe: Observers['observe'];
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  log = new ServiceLog(pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) }));
  const observers = new Observers();
  observers.add(log.observer);
  observe = observers.observe;
});
afterEach(() => vi.useRealTimers());

const told = (): readonly Record<string, unknown>[] => lines.splice(0).map((line) => JSON.parse(line));
const refuse = (code: ErrorCode, times = 1, cause?: Error): void => {
  for (let time = 0; time < times; time += 1) {
    const refusal = new Refusal(code, 'Try again.', { cause });
    observe({ kind: 'refused', refusal, request: { method: 'GET', url: '/api/Order?$first=5' } });
  }
};

describe('a refusal', () => {
  it('is one short line without a stack and without the options of the URL', () => {
    refuse('Unavailable', 1, new Error('connect ECONNREFUSED 127.0.0.1:5432'));
    expect(lines[0]?.length).toBeLessThan(300);
    expect(told()).toEqual([
      {
        level: 40,
        code: 'Unavailable',
        status: 503,
        method: 'GET',
        path: '/api/Order',
        reason: 'connect ECONNREFUSED 127.0.0.1:5432',
        msg: 'Try again.',
      },
    ]);
    refuse('LimitExceeded');
    expect(told()).toMatchObject([{ level: 30, code: 'LimitExceeded', status: 400, path: '/api/Order' }]);
  });

  it('is short whatever was sent', () => {
    const long = 'x'.repeat(1_000_000);
    const refusal = new Refusal('LimitExceeded', long, { cause: new Error(long) });
    observe({ kind: 'refused', refusal, request: { method: 'GET', url: `/${long}` } });
    expect(lines[0]?.length).toBeLessThan(1000);
  });

  it.each(['BadRequest', 'Forbidden', 'ItemNotFound', 'Conflict'] as const)('%s is for the client to know', (code) => {
    refuse(code);
    expect(told()).toEqual([]);
  });
});

it('a refusal of what is no request says nothing of one', () => {
  observe({ kind: 'refused', refusal: new Refusal('LimitExceeded', 'Send less.', { status: 431 }) });
  expect(told()).toEqual([{ level: 30, code: 'LimitExceeded', status: 431, msg: 'Send less.' }]);
});

it('a fault has the id that its client was told, and what it was', () => {
  const request = { method: 'GET', url: '/api/Order', identity: { role: 'clerk', claims: { sub: 'somebody' } } };
  observe({ kind: 'fault', logId: 'an id', error: new Error('broken'), request });
  const [line] = told();
  expect(line).toMatchObject({ level: 50, logId: 'an id', err: { message: 'broken' } });
  expect(JSON.stringify(line)).not.toContain('somebody');
});

it('a fault that comes over and over has a line with its id each time, and its stack ten times', () => {
  const request = { method: 'GET', url: '/api/Order' };
  for (let time = 0; time < 100; time += 1) {
    observe({ kind: 'fault', logId: `id ${time}`, error: new Error('broken'), request });
  }
  observe({ kind: 'fault', logId: 'another', error: new Error('broken otherwise'), request });
  const all = told();
  expect(all.map(({ logId }) => logId)).toEqual([...Array.from({ length: 100 }, (_, time) => `id ${time}`), 'another']);
  expect(all.filter(({ err }) => err !== undefined)).toHaveLength(11);
  expect(all[50]).toEqual({
    level: 50,
    logId: 'id 50',
    reason: 'Error: broken',
    msg: 'A request failed on a fault of the service',
  });
});

it('a certificate is taken anew, or stays with an error', () => {
  observe({ kind: 'certificateChanged', cert: 'service.crt' });
  observe({ kind: 'certificateChanged', cert: 'service.crt', error: new Error('not a certificate') });
  expect(told()).toMatchObject([
    { level: 30, cert: 'service.crt', msg: 'The certificate was taken anew' },
    { level: 50, err: { message: 'not a certificate' } },
  ]);
});

it('a database and an issuer that do not answer are warned of', () => {
  const error = new Error('connect ECONNREFUSED');
  observe({ kind: 'unhealthy', error });
  observe({ kind: 'keysMissing', issuer: 'https://issuer.example.com', error });
  expect(told()).toMatchObject([
    { level: 40, msg: 'The database does not answer' },
    { level: 40, issuer: 'https://issuer.example.com', err: { message: 'connect ECONNREFUSED' } },
  ]);
});

describe('many refusals', () => {
  it('are told of by ten lines of a code, and by the number of the others', () => {
    refuse('Unavailable', 1000);
    refuse('DatabaseTimeout', 3);
    expect(told().map(({ code }) => code)).toEqual([
      ...Array.from({ length: 10 }, () => 'Unavailable'),
      ...Array.from({ length: 3 }, () => 'DatabaseTimeout'),
    ]);
    vi.advanceTimersByTime(10_000);
    expect(told()).toMatchObject([{ code: 'Unavailable', leftOut: 990 }]);
    refuse('Unavailable');
    expect(told()).toHaveLength(1);
    vi.advanceTimersByTime(60_000);
    expect(told()).toEqual([]);
  });

  it('are told of when the service ends', () => {
    refuse('Unavailable', 11);
    told();
    log.close();
    expect(told()).toMatchObject([{ code: 'Unavailable', leftOut: 1 }]);
  });
});
