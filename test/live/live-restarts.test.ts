import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { type FollowedTitle, followTitle } from '../http/support/follow-title.ts';
import { startWorkers, type WorkersService, workersConfiguration } from './workers-support.ts';

/** Milliseconds. Subscribers receive changes by signals only. */
const NEVER = 3_600_000;

const runtime = { live: { enabled: true, 'interval-ms': 20, 'fallback-ms': NEVER, signals: { notify: true } } };

/** Close code on which clients reconnect. https://www.iana.org/assignments/websocket */
const RESTART = 1012;

/** The trigger of the page. */
const trigger = [
  ...readFileSync(new URL('../../docs/live-signals.md', import.meta.url), 'utf8').matchAll(/```sql\n([^`]*)```/g),
]
  .slice(0, 2)
  .map(([, text = '']) => text.replaceAll('orders', 'notes'));

interface Subscriber extends FollowedTitle {
  /** Codes with which its sockets were closed. */
  readonly closeCodes: readonly number[];
}

function subscribe({ origin }: WorkersService): Subscriber {
  const closeCodes: number[] = [];
  const title = followTitle(origin, {
    query: 'note_by_pk(id: 1) { title: text }',
    root: 'note_by_pk',
    connectionParams: { 'x-api-role': 'writer' },
    on: { closed: (event) => void closeCodes.push((event as CloseEvent).code) },
  });
  return { ...title, closeCodes };
}

/** Subscribes on sockets of all workers. */
async function subscribeOften(service: WorkersService): Promise<readonly Subscriber[]> {
  const subscribers = Array.from({ length: 8 }, () => subscribe(service));
  await expectAll(subscribers, 'row 1');
  return subscribers;
}

async function expectAll(subscribers: readonly Subscriber[], title: string): Promise<void> {
  for (const subscriber of subscribers) await subscriber.until(title);
}

async function rename({ origin }: WorkersService, text: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-role': 'writer' };
  const body = JSON.stringify({ text });
  expect((await fetch(`${origin}/api/Note/1`, { method: 'PATCH', headers, body })).status).toBe(200);
}

it('subscribers of all workers receive changes of each worker, and changes by SQL', async () => {
  const service = await startWorkers('live_workers', { runtime });
  for (const statement of trigger) await service.query(statement);
  const subscribers = await subscribeOften(service);
  for (let time = 0; time < 4; time += 1) {
    await rename(service, `API ${time}`);
    await expectAll(subscribers, `API ${time}`);
  }
  await service.query("update notes set text = 'SQL' where id = 1");
  await expectAll(subscribers, 'SQL');
});

it('subscribers of a killed worker reconnect, and receive the newest state', async () => {
  const service = await startWorkers('live_worker_killed', { runtime });
  const subscribers = await subscribeOften(service);
  const [worker = 0] = service.workers();
  process.kill(worker, 'SIGKILL');
  await service.query("update notes set text = 'missed' where id = 1");
  await expect.poll(() => subscribers.some(({ closeCodes }) => closeCodes.length > 0)).toBe(true);
  const lost = subscribers.filter(({ closeCodes }) => closeCodes.length > 0);
  expect(lost.length).toBeLessThan(subscribers.length);
  await expectAll(lost, 'missed');
  await expect.poll(() => service.workers().filter((pid) => pid !== worker).length).toBe(2);
  await rename(service, 'again');
  await expectAll(subscribers, 'again');
});

it('subscribers reconnect when workers are replaced', async () => {
  const service = await startWorkers('live_reload', { runtime });
  const subscribers = await subscribeOften(service);
  const before = service.workers();
  await service.reload(workersConfiguration(service.databaseUrl, { runtime }));
  await expect.poll(() => subscribers.map(({ closeCodes }) => closeCodes)).toEqual(subscribers.map(() => [RESTART]));
  await expect.poll(() => service.workers().filter((pid) => before.includes(pid))).toEqual([]);
  await rename(service, 'replaced');
  await expectAll(subscribers, 'replaced');
});

it('subscribers with the default retries of graphql-ws continue when workers are replaced', async () => {
  const service = await startWorkers('live_default_retries', { runtime, workers: 3 });
  const codes: number[] = [];
  const titles = Array.from({ length: 6 }, () => {
    const client = createClient({
      url: `${service.origin.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { 'x-api-role': 'writer' },
      on: { closed: (event) => void codes.push((event as CloseEvent).code) },
    });
    onTestFinished(() => void client.dispose());
    const received: unknown[] = [];
    const end = (reason: unknown = 'complete'): void => void received.push(reason);
    client.subscribe(
      { query: 'subscription { note_by_pk(id: 1) { title: text } }' },
      { next: ({ data }) => received.push(data?.note_by_pk), error: end, complete: end },
    );
    return received;
  });
  const newest = () => titles.map((received) => received.at(-1));
  await expect.poll(newest).toEqual(titles.map(() => ({ title: 'row 1' })));
  const before = service.workers();
  await service.reload(workersConfiguration(service.databaseUrl, { runtime, workers: 3 }));
  await expect.poll(() => service.workers().filter((pid) => before.includes(pid))).toEqual([]);
  await rename(service, 'replaced');
  await expect.poll(newest, { timeout: 60_000 }).toEqual(titles.map(() => ({ title: 'replaced' })));
  expect(new Set(codes)).toEqual(new Set([RESTART]));
});

it.each([1, 2])('subscribers reconnect when a service with %i processes restarts', async (workers) => {
  const service = await startWorkers('live_restart', { runtime, workers, host: { 'drain-ms': 1_000 } });
  const subscribers = await subscribeOften(service);
  expect(await service.stop()).toBe(0);
  expect(subscribers.map(({ closeCodes: [first] }) => first)).toEqual(subscribers.map(() => RESTART));
  await service.query("update notes set text = 'while stopped' where id = 1");
  await service.start();
  await expectAll(subscribers, 'while stopped');
  await rename(service, 'again');
  await expectAll(subscribers, 'again');
});

const stream = `subscription ($after: String) {
  notes_stream(first: 20, after: $after) { items { id } endCursor }
}`;

/** Follows the stream by WebSocket, and resumes after the last page. Returns the received IDs, or the error. */
function followBySocket(origin: string): unknown[] {
  const received: unknown[] = [];
  const client = createClient({
    url: `${origin.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { 'x-api-role': 'writer' },
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: () => sleep(50),
  });
  onTestFinished(() => void client.dispose());
  const variables: Record<string, unknown> = {};
  client.subscribe<Record<string, { items: { id: unknown }[]; endCursor: string }>>(
    { query: stream, variables },
    {
      next: ({ data, errors }) => {
        received.push(...(errors ?? data?.notes_stream?.items.map(({ id }) => id) ?? []));
        variables.after = data?.notes_stream?.endCursor;
      },
      error: (error) => received.push(error),
      complete: () => received.push('complete'),
    },
  );
  return received;
}

/** Follows the stream by server-sent events, and resumes from the last ID as `EventSource` does. */
function followByEvents(origin: string): unknown[] {
  const received: unknown[] = [];
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const url = `${origin}/graphql?query=${encodeURIComponent(stream)}`;
  const headers: Record<string, string> = { accept: 'text/event-stream', 'x-api-role': 'writer' };
  const read = async (): Promise<void> => {
    const response = await fetch(url, { headers, signal: end.signal });
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = `${text}${chunk}`.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const [, id, data = ''] = /^event: next\nid: (\S+)\ndata: (.*)$/.exec(event) ?? [];
        if (id === undefined) {
          if (!event.startsWith(':')) received.push(event);
          continue;
        }
        received.push(...JSON.parse(data).data.notes_stream.items.map((item: { readonly id: unknown }) => item.id));
        headers['last-event-id'] = id;
      }
    }
  };
  void (async () => {
    while (!end.signal.aborted) await read().catch(() => sleep(50));
  })();
  return received;
}

it('streams deliver each row once while sessions, workers, and the service end', { timeout: 240_000 }, async () => {
  const live = { enabled: true, 'interval-ms': 20, 'fallback-ms': 100, 'stream-delay-ms': 500 };
  const plugins = ['./plugin.ts'];
  const settings = { runtime: { live, graphql: { plugins } }, host: { 'drain-ms': 500 } };
  const service = await startWorkers('live_streams', { runtime: { live }, host: settings.host });
  const readers = [followBySocket, followByEvents].flatMap((follow) =>
    Array.from({ length: 4 }, () => follow(service.origin)),
  );
  let isDone = false;
  const writing = (async () => {
    for (let count = 0; !isDone; count += 1) {
      await service.query(`insert into notes (text) select 'new ' || n from generate_series(1, ${1 + (count % 3)}) n`);
      await sleep(20);
    }
  })();
  const advance = async (): Promise<void> => {
    const before = readers.map(({ length }) => length);
    await expect.poll(() => readers.every(({ length }, index) => length > (before[index] ?? 0))).toBe(true);
  };
  await advance();
  await service.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await advance();
  const [worker = 0] = service.workers();
  process.kill(worker, 'SIGKILL');
  await advance();
  await writeFile(
    join(service.folder, 'plugin.ts'),
    'export default { onSubscribe: () => ({ onSubscribeResult: () => ({ onNext: () => undefined }) }) };',
  );
  const before = service.workers();
  await service.reload(workersConfiguration(service.databaseUrl, settings));
  await expect.poll(() => service.workers().filter((pid) => before.includes(pid))).toEqual([]);
  await advance();
  expect(await service.stop()).toBe(0);
  await service.start();
  await advance();
  isDone = true;
  await writing;
  const ids = (await service.query('select id from notes order by id')).map(({ id }) => id);
  await expect
    .poll(() => readers.map(({ length }) => length), { timeout: 60_000 })
    .toEqual(readers.map(() => ids.length));
  for (const received of readers) expect(received).toEqual(ids);
});
