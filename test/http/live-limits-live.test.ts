import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { asPrincipal, staticWebApps } from './support/principal-header.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const serve = (name: string, runtime: object): Promise<ServedTables> =>
  serveTables(
    name,
    `create table tasks (id int primary key, title text not null); insert into tasks values (1, 'Write'), (2, 'Read');`,
    {
      Task: {
        source: 'tasks',
        permissions: [
          { role: 'anonymous', actions: ['*'] },
          { role: 'reader', actions: ['read'] },
          { role: 'writer', actions: ['create'] },
        ],
      },
      Draft: { source: 'tasks', permissions: [{ role: 'reader', actions: ['read'] }] },
    },
    { runtime: { live: { enabled: true, 'interval-ms': 20, 'fallback-ms': 200 }, ...runtime } },
  );

function connect({ origin }: ServedTables, role = 'anonymous'): Client {
  const url = `${origin.replace('http', 'ws')}/graphql`;
  const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { 'x-api-role': role }, lazy: true });
  onTestFinished(() => client.dispose());
  return client;
}

const SUBSCRIPTION = 'subscription { tasks(orderBy: { id: ASC }) { id title } }';

/** Starts an operation, and returns its first result. */
async function first(client: Client, query = SUBSCRIPTION) {
  const results = client.iterate({ query });
  onTestFinished(async () => void (await results.return?.()));
  return { results, value: (await results.next()).value };
}

describe('rate limits', () => {
  let served: ServedTables;
  beforeAll(async () => {
    served = await serve('live_rates', { 'rate-limit': { requests: 5, burst: 0, 'window-seconds': 3600 } });
  });
  afterAll(() => served.close());

  it('count each operation of a WebSocket, and its upgrade', async () => {
    const client = connect(served);
    await first(client);
    await first(client, '{ tasks { id } }');
    await first(client);
    await first(client, 'mutation { updateTask(id: 1, item: { title: "Sing" }) { id } }');
    const refused = [{ extensions: { code: 'RateLimited', details: { limit: 'requests', max: 5 } } }];
    await expect(first(client)).rejects.toMatchObject(refused);
    const response = await fetch(`${served.origin}/api/Task`, { headers: { accept: 'text/event-stream' } });
    expect(response.status).toBe(429);
  });
});

describe('the audit log', () => {
  let served: ServedTables;
  let file: string;
  beforeAll(async () => {
    file = join(await makeTemporaryFolder(), 'audit.jsonl');
    served = await serve('live_audit', { audit: { file } });
  });
  afterAll(() => served.close());

  it('has a line for the start of a live query, and for its rejection', async () => {
    const client = connect(served);
    const { results } = await first(client, 'subscription { task_by_pk(id: 1) { title } }');
    await served.sql(`update tasks set title = 'Rest' where id = 1`);
    await results.next();
    const forbidden = first(connect(served, 'writer'));
    await expect(forbidden).rejects.toMatchObject([{ extensions: { code: 'Forbidden' } }]);
    const response = await fetch(`${served.origin}/api/Task/id/2`, { headers: { accept: 'text/event-stream' } });
    expect(response.status).toBe(200);
    await response.body?.cancel();
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { entity: 'Task', action: 'read', role: 'anonymous', keys: [{ id: 1 }], outcome: 'ok' },
      { entity: 'Task', action: 'read', role: 'writer', outcome: 'denied', code: 'Forbidden' },
      { entity: 'Task', action: 'read', keys: [{ id: 2 }], outcome: 'ok' },
    ]);
  });

  it('delays the first result until its line is written', async () => {
    const folder = join(await makeTemporaryFolder(), 'log');
    // The folder is a file, so no line can be written.
    writeFileSync(folder, '');
    const refusing = await serve('live_audit_refuse', {
      live: { enabled: true, 'interval-ms': 20, 'fallback-ms': 50, 'stream-delay-ms': 0 },
      audit: { file: join(folder, 'audit.jsonl'), 'on-failure': 'refuse' },
    });
    onTestFinished(() => refusing.close());
    const received: string[] = [];
    const starts = {
      socket: first(connect(refusing), 'subscription { tasks { id } }'),
      stream: first(connect(refusing), 'subscription { tasks_stream { items { id } endCursor } }'),
      denied: first(connect(refusing, 'writer')).catch(([{ extensions }]) => extensions.code),
      graphql: firstEvent(`${refusing.origin}/graphql?query=${encodeURIComponent('subscription { tasks { title } }')}`),
      rest: firstEvent(`${refusing.origin}/api/Task`),
      restItem: firstEvent(`${refusing.origin}/api/Task/id/1`),
    };
    const settled = Promise.all(Object.entries(starts).map(([name, start]) => start.then(() => received.push(name))));
    // Long enough for several reads.
    await sleep(1_500);
    expect(received).toEqual(['denied']);
    expect(await starts.denied).toBe('Unavailable');
    rmSync(folder);
    await settled;
    expect(received.length).toBe(Object.keys(starts).length);
    const lines = readFileSync(join(folder, 'audit.jsonl'), 'utf8').trimEnd().split('\n');
    const accesses = lines.map((line) => JSON.parse(line));
    expect(new Set(accesses.map(({ id }) => id)).size).toBe(5);
    expect(accesses).toEqual(Array(5).fill(expect.objectContaining({ entity: 'Task', action: 'read', outcome: 'ok' })));
  });
});

/** Returns the first event of a response that is a stream of events. */
async function firstEvent(url: string): Promise<string> {
  const response = await fetch(url, { headers: { accept: 'text/event-stream' } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  onTestFinished(() => reader?.cancel());
  let text = '';
  while (!text.includes('event: ')) text += (await reader?.read())?.value ?? 'event: none';
  return text;
}

it('asks anonymous callers without permission to sign in', async () => {
  const served = await serve('live_anonymous', {
    host: { mode: 'development', authentication: { provider: 'StaticWebApps' } },
  });
  onTestFinished(() => served.close());
  const code = { extensions: { code: 'Unauthenticated' } };
  await expect(first(connect(served), 'subscription { drafts { id } }')).rejects.toMatchObject([code]);
  const rest = await fetch(`${served.origin}/api/Draft`, { headers: { accept: 'text/event-stream' } });
  expect(rest.status).toBe(401);
  expect((await served.send('{ drafts { id } }')).body.errors).toMatchObject([code]);
});

describe('POST /live/revoke', () => {
  let served: ServedTables;
  let auditFile: string;
  beforeAll(async () => {
    auditFile = join(await makeTemporaryFolder(), 'audit.jsonl');
    const live = { enabled: true, 'interval-ms': 20, 'fallback-ms': 200, 'revoke-role': 'operator' };
    served = await serve('live_revoke', {
      live,
      audit: { file: auditFile },
      host: { mode: 'development', authentication: { provider: 'StaticWebApps' } },
    });
  });
  afterAll(() => served.close());

  const headersOf = (userId: string, role: string) => ({
    ...asPrincipal(staticWebApps(['authenticated', role], { claims: [{ typ: 'sub', val: userId }] })),
    'x-api-role': role,
  });
  const revoke = async (body: unknown, headers: Record<string, string> = headersOf('root', 'operator')) => {
    const response = await fetch(`${served.origin}/live/revoke`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const open = async (headers: Record<string, string>): Promise<WebSocket> => {
    const socket = new WebSocket(`${served.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    return socket;
  };
  const stream = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${served.origin}/api/Task`, { headers: { ...headers, accept: 'text/event-stream' } });

  it('ends the sockets and streams of a subject, so that clients connect again', async () => {
    const [ada, bob] = [await open(headersOf('ada', 'reader')), await open(headersOf('bob', 'reader'))];
    const [streamOfAda, streamOfBob] = [
      await stream(headersOf('ada', 'reader')),
      await stream(headersOf('bob', 'reader')),
    ];
    const closed = once(ada, 'close');
    expect(await revoke({ claims: { sub: 'ada' } })).toEqual({ status: 200, body: { ended: 2 } });
    const [code, reason] = await closed;
    expect([code, String(reason)]).toEqual([4403, 'Revoked']);
    const text = await streamOfAda.text();
    expect(text).toContain('event: next');
    expect(text).not.toContain('complete');
    expect(bob.readyState).toBe(WebSocket.OPEN);
    expect(await revoke({ claims: { sub: 'ada' } })).toMatchObject({ body: { ended: 0 } });
    await streamOfBob.body?.cancel();
  });

  it('has two lines in the audit log', async () => {
    const lines = () =>
      readFileSync(auditFile, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    const seen = lines().length;
    const callers = { role: 'nobody', claims: { sub: 'ada' } };
    await revoke(callers);
    const common = { id: expect.any(String), subject: 'root', role: 'operator', action: 'revoke', callers };
    const [first, second, ...others] = lines().slice(seen);
    expect([first, second]).toEqual([
      { ...common, time: expect.any(String), request: first.request, outcome: 'pending' },
      { ...common, time: expect.any(String), request: first.request, id: first.id, ended: 0, outcome: 'ok' },
    ]);
    await revoke(callers, headersOf('ada', 'reader'));
    expect(others).toEqual([]);
    expect(lines().at(-1)).toMatchObject({ subject: 'ada', role: 'reader', outcome: 'denied', code: 'Forbidden' });
  });

  it('ends those of a role, and requires all members to match', async () => {
    const socket = await open(headersOf('ada', 'reader'));
    expect(await revoke({ role: 'reader', claims: { sub: 'eve' } })).toMatchObject({ body: { ended: 0 } });
    const closed = once(socket, 'close');
    const { body } = await revoke({ role: 'reader' });
    expect(body).toMatchObject({ ended: expect.any(Number) });
    expect((await closed)[0]).toBe(4403);
  });

  it.each([
    [{}, 'No callers'],
    [{ claims: {} }, 'No callers'],
    [[], 'must be a JSON object'],
    [{ sub: 'ada' }, 'Unknown member "sub"'],
    [{ role: 5 }, '"role" must be a string'],
    [{ claims: { sub: null } }, 'The claim "sub" must be a string'],
  ])('rejects %j', async (body, message) => {
    expect(await revoke(body)).toMatchObject({
      status: 400,
      body: { error: { code: 'BadRequest', message: expect.stringContaining(message) } },
    });
  });

  it('rejects other roles, methods, and services without the key', async () => {
    expect(await revoke({ role: 'reader' }, headersOf('ada', 'reader'))).toMatchObject({ status: 403 });
    expect(await revoke({ role: 'reader' }, {})).toMatchObject({ status: 401 });
    expect((await fetch(`${served.origin}/live/revoke`, { headers: headersOf('root', 'operator') })).status).toBe(405);
    const without = await serve('live_without_revoke', {});
    const response = await fetch(`${without.origin}/live/revoke`, { method: 'POST' });
    expect(response.status).toBe(404);
    await without.close();
  });
});

describe('metrics', () => {
  let served: ServedTables;
  beforeAll(async () => {
    served = await serve('live_metrics', { metrics: true });
  });
  afterAll(() => served.close());

  /** Returns the samples of live queries: `joinery_live_results_total{outcome="sent"}` → value. */
  async function samples(): Promise<Readonly<Record<string, number>>> {
    const text = await (await fetch(`${served.origin}/metrics`)).text();
    const lines = text.split('\n').filter((line) => line.startsWith('joinery_live_'));
    return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(/\S+$/.exec(line)?.[0])]));
  }

  it('count live queries, cohorts, sockets, and results', async () => {
    const client = connect(served);
    const { results } = await first(client);
    await first(client);
    await first(client, 'subscription { task_by_pk(id: 1) { title } }');
    await served.sql(`update tasks set title = 'Draw' where id = 1`);
    await results.next();
    const {
      joinery_live_statements_total: statements = 0,
      joinery_live_reads_total: reads = 0,
      ...others
    } = await samples();
    expect(others).toMatchObject({ joinery_live_queries: 3, joinery_live_cohorts: 2, joinery_live_sockets: 1 });
    expect(others['joinery_live_results_total{outcome="sent"}']).toBeGreaterThanOrEqual(4);
    expect(reads).toBeGreaterThanOrEqual(statements);
    expect(statements).toBeGreaterThanOrEqual(3);
    await client.dispose();
    await expect
      .poll(samples)
      .toMatchObject({ joinery_live_queries: 0, joinery_live_cohorts: 0, joinery_live_sockets: 0 });
  });

  it('name the reason of a closed socket without text of the client', async () => {
    const open = async (): Promise<WebSocket> => {
      const socket = new WebSocket(`${served.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      await once(socket, 'open');
      return socket;
    };
    const closedByClient = 'joinery_live_sockets_closed_total{reason="client"}';
    const { [closedByClient]: before = 0 } = await samples();
    (await open()).close(4711, 'hostile');
    (await open()).send('{');
    (await open()).send('x'.repeat(2_000_000));
    (await open()).terminate();
    await expect.poll(samples).toMatchObject({
      [closedByClient]: before + 1,
      'joinery_live_sockets_closed_total{reason="4400"}': 1,
      'joinery_live_sockets_closed_total{reason="invalid"}': 1,
      'joinery_live_sockets_closed_total{reason="lost"}': 1,
    });
    expect(JSON.stringify(await samples())).not.toMatch(/4711|hostile/);
  });
});
