import { once } from 'node:events';
import { type Client, createClient, type ExecutionResult } from 'graphql-ws';
import { applyPatch } from 'rfc6902';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { rawJson } from '../../src/base/json.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

let served: ServedTables;
beforeAll(async () => {
  served = await serveTables(
    'live_queries',
    `create table tasks (id int primary key, owner varchar(20) not null, title varchar(50) not null, serial bigint);
     insert into tasks values (1, 'ann', 'Write', 9007199254740992), (2, 'bob', 'Read', 9007199254740993);`,
    {
      Task: {
        source: 'tasks',
        permissions: [
          { role: 'anonymous', actions: ['*'] },
          { role: 'reader', actions: [{ action: 'read', fields: { exclude: ['owner'] } }] },
        ],
      },
    },
    { runtime: { live: { enabled: true, 'interval-ms': 20, 'fallback-ms': 200, 'max-per-caller': 20 } } },
  );
});
afterAll(() => served.close());

const socketUrl = (): string => `${served.origin.replace('http', 'ws')}/graphql`;

function connect(connectionParams: Record<string, unknown> = {}): Client {
  const client = createClient({ url: socketUrl(), webSocketImpl: WebSocket, connectionParams });
  onTestFinished(() => client.dispose());
  return client;
}

/** Returns a function that resolves with the next result. */
function follow(client: Client, query: string, extensions?: Record<string, unknown>) {
  const results = client.iterate<Record<string, unknown>>({ query, ...(extensions && { extensions }) });
  onTestFinished(async () => void (await results.return?.()));
  return async (): Promise<ExecutionResult<Record<string, unknown>>> => (await results.next()).value;
}

const rename = (title: string) => served.sql(`update tasks set title = '${title}' where id = 1`);

describe('a WebSocket', () => {
  it('sends the result, and again after changes by this service and by SQL', async () => {
    const next = follow(connect(), 'subscription { task_by_pk(id: 1) { title } }');
    await rename('Write');
    expect(await next()).toEqual({ data: { task_by_pk: { title: 'Write' } } });
    await served.data('mutation { updateTask(id: 1, item: { title: "Sing" }) { id } }');
    expect(await next()).toEqual({ data: { task_by_pk: { title: 'Sing' } } });
    await rename('Dance');
    expect(await next()).toEqual({ data: { task_by_pk: { title: 'Dance' } } });
  });

  it('sends patches on request', async () => {
    await rename('Draw');
    const query = 'subscription { tasks(orderBy: { id: ASC }) { id title } }';
    const next = follow(connect(), query, { live: { patch: true } });
    const { data } = await next();
    await rename('Paint');
    const { extensions, data: noData } = await next();
    expect(noData).toBeUndefined();
    applyPatch(data, extensions?.patch as Parameters<typeof applyPatch>[1]);
    expect(data).toMatchObject({ tasks: [{ id: 1, title: 'Paint' }, { id: 2 }] });
  });

  it('runs queries and mutations', async () => {
    const next = follow(connect(), 'mutation { updateTask(id: 2, item: { title: "Rest" }) { title } }');
    expect(await next()).toEqual({ data: { updateTask: { title: 'Rest' } } });
  });

  it('uses the role of connection_init', async () => {
    const next = follow(connect({ 'x-api-role': 'reader' }), 'subscription { tasks { owner } }');
    await expect(next()).rejects.toMatchObject([{ extensions: { code: 'Forbidden' } }]);
  });

  it('keeps all digits of numbers in variables', async () => {
    const query = 'subscription ($serial: Long) { tasks(filter: { serial: { eq: $serial } }) { id serial } }';
    const results = connect().iterate({ query, variables: { serial: rawJson('9007199254740993') as number } });
    onTestFinished(async () => void (await results.return?.()));
    const { value } = await results.next();
    expect(value).toEqual({ data: { tasks: [{ id: 2, serial: expect.anything() }] } });
  });

  const typed = '($id: Int!) { task_by_pk(id: $id) { id } }';
  const rejected = [
    ['a syntax error', { query: '{ tasks {' }],
    ['an unknown field', { query: '{ tasks { titel } }' }],
    ['an unknown field of a live query', { query: 'subscription { tasks { titel } }' }],
    ['several operations without a name', { query: 'query A { tasks { id } } subscription B { tasks { id } }' }],
    ['an unknown operation', { query: 'query A { tasks { id } }', operationName: 'B' }],
    ['an unknown live query', { query: 'subscription A { tasks { id } }', operationName: 'B' }],
    ['a variable of another type', { query: `query ${typed}`, variables: { id: 'x' } }],
    ['a variable of another type, for a live query', { query: `subscription ${typed}`, variables: { id: 'x' } }],
    ['a missing variable', { query: `query ${typed}` }],
    ['a missing permission', { query: '{ tasks { owner } }' }],
    ['a missing permission, for a mutation', { query: 'mutation { deleteTask(id: 1) { id } }' }],
    ['a page beyond the maximum', { query: '{ tasks(first: 100000) { id } }' }],
  ] as const;

  it.each(rejected)('rejects an operation by a message "error": %s', async (_name, payload) => {
    const client = connect({ 'x-api-role': 'reader' });
    const messages: unknown[] = [];
    client.on('message', ({ type }) => messages.push(type));
    const failure = await client
      .iterate(payload)
      .next()
      .catch((errors: unknown) => errors);
    expect(failure).toMatchObject([{ message: expect.any(String), extensions: { status: expect.any(Number) } }]);
    expect(failure).not.toMatchObject([{ extensions: { code: 'Internal' } }]);
    expect(messages).toEqual(['connection_ack', 'error']);
    expect(await client.iterate({ query: '{ task_by_pk(id: 2) { id } }' }).next()).toMatchObject({
      value: { data: { task_by_pk: { id: 2 } } },
    });
  });

  it('sends the errors of executed operations as a result', async () => {
    const result = await follow(connect(), 'mutation { createTask(item: { id: 1, owner: "x", title: "y" }) { id } }')();
    expect(result).toMatchObject({ data: null, errors: [{ extensions: { code: 'Conflict' } }] });
  });

  it('rejects a directive with a variable on the root field, and keeps the socket', async () => {
    const client = connect();
    const next = follow(client, 'subscription { task_by_pk(id: 1) { title } }');
    await next();
    const query = 'subscription ($all: Boolean!) { tasks @include(if: $all) { id } }';
    const results = client.iterate({ query, variables: { all: true } });
    await expect(results.next()).rejects.toMatchObject([
      { message: expect.stringContaining('"@include"'), extensions: { code: 'BadRequest' } },
    ]);
    await rename('Knit');
    expect(await next()).toEqual({ data: { task_by_pk: { title: 'Knit' } } });
  });

  it('limits the live queries of a caller', async () => {
    const client = connect();
    const query = 'subscription { tasks { id } }';
    for (let count = 0; count < 20; count += 1) await follow(client, query)();
    await expect(follow(client, query)()).rejects.toMatchObject([{ extensions: { code: 'RateLimited' } }]);
  });
});

describe('the protocol', () => {
  async function open(protocol = 'graphql-transport-ws', headers: Record<string, string> = {}): Promise<WebSocket> {
    const socket = new WebSocket(socketUrl(), protocol, { headers });
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    return socket;
  }
  const closeCode = async (socket: WebSocket): Promise<number> => (await once(socket, 'close'))[0];
  const send = (socket: WebSocket, message: unknown): void => socket.send(JSON.stringify(message));
  const subscribe = (id: string) => ({ id, type: 'subscribe', payload: { query: 'subscription { tasks { id } }' } });

  it('closes the socket on messages before connection_init', async () => {
    const socket = await open();
    send(socket, subscribe('1'));
    expect(await closeCode(socket)).toBe(4401);
  });

  it('closes the socket on a second connection_init', async () => {
    const socket = await open();
    send(socket, { type: 'connection_init' });
    send(socket, { type: 'connection_init' });
    expect(await closeCode(socket)).toBe(4429);
  });

  it('closes the socket on a duplicate id', async () => {
    const socket = await open();
    send(socket, { type: 'connection_init' });
    await once(socket, 'message');
    send(socket, subscribe('1'));
    send(socket, subscribe('1'));
    expect(await closeCode(socket)).toBe(4409);
  });

  it('closes the socket on messages that are not JSON, or too large', async () => {
    const socket = await open();
    socket.send('{');
    expect(await closeCode(socket)).toBe(4400);
    const other = await open();
    other.send('x'.repeat(10_000_000));
    expect(await closeCode(other)).toBe(1009);
  });

  it('rejects unknown roles, other subprotocols, and other origins', async () => {
    const socket = await open();
    send(socket, { type: 'connection_init', payload: { 'x-api-role': 'nobody' } });
    expect(await closeCode(socket)).toBe(4403);
    await expect(open('graphql-ws')).rejects.toThrow();
    await expect(open(undefined, { origin: 'https://evil.example' })).rejects.toThrow('403');
    await expect(open(undefined, { host: 'evil.example' })).rejects.toThrow('403');
  });

  it.each([
    [{ authorization: 5 }, 'The header "authorization" of "connection_init" must be a string.'],
    [{ Authorization: ['Bearer x'] }, 'The header "Authorization" of "connection_init" must be a string.'],
    [{ headers: { 'X-API-ROLE': {} } }, 'The header "X-API-ROLE" of "connection_init" must be a string.'],
    [{ headers: [] }, 'The member "headers" of "connection_init" must be an object.'],
    [{ headers: 'x' }, 'The member "headers" of "connection_init" must be an object.'],
  ])('rejects connection_init with %j', async (payload, reason) => {
    const socket = await open();
    const closed = once(socket, 'close');
    send(socket, { type: 'connection_init', payload });
    const [code, text] = await closed;
    expect([code, String(text)]).toEqual([4400, reason]);
  });

  it('accepts null for an absent header', async () => {
    const socket = await open();
    send(socket, { type: 'connection_init', payload: { authorization: null, headers: { 'x-api-role': null } } });
    const [message] = await once(socket, 'message');
    expect(JSON.parse(String(message))).toEqual({ type: 'connection_ack' });
  });

  it('rejects live queries beyond the limit, and keeps the socket', async () => {
    const socket = await open();
    send(socket, { type: 'connection_init' });
    const types = new Map<string, number>();
    const done = new Promise<void>((resolve) => {
      let count = 0;
      socket.on('message', (data) => {
        const { type } = JSON.parse(String(data)) as { type: string };
        types.set(type, (types.get(type) ?? 0) + 1);
        if (type === 'error' && ++count === 10_000 - 20) resolve();
      });
    });
    await once(socket, 'message');
    for (let id = 0; id < 10_000; id += 1) send(socket, subscribe(String(id)));
    await done;
    expect(types.get('error')).toBe(9_980);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    const ended = new Promise<void>((resolve) => {
      served.application.observers.add({ liveQueries: ({ queries }) => void (queries === 0 && resolve()) });
    });
    socket.terminate();
    await ended;
  });
});

describe('server-sent events', () => {
  it('sends results as events', async () => {
    await rename('Hike');
    const query = encodeURIComponent('subscription { task_by_pk(id: 1) { title } }');
    const end = new AbortController();
    const headers = { accept: 'text/event-stream' };
    const response = await fetch(`${served.origin}/graphql?query=${query}`, { headers, signal: end.signal });
    onTestFinished(() => end.abort());
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('event: next\ndata: {"data":{"task_by_pk":{"title":"Hike"}}}\n\n');
    await rename('Climb');
    expect((await reader?.read())?.value).toBe('event: next\ndata: {"data":{"task_by_pk":{"title":"Climb"}}}\n\n');
  });

  it('sends only subscriptions as events if the client also accepts JSON', async () => {
    const accept = 'application/graphql-response+json, application/json, text/event-stream, multipart/mixed';
    const post = (query: string): Promise<Response> => {
      const end = new AbortController();
      onTestFinished(() => end.abort());
      const headers = { accept, 'content-type': 'application/json' };
      return fetch(`${served.origin}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
        signal: end.signal,
      });
    };
    const type = async (query: string) => (await post(query)).headers.get('content-type');
    expect(await type('{ tasks { id } }')).toBe('application/graphql-response+json; charset=utf-8');
    expect(await type('{ tasks { id')).toBe('application/graphql-response+json; charset=utf-8');
    expect(await type('subscription { tasks { id } }')).toBe('text/event-stream; charset=utf-8');
  });

  it('completes after the result of a query', async () => {
    const headers = { accept: 'text/event-stream', 'content-type': 'application/json' };
    const body = JSON.stringify({ query: '{ task_by_pk(id: 2) { id } }' });
    const response = await fetch(`${served.origin}/graphql`, { method: 'POST', headers, body });
    expect(await response.text()).toBe(
      'event: next\ndata: {"data":{"task_by_pk":{"id":2}}}\n\nevent: complete\ndata:\n\n',
    );
  });

  it('names the transports in the error of a plain request', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query: 'subscription { tasks { id } }' });
    const response = await fetch(`${served.origin}/graphql`, { method: 'POST', headers, body });
    expect(await response.text()).toContain('graphql-transport-ws');
  });
});
