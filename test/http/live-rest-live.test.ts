import { applyPatch } from 'rfc6902';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

let served: ServedTables;
beforeAll(async () => {
  served = await serveTables(
    'live_rest',
    `create table tasks (id int primary key, owner varchar(20) not null, title varchar(50) not null);
     insert into tasks values (1, 'ann', 'Write'), (2, 'bob', 'Read'), (3, 'bob', 'Rest');`,
    {
      Task: {
        source: 'tasks',
        rest: { path: 'tasks' },
        permissions: [
          { role: 'anonymous', actions: ['*'] },
          { role: 'bob', actions: [{ action: 'read', policy: { database: "@item.owner eq 'bob'" } }] },
          { role: 'blind', actions: ['create'] },
        ],
      },
    },
    { runtime: { live: { enabled: true, 'interval-ms': 20, 'fallback-ms': 200, 'max-per-caller': 20 } } },
  );
});
afterAll(() => served.close());

type Headers = Readonly<Record<string, string>>;

async function request(path: string, headers: Headers = {}): Promise<Response> {
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const accept = { accept: 'text/event-stream' };
  return fetch(`${served.origin}/api/${path}`, { headers: { ...accept, ...headers }, signal: end.signal });
}

interface ServerSentEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: unknown;
}

const parseEvent = (text: string): ServerSentEvent => {
  const fields = new Map(text.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
  const data = fields.get('data');
  return { event: fields.get('event') ?? '', id: fields.get('id'), data: data && JSON.parse(data) };
};

/** Returns the response, and a function that resolves with the next event. */
async function follow(path: string, headers?: Headers) {
  const response = await request(path, headers);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<ServerSentEvent> => {
    for (let end = text.indexOf('\n\n'); ; end = text.indexOf('\n\n')) {
      if (end >= 0) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        return parseEvent(event);
      }
      const { value = '', done } = (await reader?.read()) ?? { done: true };
      if (done) throw new Error('The stream has ended.');
      text += value;
    }
  };
  return { response, next };
}

const rename = (title: string) => served.sql(`update tasks set title = '${title}' where id = 1`);

describe('a collection', () => {
  it('sends the body of GET, and again after each change', async () => {
    await rename('Write');
    const path = 'tasks?$filter=id lt 3&$select=id,title&$orderby=id&$count=true&$first=1';
    const { response, next } = await follow(path, { 'accept-encoding': 'gzip' });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('content-encoding')).toBeNull();
    const plain = await fetch(`${served.origin}/api/${path}`);
    expect(await next()).toMatchObject({ event: 'next', data: await plain.json() });
    await rename('Sing');
    expect(await next()).toMatchObject({ event: 'next', data: { value: [{ id: 1, title: 'Sing' }], count: 2 } });
  });

  it('applies the policy of the role', async () => {
    const { next } = await follow('tasks?$select=id', { 'x-api-role': 'bob' });
    expect(await next()).toMatchObject({ data: { value: [{ id: 2 }, { id: 3 }] } });
  });

  it('sends JSON patches on request', async () => {
    await rename('Draw');
    const { response, next } = await follow('tasks?$select=id,title', { prefer: 'patch' });
    expect(response.headers.get('preference-applied')).toBe('patch');
    const { data } = await next();
    await rename('Paint');
    const { event, data: patch } = await next();
    expect(event).toBe('patch');
    applyPatch(data, patch as Parameters<typeof applyPatch>[1]);
    expect(data).toMatchObject({ value: [{ id: 1, title: 'Paint' }, { id: 2 }, { id: 3 }] });
  });

  it('continues after the event of Last-Event-ID', async () => {
    await rename('Walk');
    const { next: nextBefore } = await follow('tasks?$select=id,title');
    const { id = '' } = await nextBefore();
    const { next } = await follow('tasks?$select=id,title', { 'last-event-id': id });
    await rename('Run');
    expect(await next()).toMatchObject({ event: 'next', data: { value: [{ title: 'Run' }, {}, {}] } });
    const { next: nextAfter } = await follow('tasks?$select=id,title', { 'last-event-id': id });
    expect(await nextAfter()).toMatchObject({ data: { value: [{ title: 'Run' }, {}, {}] } });
  });

  it('returns JSON errors before the stream starts', async () => {
    const error = async (path: string, headers?: Headers) => {
      const response = await request(path, headers);
      return { status: response.status, body: await response.json() };
    };
    expect(await error('tasks?$filter=titel eq 1')).toMatchObject({
      status: 400,
      body: { error: { code: 'InvalidField' } },
    });
    expect(await error('tasks', { 'x-api-role': 'blind' })).toMatchObject({ status: 403 });
    expect(await error('task')).toMatchObject({ status: 404 });
  });

  it('returns JSON if the client accepts both', async () => {
    const response = await request('tasks', { accept: 'application/json, text/event-stream' });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('limits the live queries of a caller', async () => {
    const started = await Promise.all(Array.from({ length: 20 }, () => request('tasks?$filter=id lt 2')));
    expect(new Set(started.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await (await request('tasks')).json()).toMatchObject({ error: { code: 'RateLimited' } });
  });
});

describe('an item', () => {
  it('sends the body of GET, null after its deletion, and the body after it is created again', async () => {
    const path = 'tasks/id/9?$select=title';
    expect((await request(path)).status).toBe(404);
    await served.sql(`insert into tasks values (9, 'ann', 'Hike')`);
    const { next } = await follow(path);
    expect(await next()).toMatchObject({ event: 'next', data: { title: 'Hike' } });
    await served.sql(`update tasks set title = 'Climb' where id = 9`);
    expect(await next()).toMatchObject({ data: { title: 'Climb' } });
    await served.sql('delete from tasks where id = 9');
    expect(await next()).toMatchObject({ event: 'next', data: null });
    await served.sql(`insert into tasks values (9, 'ann', 'Rest')`);
    expect(await next()).toMatchObject({ data: { title: 'Rest' } });
    await served.sql('delete from tasks where id = 9');
  });

  it('sends no event for a change of other fields', async () => {
    const { next } = await follow('tasks/id/1?$select=title');
    await next();
    await served.sql(`update tasks set owner = 'eve' where id = 1`);
    // The fallback reads the item at least once in between.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await served.sql(`update tasks set title = 'Swim' where id = 1`);
    expect(await next()).toMatchObject({ data: { title: 'Swim' } });
  });
});

describe('other requests', () => {
  it('describes events in the OpenAPI document', async () => {
    const response = await fetch(`${served.origin}/api/openapi.json`);
    const { paths } = (await response.json()) as { paths: Record<string, { get: { description: string } }> };
    expect(paths['/tasks']?.get.description).toContain('text/event-stream');
    expect(paths['/tasks/{id}']?.get).toMatchObject({ responses: { 429: expect.anything() } });
  });

  it.each(['HEAD', 'POST'])('rejects %s for events', async (method) => {
    const headers = { accept: 'text/event-stream', 'content-type': 'application/json' };
    const body = method === 'POST' ? '{"id": 7, "owner": "ann", "title": "No"}' : null;
    expect((await fetch(`${served.origin}/api/tasks`, { method, headers, body })).status).toBe(406);
  });
});
