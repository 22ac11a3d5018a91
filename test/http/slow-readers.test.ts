import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { sendCoded } from './support/send-coded.ts';
import { serve } from './support/serve.ts';

const MEBIBYTE = 1024 * 1024;

/** Requested bytes. Kernels buffer some of them even if the client does not read. */
const LARGE = 12 * MEBIBYTE;

/** Starts a server with room for four large responses, and tracks its sockets. */
async function serveLarge(sendTimeout: number) {
  const served = await serve({
    compression: 'fastest',
    limits: {
      responseBytes: 64 * MEBIBYTE,
      sendingBytes: 4.5 * LARGE,
      sendTimeoutMs: sendTimeout,
      requestTimeoutMs: 60_000,
    },
  });
  const sockets = new Set<Socket>();
  served.server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const waiting = (): number => [...sockets].reduce((sum, { writableLength }) => sum + writableLength, 0);
  return { ...served, sockets, waiting };
}

const post = (query: string, headers = ''): string => {
  const body = JSON.stringify({ query });
  return `POST /graphql HTTP/1.1\r\nHost: x\r\n${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};
const read = post(`{ large(bytes: ${LARGE}) }`);
const change = post(`mutation { large(bytes: ${LARGE}) }`);

/** Starts a client that reads only the first bytes of its response; returns the status line. */
async function stall(origin: string, request: string): Promise<{ socket: Socket; status: string }> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write(request);
  const [bytes] = await once(socket, 'data');
  socket.pause();
  return { socket, status: String(bytes).slice(9, 12) };
}

async function stallAll(origin: string, requests: readonly string[]): Promise<readonly string[]> {
  const outcomes: string[] = [];
  for (const request of requests) outcomes.push((await stall(origin, request)).status);
  return outcomes;
}

const repeat = (count: number, request: string): string[] => Array.from({ length: count }, () => request);

describe('clients that do not read their responses', () => {
  test('hold a bounded number of bytes in total: further large reads return 503, small ones do not', async () => {
    const { origin, url, waiting, sockets, application } = await serveLarge(60_000);
    expect(await stallAll(origin, repeat(8, read))).toEqual([...repeat(4, '200'), ...repeat(4, '503')]);
    expect(waiting()).toBeGreaterThan(2 * LARGE);
    expect(waiting()).toBeLessThanOrEqual(4.5 * LARGE);
    expect(application.requests).toHaveLength(8);
    const small = await fetch(`${url}?query={role}`);
    expect([small.status, await small.json()]).toEqual([200, { data: { role: 'anonymous' } }]);
    const refused = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ query: `{ large(bytes: ${LARGE}) }` }),
      headers: { 'content-type': 'application/json' },
    });
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('connection')]).toEqual([
      503,
      expect.stringMatching(/^[5-9]$/),
      'close',
    ]);
    expect((await refused.json()).errors[0].extensions).toMatchObject({ code: 'Unavailable' });
    // The bytes are released as soon as the connections close.
    for (const socket of sockets) socket.destroy();
    while (sockets.size > 0) await setImmediate();
    expect((await sendCoded(`${url}?query={large(bytes:${LARGE})}`)).bytes.length).toBe(LARGE + 21);
  });

  test('hold no more bytes by sending many requests on one connection', async () => {
    const { origin, application, waiting, sockets } = await serveLarge(60_000);
    await stall(origin, repeat(12, read).join(''));
    while (application.events.length < 12) await setImmediate();
    await setImmediate();
    const answers = [...sockets].map(({ writableLength }) => writableLength);
    expect(answers).toHaveLength(1);
    expect(waiting()).toBeLessThanOrEqual(LARGE + 1000);
    const elsewhere = await stall(origin, read);
    expect(elsewhere.status).toBe('503');
  });

  test('are disconnected after a timeout, and logged without a stack', async () => {
    const { origin, url, sockets, waiting, logged } = await serveLarge(200);
    const stalled = await Promise.all(repeat(4, read).map((request) => stall(origin, request)));
    while (sockets.size > 0) await sleep(20);
    expect(waiting()).toBe(0);
    for (const { socket } of stalled) expect(socket.bytesRead).toBeLessThan(LARGE);
    expect(JSON.stringify(logged)).not.toContain('stack');
    expect((await sendCoded(`${url}?query={large(bytes:${LARGE})}`)).bytes.length).toBe(LARGE + 21);
  });

  test('are disconnected to make room for responses to mutations, which are never rejected', async () => {
    const { origin, sockets, waiting, application } = await serveLarge(60_000);
    expect(await stallAll(origin, repeat(8, change))).toEqual(repeat(8, '200'));
    expect(application.requests).toHaveLength(8);
    while (sockets.size > 4) await setImmediate();
    expect(waiting()).toBeLessThanOrEqual(4.5 * LARGE);
  });

  test('differ from clients that wait for a slow response longer than the send timeout', async () => {
    const { origin } = await serveLarge(300);
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(`${post('{ large(bytes: 100000) }')}${post('{ slow(milliseconds: 1500) }')}`);
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes;
    });
    while (!text.includes('"slow":true')) await once(socket, 'data');
  });
});

test('differ from slow clients, which receive the whole response', async () => {
  const { origin, sockets } = await serveLarge(1_000);
  const { socket } = await stall(origin, read);
  const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
  // Together, the pauses exceed the timeout. A single one does not, even if the process waits for a busy processor.
  for (let part = 1; part <= 24; part += 1) {
    await sleep(150);
    socket.resume();
    while (socket.bytesRead < (LARGE * part) / 24)
      expect(await Promise.race([once(socket, 'data'), closed])).not.toBe('closed');
    socket.pause();
  }
  expect(sockets.size).toBe(1);
});

test('count with the compressed size, and not at all for HEAD', async () => {
  const { origin, url, waiting, sockets } = await serveLarge(60_000);
  const coded = post(`{ large(bytes: ${LARGE}) }`, 'Accept-Encoding: gzip\r\n');
  expect((await stall(origin, coded)).status).toBe('200');
  expect(waiting()).toBeGreaterThan(LARGE / 4);
  expect(waiting()).toBeLessThan((LARGE * 3) / 4);
  for (let time = 0; time < 8; time += 1) {
    const head = await sendCoded(`${url}?query={large(bytes:${LARGE})}`, { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, String(LARGE + 21), '']);
  }
  for (const socket of sockets) socket.destroy();
  const whole = await sendCoded(`${url}?query={large(bytes:${LARGE})}`, { headers: { 'accept-encoding': 'gzip' } });
  expect(gunzipSync(whole.bytes).length).toBe(LARGE + 21);
});

test('a WebSocket delivers a large result to a client that needs longer than max-stalled-ms', async () => {
  const { origin, application } = await serve({
    live: { enabled: true, maxStalled: 1_000 },
    limits: { responseBytes: 100 * MEBIBYTE, sendingBytes: 200 * MEBIBYTE },
  });
  const reasons: string[] = [];
  application.observers.add({ socketClosed: ({ reason }) => void reasons.push(reason) });
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send('{"type":"connection_init"}');
  await once(socket, 'message');
  const query = `{ large(bytes: ${48 * MEBIBYTE}) }`;
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  let length = 0;
  socket.once('message', (data: Buffer) => {
    length = data.length;
  });
  while (length === 0 && reasons.length === 0) {
    socket.resume();
    await setImmediate();
    socket.pause();
    await sleep(100);
  }
  expect(reasons).toEqual([]);
  expect(length).toBeGreaterThan(48 * MEBIBYTE);
  socket.terminate();
});
