import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const MEBIBYTE = 1024 * 1024;
const MAX_PER_CALLER = 20;

const serve = (name: string, live: object): Promise<ServedTables> =>
  serveTables(
    name,
    `create table tasks (id int primary key, title text not null); insert into tasks values (1, 'Write');`,
    { Task: { source: 'tasks', permissions: [{ role: 'anonymous', actions: ['*'] }] } },
    {
      runtime: {
        live: { enabled: true, 'interval-ms': 20, 'fallback-ms': 200, 'max-per-caller': MAX_PER_CALLER, ...live },
        limits: { 'json-values': 1_000, 'json-depth': 20 },
      },
    },
  );

let served: ServedTables;
beforeAll(async () => {
  served = await serve('live_abuse', {});
});
afterAll(() => served.close());

const SUBSCRIPTION = 'subscription { tasks { id } }';

async function open({ origin } = served): Promise<WebSocket> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return socket;
}

async function openInitialized(from = served): Promise<WebSocket> {
  const socket = await open(from);
  send(socket, { type: 'connection_init' });
  await once(socket, 'message');
  return socket;
}

const send = (socket: WebSocket, message: unknown): void => socket.send(JSON.stringify(message));

const subscribe = (socket: WebSocket, id: string, query = SUBSCRIPTION): void =>
  send(socket, { id, type: 'subscribe', payload: { query } });

const closeCode = async (socket: WebSocket): Promise<number> => (await once(socket, 'close'))[0];

interface Message {
  readonly id: string;
  readonly type: string;
  readonly payload: { readonly data: { readonly tasks: readonly { readonly title: string }[] } };
}

async function nextMessage(socket: WebSocket): Promise<Message> {
  const [data] = await once(socket, 'message');
  return JSON.parse(String(data));
}

/** Verifies that the service still serves other clients. */
async function expectService(from = served): Promise<void> {
  const socket = await openInitialized(from);
  subscribe(socket, '1');
  expect(await nextMessage(socket)).toMatchObject({ type: 'next', payload: { data: { tasks: [{ id: 1 }] } } });
  socket.close();
}

const TEXT = 1;
const CONTINUATION = 0;
const PING = 9;
const CLOSE = 8;
const FINAL = 0x80;
const COMPRESSED = 0x40;

/** https://www.rfc-editor.org/rfc/rfc6455#section-5.2 */
function frame(
  opcode: number,
  payload: Buffer,
  { flags = FINAL, length = payload.length, isMasked = true } = {},
): Buffer {
  const mask = isMasked ? FINAL : 0;
  const head = Buffer.alloc(length < 126 ? 2 : 10);
  head[0] = flags | opcode;
  head[1] = mask | (length < 126 ? length : 127);
  if (length >= 126) head.writeBigUInt64BE(BigInt(length), 2);
  // A key of zeros leaves the payload as it is.
  return Buffer.concat([head, ...(isMasked ? [Buffer.alloc(4)] : []), payload]);
}

/** Opens a WebSocket without a client library. Resolves with the socket and the head of the response. */
async function openRaw(headers: Readonly<Record<string, string>> = {}, { origin } = served) {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const all = {
    Host: host,
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    'Sec-WebSocket-Protocol': 'graphql-transport-ws',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET /graphql HTTP/1.1\r\n${lines.join('')}\r\n`);
  const [data] = await once(socket, 'data');
  const text = data.toString('latin1');
  const end = text.indexOf('\r\n\r\n') + 4;
  socket.pause();
  socket.unshift(data.subarray(end));
  return { socket, head: text.slice(0, end) };
}

/** Also resolves after an error of the connection. */
const readUntilClosed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('close', () => resolve());
    socket.resume();
  });

/** Resolves with the code of the close frame, or undefined if the connection ends without one. */
async function rawCloseCode(socket: Socket): Promise<number | undefined> {
  let received = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data]);
  });
  await readUntilClosed(socket);
  for (let offset = 0; offset + 2 <= received.length; ) {
    const length = (received[offset + 1] ?? 0) & 0x7f;
    if (((received[offset] ?? 0) & 0x0f) === CLOSE) return received.readUInt16BE(offset + 2);
    const size = length < 126 ? 2 + length : 4 + received.readUInt16BE(offset + 2);
    offset += size;
  }
  return undefined;
}

const INIT = frame(TEXT, Buffer.from('{"type":"connection_init"}'));

describe('the handshake', () => {
  it('closes a socket without a subprotocol', async () => {
    const { socket } = await openRaw({ 'Sec-WebSocket-Protocol': 'graphql-ws' });
    expect(await rawCloseCode(socket)).toBe(4406);
  });

  it('closes a socket without connection_init', async () => {
    expect(await closeCode(await open())).toBe(4408);
  });

  it('does not compress messages', async () => {
    const { head } = await openRaw({ 'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits' });
    expect(head).toContain('101 Switching Protocols');
    expect(head.toLowerCase()).not.toContain('sec-websocket-extensions');
  });

  it.each([
    ['a missing key', { 'Sec-WebSocket-Key': '' }, 400],
    ['an unknown version', { 'Sec-WebSocket-Version': '7' }, 426],
    ['a repeated protocol', { 'Sec-WebSocket-Protocol': 'a, a' }, 400],
    ['another host', { Host: 'evil.example' }, 403],
    ['another origin', { Origin: 'https://evil.example' }, 403],
    ['an unknown role', { 'X-API-Role': 'nobody' }, 403],
  ])('rejects %s', async (_name, headers, status) => {
    const sent: number[] = [];
    served.application.observers.add({ responseSent: (response) => void sent.push(response.status) });
    const { head } = await openRaw(headers);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    await expect.poll(() => sent).toContain(status);
  });

  it('names the supported version', async () => {
    const { head } = await openRaw({ 'Sec-WebSocket-Version': '12' });
    expect(head.toLowerCase()).toContain('sec-websocket-version: 13\r\n');
    expect(head.toLowerCase()).toContain('upgrade: websocket\r\n');
  });
});

describe('frames', () => {
  it.each([
    ['invalid UTF-8', frame(TEXT, Buffer.from([0xc3, 0x28])), 1007],
    ['compression', frame(TEXT, Buffer.from('{}'), { flags: FINAL | COMPRESSED }), 1002],
    ['a missing mask', frame(TEXT, Buffer.from('{}'), { isMasked: false }), 1002],
    ['a long control frame', frame(PING, Buffer.alloc(126)), 1002],
    ['an unexpected continuation', frame(CONTINUATION, Buffer.from('{}')), 1002],
    ['a message of 10 MB', frame(TEXT, Buffer.alloc(0), { length: 10 * MEBIBYTE }), 1009],
    ['a message of 8 EB', frame(TEXT, Buffer.alloc(0), { length: 2 ** 62 }), 1009],
  ])('closes the socket on %s', async (_name, bytes, code) => {
    const { socket } = await openRaw();
    socket.write(INIT);
    socket.write(bytes);
    expect(await rawCloseCode(socket)).toBe(code);
    await expectService();
  });

  it('closes the socket on a message of many fragments', async () => {
    const { socket } = await openRaw();
    const fragment = frame(CONTINUATION, Buffer.from(' '), { flags: 0 });
    const fragments = Array.from({ length: 100_000 }, () => fragment);
    socket.write(Buffer.concat([frame(TEXT, Buffer.from(' '), { flags: 0 }), ...fragments]));
    expect(await rawCloseCode(socket)).toBe(1008);
  });

  it('serves others during a flood of pings, and ends it if the responses are not read', async () => {
    const { socket } = await openRaw();
    const pings = Buffer.concat(Array.from({ length: 10_000 }, () => frame(PING, Buffer.alloc(125))));
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write(INIT);
    // Kernel buffers hold some megabytes.
    for (let count = 0; count < 20; count += 1) socket.write(pings);
    await expectService();
    await ended;
  });
});

describe('messages', () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  it.each([
    ['an unknown type', '{"type":"start"}'],
    ['no type', '{}'],
    ['no object', '"x"'],
    ['an empty id', '{"type":"subscribe","id":"","payload":{"query":"{ __typename }"}}'],
    ['a numeric id', '{"type":"subscribe","id":1e400,"payload":{"query":"{ __typename }"}}'],
    ['no query', '{"type":"subscribe","id":"1","payload":{}}'],
    ['too deep JSON', `{"type":"ping","payload":{"x":${nested(30)}}}`],
    ['too many values', `{"type":"ping","payload":{"x":[${'1,'.repeat(2_000)}1]}}`],
    ['a result', '{"type":"next","id":"1","payload":{"data":{}}}'],
    ['bytes', Buffer.from('{"type":"ping"}')],
  ])('close the socket: %s', async (_name, message) => {
    const socket = await openInitialized();
    socket.send(message, { binary: Buffer.isBuffer(message) });
    expect(await closeCode(socket)).toBe(4400);
  });

  it('end with the socket, whatever its operations do', async () => {
    const queries = [
      '{ tasks { id } }',
      '{ nothing }',
      SUBSCRIPTION,
      'mutation { updateTask(id: 5, item: {}) { id } }',
    ];
    for (let round = 0; round < 20; round += 1) {
      const socket = await openInitialized();
      for (const [index, query] of queries.entries()) subscribe(socket, String(index), query);
      if (round % 2 === 0) socket.terminate();
      else socket.close();
      await once(socket, 'close');
    }
    await expectService();
  });

  it('release the places of completed subscriptions', async () => {
    const socket = await openInitialized();
    for (let count = 0; count < 3 * MAX_PER_CALLER; count += 1) {
      subscribe(socket, 'same');
      expect(await nextMessage(socket)).toMatchObject({ id: 'same', type: 'next' });
      send(socket, { id: 'same', type: 'complete' });
    }
  });
});

/** Sets the title, and waits until a client has received it. */
async function changeTitle({ sql }: ServedTables, title: string, reader: WebSocket): Promise<void> {
  await sql(`update tasks set title = '${title}' where id = 1`);
  for (;;) {
    const { payload } = await nextMessage(reader);
    if (payload.data.tasks[0]?.title === title) return;
  }
}

const TITLES = 'subscription { tasks { title } }';

describe('a slow reader', () => {
  it('gets the newest result, and not all of them', async () => {
    const [slow, fast] = [await openInitialized(), await openInitialized()];
    for (const socket of [slow, fast]) {
      subscribe(socket, '1', TITLES);
      await nextMessage(socket);
    }
    slow.pause();
    const titles = Array.from({ length: 16 }, (_, index) => String.fromCharCode(97 + index).repeat(2 * MEBIBYTE));
    for (const title of titles) await changeTitle(served, title, fast);
    const newest = titles.at(-1);
    let received = 0;
    const isNewest = new Promise<void>((resolve) => {
      slow.on('message', (data) => {
        received += 1;
        if ((JSON.parse(String(data)) as Message).payload.data.tasks[0]?.title === newest) resolve();
      });
    });
    slow.resume();
    await isNewest;
    expect(received).toBeLessThan(titles.length);
    await changeTitle(served, 'Write', fast);
  });

  describe('after max-stalled-ms', () => {
    let strict: ServedTables;
    beforeAll(async () => {
      strict = await serve('live_stalled', { 'max-stalled-ms': 1_000 });
    });
    afterAll(() => strict.close());

    const large = (count: number): string => String.fromCharCode(97 + count).repeat(8 * MEBIBYTE);

    it('is disconnected', async () => {
      const [slow, fast] = [await openInitialized(strict), await openInitialized(strict)];
      for (const socket of [slow, fast]) {
        subscribe(socket, '1', TITLES);
        await nextMessage(socket);
      }
      slow.pause();
      const reason = new Promise((resolve) => {
        strict.application.observers.add({ socketClosed: (closed) => resolve(closed.reason) });
      });
      for (let count = 0; count < 4; count += 1) await changeTitle(strict, large(count), fast);
      // A client that reads nothing answers no ping either. On a busy machine, that may be noticed first.
      expect(['1013', 'lost']).toContain(await reason);
      await changeTitle(strict, 'Write', fast);
    });

    it('is disconnected from server-sent events', async () => {
      const { hostname, port, host } = new URL(strict.origin);
      const socket = connect(Number(port), hostname);
      onTestFinished(() => void socket.destroy());
      socket.write(`GET /api/Task HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n\r\n`);
      await once(socket, 'readable');
      const fast = await openInitialized(strict);
      subscribe(fast, '1', TITLES);
      await nextMessage(fast);
      const ended = new Promise<void>((resolve) => {
        strict.application.observers.add({ liveQueries: ({ queries }) => void (queries === 1 && resolve()) });
      });
      for (let count = 0; count < 4; count += 1) await changeTitle(strict, large(count), fast);
      await ended;
      await changeTitle(strict, 'Write', fast);
    });

    it('sends no further messages, and is disconnected', async () => {
      const { socket } = await openRaw({}, strict);
      const ended = new Promise((resolve) => socket.once('close', resolve));
      socket.write(INIT);
      const ping = frame(TEXT, Buffer.from(`{"type":"ping","payload":{"x":"${'x'.repeat(60_000)}"}}`));
      let received = 0;
      for (let count = 0; count < 1_000; count += 1) {
        socket.write(ping, (error) => {
          if (!error) received += 1;
        });
      }
      await ended;
      // Kernel buffers hold some megabytes.
      expect(received).toBeLessThan(500);
    });

    it('is disconnected if it answers no ping', async () => {
      const { socket } = await openRaw({}, strict);
      socket.write(INIT);
      await readUntilClosed(socket);
    });

    it('stays connected if it answers pings', async () => {
      const socket = await openInitialized(strict);
      for (let count = 0; count < 6; count += 1) await once(socket, 'ping');
      expect(socket.readyState).toBe(WebSocket.OPEN);
    });
  });
});

describe('the number of sockets', () => {
  it('is limited', async () => {
    const limited = await serve('live_sockets', { 'max-total': 2 });
    onTestFinished(() => limited.close());
    const socket = await open(limited);
    await open(limited);
    await expect(open(limited)).rejects.toThrow('503');
    socket.close();
    await once(socket, 'close');
    await open(limited);
  });
});
