import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Served, serve } from './support/serve.ts';

const portOf = ({ origin }: Served): number => Number(new URL(origin).port);

const get = (query: string): string => `GET /graphql?query=${encodeURIComponent(query)} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Sends requests on one connection and waits until the application has received this many in total. */
async function send(served: Served, requests: readonly string[], count: number): Promise<Socket> {
  const socket = connect(portOf(served), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(requests.join(''));
  while (served.application.requests.length < count) await setImmediate();
  return socket;
}

const aborted = ({ application }: Served): readonly unknown[] =>
  application.requests.map(({ signal }) => signal?.aborted);

async function waitForAbort({ application }: Served, index: number): Promise<void> {
  const { signal } = application.requests[index] ?? {};
  if (signal === undefined) throw new Error('The operation was called without a signal.');
  if (!signal.aborted) await once(signal, 'abort');
}

describe('a client that disconnects', () => {
  test.each([
    ['closes its connection', (socket: Socket) => socket.destroy()],
    ['resets it', (socket: Socket) => socket.resetAndDestroy()],
    ['sends a FIN', (socket: Socket) => socket.end()],
  ])('cancels all of its requests when it %s', async (_name, hangUp) => {
    const served = await serve();
    const gone = await send(served, [get('{ endless }'), get('{ a: endless }')], 2);
    const stays = await send(served, [get('{ endless }')], 3);
    expect(aborted(served)).toEqual([false, false, false]);
    hangUp(gone);
    await waitForAbort(served, 0);
    expect(aborted(served)).toEqual([true, true, false]);
    stays.destroy();
  });

  test('does not affect requests that have already been answered', async () => {
    const served = await serve();
    const socket = await send(served, [get('{ role }'), get('{ endless }')], 2);
    await once(socket, 'data');
    socket.destroy();
    await waitForAbort(served, 1);
    expect(aborted(served)).toEqual([false, true]);
  });

  test('is not logged as a rejected request', async () => {
    const served = await serve();
    (await send(served, [get('{ endless }')], 1)).destroy();
    await waitForAbort(served, 0);
    expect((await served.post({ query: '{ unavailable }' })).status).toBe(503);
    expect(served.logged).toMatchObject([{ code: 'Unavailable' }]);
  });
});

describe('a request beyond its timeout', () => {
  const serveShortly = () => serve({ limits: { requestTimeoutMs: 100 } });
  const outcomeOf = async (response: Response) => {
    const { errors } = await response.json();
    return [response.status, errors[0].extensions.code];
  };

  test('returns 504 at once for a read', async () => {
    const served = await serveShortly();
    expect(await outcomeOf(await served.post({ query: '{ slow(milliseconds: 5000) }' }))).toEqual([
      504,
      'DatabaseTimeout',
    ]);
    expect(aborted(served)).toEqual([true]);
  });

  test('returns the outcome of a mutation if it is known soon', async () => {
    const served = await serveShortly();
    expect(await outcomeOf(await served.post({ query: 'mutation { undone }' }))).toEqual([504, 'DatabaseTimeout']);
    expect(aborted(served)).toEqual([true]);
    const done = await served.post({ query: 'mutation { slowTouch(milliseconds: 300) }' });
    expect(await done.json()).toEqual({ data: { slowTouch: true } });
    expect(aborted(served)).toEqual([true, true]);
  });

  test('returns OutcomeUnknown for a mutation without a known outcome', async () => {
    const served = await serveShortly();
    const response = await served.post({ query: 'mutation { slowTouch(milliseconds: 4000) }' });
    expect(await outcomeOf(response)).toEqual([503, 'OutcomeUnknown']);
  });
});
