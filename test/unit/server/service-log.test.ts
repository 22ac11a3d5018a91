import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, type ErrorCode } from '../../../src/base/errors.ts';
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

const takeLines = (): readonly Record<string, unknown>[] => lines.splice(0).map((line) => JSON.parse(line));
const reject = (code: ErrorCode, times = 1, cause?: Error): void => {
  for (let time = 0; time < times; time += 1) {
    const apiError = new ApiError(code, 'Try again.', { cause });
    observe({ kind: 'rejected', apiError, request: { method: 'GET', url: '/api/Order?$first=5' } });
  }
};

describe('a logged rejection', () => {
  it('has one short line without stack trace and query string', () => {
    reject('Unavailable', 1, new Error('connect ECONNREFUSED 127.0.0.1:5432'));
    expect(lines[0]?.length).toBeLessThan(300);
    expect(takeLines()).toEqual([
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
    reject('LimitExceeded');
    expect(takeLines()).toMatchObject([{ level: 30, code: 'LimitExceeded', status: 400, path: '/api/Order' }]);
  });

  it('is truncated for a long message or URL', () => {
    const long = 'x'.repeat(1_000_000);
    const apiError = new ApiError('LimitExceeded', long, { cause: new Error(long) });
    observe({ kind: 'rejected', apiError, request: { method: 'GET', url: `/${long}` } });
    expect(lines[0]?.length).toBeLessThan(1000);
  });

  it.each(['BadRequest', 'Forbidden', 'ItemNotFound', 'Conflict'] as const)(
    'is omitted for %s, which only concerns the client',
    (code) => {
      reject(code);
      expect(takeLines()).toEqual([]);
    },
  );
});

it('a rejection outside a request is logged without request fields', () => {
  observe({ kind: 'rejected', apiError: new ApiError('LimitExceeded', 'Send less.', { status: 431 }) });
  expect(takeLines()).toEqual([{ level: 30, code: 'LimitExceeded', status: 431, msg: 'Send less.' }]);
});

it('an internal error is logged with the ID sent to the client, and without claims', () => {
  const request = { method: 'GET', url: '/api/Order', identity: { role: 'clerk', claims: { sub: 'somebody' } } };
  observe({ kind: 'internalError', logId: 'an id', error: new Error('broken'), request });
  const [line] = takeLines();
  expect(line).toMatchObject({ level: 50, logId: 'an id', err: { message: 'broken' } });
  expect(JSON.stringify(line)).not.toContain('somebody');
});

it('a repeated internal error is logged each time, with at most ten stack traces', () => {
  const request = { method: 'GET', url: '/api/Order' };
  for (let time = 0; time < 100; time += 1) {
    observe({ kind: 'internalError', logId: `id ${time}`, error: new Error('broken'), request });
  }
  observe({ kind: 'internalError', logId: 'another', error: new Error('broken otherwise'), request });
  const all = takeLines();
  expect(all.map(({ logId }) => logId)).toEqual([...Array.from({ length: 100 }, (_, time) => `id ${time}`), 'another']);
  expect(all.filter(({ err }) => err !== undefined)).toHaveLength(11);
  expect(all[50]).toEqual({
    level: 50,
    logId: 'id 50',
    reason: 'Error: broken',
    msg: 'A request failed with an internal error',
  });
});

it('certificate changes and their errors are logged', () => {
  observe({ kind: 'certificateChanged', cert: 'service.crt' });
  observe({ kind: 'certificateChanged', cert: 'service.crt', error: new Error('not a certificate') });
  expect(takeLines()).toMatchObject([
    { level: 30, cert: 'service.crt', msg: 'Reloaded the TLS certificate' },
    { level: 50, err: { message: 'not a certificate' } },
  ]);
});

it('an unavailable database or issuer is logged as a warning', () => {
  const error = new Error('connect ECONNREFUSED');
  observe({ kind: 'unhealthy', error });
  observe({ kind: 'keyFetchFailed', issuer: 'https://issuer.example.com', error });
  expect(takeLines()).toMatchObject([
    { level: 40, msg: 'The database does not respond' },
    { level: 40, issuer: 'https://issuer.example.com', err: { message: 'connect ECONNREFUSED' } },
  ]);
});

describe('repeated rejections', () => {
  it('are limited to ten lines per code, plus a count of the others', () => {
    reject('Unavailable', 1000);
    reject('DatabaseTimeout', 3);
    expect(takeLines().map(({ code }) => code)).toEqual([
      ...Array.from({ length: 10 }, () => 'Unavailable'),
      ...Array.from({ length: 3 }, () => 'DatabaseTimeout'),
    ]);
    vi.advanceTimersByTime(10_000);
    expect(takeLines()).toMatchObject([{ code: 'Unavailable', suppressed: 990 }]);
    reject('Unavailable');
    expect(takeLines()).toHaveLength(1);
    vi.advanceTimersByTime(60_000);
    expect(takeLines()).toEqual([]);
  });

  it('are counted at the level of their lines', () => {
    reject('Unavailable', 11);
    reject('LimitExceeded', 11);
    takeLines();
    log.close();
    expect(takeLines()).toMatchObject([
      { code: 'Unavailable', level: 40 },
      { code: 'LimitExceeded', level: 30 },
    ]);
  });

  it('are counted when the log closes', () => {
    reject('Unavailable', 11);
    takeLines();
    log.close();
    expect(takeLines()).toMatchObject([{ code: 'Unavailable', suppressed: 1 }]);
  });
});
