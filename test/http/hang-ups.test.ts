import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Served, serve } from './support/serve.ts';

const portOf = ({ origin }: Served): number => Number(new URL(origin).port);

const get = (query: string): string => `GET /graphql?query=${encodeURIComponent(query)} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Requests on one connection, once the application was asked for so many in all. */
async function ask(served: Served, requests: readonly string[], asked: number): Promise<Socket> {
  const socket = connect(portOf(served), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(requests.join(''));
  while (served.application.asked.length < asked) await setImmediate();
  return socket;
}

const aborted = ({ application }: Served): readonly unknown[] => application.asked.map(({ signal }) => signal?.aborted);

async function untilAborted({ application }: Served, index: number): Promise<void> {
  const { signal } = application.asked[index] ?? {};
  if (signal === undefined) throw new Error('It was asked for without a signal.');
  if (!signal.aborted) await once(signal, 'abort');
}

describe('a client that hangs up', () => {
  test.each([
    ['closes its connection', (socket: Socket) => socket.destroy()],
    ['resets it', (socket: Socket) => socket.resetAndDestroy()],
    ['says that it sends no more', (socket: Socket) => socket.end()],
  ])('and %s is waited for no longer, in none of its requests', async (_name, hangUp) => {
    const served = await serve();
    const gone = await ask(served, [get('{ endless }'), get('{ a: endless }')], 2);
    const stays = await ask(served, [get('{ endless }')], 3);
    expect(aborted(served)).toEqual([false, false, false]);
    hangUp(gone);
    await untilAborted(served, 0);
    expect(aborted(served)).toEqual([true, true, false]);
    stays.destroy();
  });

  test('leaves what was answered before as it was', async () => {
    const served = await serve();
    const socket = await ask(served, [get('{ role }'), get('{ endless }')], 2);
    await once(socket, 'data');
    socket.destroy();
    await untilAborted(served, 1);
    expect(aborted(served)).toEqual([false, true]);
  });

  test('is not logged as somebody who was refused', async () => {
    const served = await serve();
    (await ask(served, [get('{ endless }')], 1)).destroy();
    await untilAborted(served, 0);
    expect((await served.post({ query: '{ unavailable }' })).status).toBe(503);
    expect(served.logged).toMatchObject([{ code: 'Unavailable' }]);
  });
});

describe('a request that is past its time', () => {
  const serveShortly = () => serve({ limits: { requestTimeout: 100 } });
  const told = async (response: Response) => {
    const { errors } = await response.json();
    return [response.status, errors[0].extensions.code];
  };

  test('is a read: it is given up at once', async () => {
    const served = await serveShortly();
    expect(await told(await served.post({ query: '{ slow(milliseconds: 5000) }' }))).toEqual([504, 'DatabaseTimeout']);
    expect(aborted(served)).toEqual([true]);
  });

  test('is a change: what became of it is told, where it is known soon', async () => {
    const served = await serveShortly();
    expect(await told(await served.post({ query: 'mutation { undone }' }))).toEqual([504, 'DatabaseTimeout']);
    expect(aborted(served)).toEqual([true]);
    const done = await served.post({ query: 'mutation { slowTouch(milliseconds: 300) }' });
    expect(await done.json()).toEqual({ data: { slowTouch: true } });
    expect(aborted(served)).toEqual([true, true]);
  });

  test('is a change of which nobody knows what became of it', async () => {
    const served = await serveShortly();
    const response = await served.post({ query: 'mutation { slowTouch(milliseconds: 4000) }' });
    expect(await told(response)).toEqual([503, 'OutcomeUnknown']);
  });
});
