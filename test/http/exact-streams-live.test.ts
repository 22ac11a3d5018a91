import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createDatabase } from '../support/create-database.ts';
import { type Locks, openLocks } from '../support/sql/open-locks.ts';
import { seeded } from '../unit/odata/random.ts';
import { makeClientFolder } from './support/client-folder.ts';
import { followStream, readWithDisconnects, type StreamPage } from './support/follow-stream.ts';
import { startPage } from './support/run-page.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

let served: ServedTables;
beforeAll(async () => {
  served = await serveTables(
    'exact_streams',
    `create table events (
       id int generated always as identity primary key,
       topic text not null,
       written xid8 not null default pg_current_xact_id(),
       moved xid8
     );
     create table others (id int primary key);`,
    {
      Event: { source: 'events', permissions: [{ role: 'anonymous', actions: ['*'] }] },
      Other: { source: 'others', permissions: [{ role: 'anonymous', actions: ['*'] }] },
    },
    {
      runtime: {
        // No delay and no fallback may help.
        live: {
          enabled: true,
          'interval-ms': 20,
          'fallback-ms': 600,
          'stream-delay-ms': 3_600_000,
          'max-per-caller': 10_000,
        },
      },
    },
  );
});
afterAll(() => served.close());

/** Opens a session that holds transactions. */
function open(): Locks {
  const locks = openLocks(inject('server'), served.url);
  onTestFinished(() => locks.close());
  return locks;
}

const streamOf = (topic: string, rest = ''): string =>
  `events_stream(orderBy: { written: ASC }, filter: { topic: { eq: "${topic}" } }${rest}`;

const PAGE = '{ items { id } endCursor }';

const insert = (topic: string, rows = 1): string =>
  `insert into events (topic) select '${topic}' from generate_series(1, ${rows})`;

const inOrder = async (topic: string): Promise<readonly unknown[]> =>
  (await served.sql(`select id from events where topic = '${topic}' order by written, id`)).map(({ id }) => id);

const idsOf = ({ items }: StreamPage): readonly unknown[] => items.map(({ id }) => id);

describe('a stream ordered by transactions', () => {
  it('holds rows back until the transactions that precede them have ended', async () => {
    const { next } = followStream(served.origin, `${streamOf('held')}) ${PAGE}`);
    const page = next();
    const commit = await open().hold(insert('held'));
    await served.sql(insert('held'));
    // The row has its value long before the other rows, and commits after them.
    await sleep(300);
    const rollBack = await open().hold('insert into others values (1)');
    await served.sql(insert('held'));
    await commit('commit');
    // Rows of the transactions before the one that still runs.
    expect(idsOf(await page)).toEqual((await inOrder('held')).slice(0, 2));
    const following = next();
    await rollBack('rollback');
    expect(idsOf(await following)).toEqual((await inOrder('held')).slice(2));
  });

  it('delivers the rows of one transaction once, although pages end among them', async () => {
    const field = streamOf('ties', ', first: 3');
    const { next } = followStream(served.origin, `${field}) ${PAGE}`);
    await served.sql(insert('ties', 7));
    const pages = [await next(), await next(), await next()];
    const expected = await inOrder('ties');
    expect(pages.map(idsOf)).toEqual([expected.slice(0, 3), expected.slice(3, 6), expected.slice(6)]);
    const resumed = followStream(served.origin, `${field}, after: "${pages[0]?.endCursor}") ${PAGE}`);
    expect(idsOf(await resumed.next())).toEqual(expected.slice(3, 6));
  });

  it('continues with the delay if the column gets another type', async () => {
    const changed = await serveTables(
      'changed_streams',
      'create table events (id int primary key, written xid8 not null default pg_current_xact_id())',
      { Event: { source: 'events', permissions: [{ role: 'anonymous', actions: ['read'] }] } },
      { runtime: { live: { enabled: true, 'interval-ms': 20, 'fallback-ms': 100, 'stream-delay-ms': 100 } } },
    );
    onTestFinished(() => changed.close());
    await changed.sql('insert into events values (1)');
    const { next } = followStream(changed.origin, `events_stream(orderBy: { written: ASC }) ${PAGE}`);
    expect(idsOf(await next())).toEqual([1]);
    await changed.sql('alter table events alter written drop default, alter written type text');
    await changed.sql("insert into events values (2, '9999')");
    expect(idsOf(await next())).toEqual([2]);
  });

  it('rejects a column that can be null', async () => {
    const { next } = followStream(served.origin, `events_stream(orderBy: { moved: ASC }) ${PAGE}`);
    await expect(next()).rejects.toMatchObject([{ message: expect.stringContaining('"moved", which can be null') }]);
  });

  it('loses and repeats nothing while transactions commit in random order', { timeout: 120_000 }, async () => {
    const random = seeded(inject('seed'));
    const readers = Array.from({ length: 3 }, () =>
      readWithDisconnects(served.origin, {
        field: streamOf('random'),
        selection: 'id',
        random,
        isLast: ({ id }) => id === lastId,
      }),
    );
    let lastId: unknown;
    const write = async (): Promise<void> => {
      const locks = open();
      for (let count = 0; count < 40; count += 1) {
        const rows = (): string => insert('random', 1 + Math.floor(random() * 5));
        // Rows of one transaction are inserted at different times. A savepoint has a transaction ID of its own.
        const pause = `select pg_sleep(${random() * 0.03})`;
        const end = await locks.hold(
          random() < 0.5 ? rows() : `${rows()}; ${pause}; savepoint s; ${rows()}; release s; ${pause}; ${rows()}`,
        );
        // Some transactions are much longer than the intervals.
        await sleep(random() < 0.1 ? 400 : random() * 20);
        await end(random() < 0.2 ? 'rollback' : 'commit');
      }
    };
    await Promise.all([write(), write(), write(), write(), write()]);
    const [last] = await served.sql(`${insert('random')} returning id`);
    lastId = last?.id;
    const expected = await inOrder('random');
    expect(expected.length).toBeGreaterThan(200);
    for (const received of await Promise.all(readers)) expect(received.map(({ id }) => id)).toEqual(expected);
    // The order differs from that of the sequence.
    expect(expected).not.toEqual([...expected].sort((a, b) => Number(a) - Number(b)));
  });
});

describe('docs/live-streams.md', () => {
  const page = readFileSync('docs/live-streams.md', 'utf8');
  const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const examplesIn = (language: string): readonly string[] =>
    blocks.flatMap(([, name, text = '']) => (name === language ? [text] : []));
  const [config = '', entities = '', ...otherConfigs] = examplesIn('json');
  const [products = '', events = '', ...otherSubscriptions] = examplesIn('graphql');
  const [table = '', ...otherTables] = examplesIn('sql');
  const [program = '', ...otherPrograms] = examplesIn('js');

  it('has examples that run', { timeout: 120_000 }, async () => {
    expect([otherConfigs, otherSubscriptions, otherTables, otherPrograms].flat()).toEqual([]);
    expect(blocks).toHaveLength(6);
    const runner = await startPage(await createDatabase('postgres', 'live_streams_page', 'shop'), JSON.parse(config));
    onTestFinished(() => runner.close());
    await runner.run({ language: 'sql', text: table });
    await runner.run({ language: 'json', text: entities });
    const firstEvent = async (query: string): Promise<string> => {
      const end = new AbortController();
      onTestFinished(() => end.abort());
      const url = `${runner.origin()}/graphql?query=${encodeURIComponent(query)}`;
      const response = await fetch(url, { headers: { accept: 'text/event-stream' }, signal: end.signal });
      const { value = '' } = (await response.body?.pipeThrough(new TextDecoderStream()).getReader().read()) ?? {};
      return value;
    };
    const create = (kind: string) =>
      fetch(`${runner.origin()}/api/OrderEvent`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order_id: 1, kind }),
      });
    expect(await firstEvent(products)).toMatch(/"items":\[\{"id":1,"name":"[^"]+"\},\{"id":2,.*"endCursor":"/);
    expect((await create('placed')).status).toBe(201);
    expect(await firstEvent(events)).toContain('"items":[{"id":1,"kind":"placed"}]');

    const proxy = new CuttingProxy(Number(new URL(runner.origin()).port));
    onTestFinished(() => proxy.close());
    const text = program.replace('127.0.0.1:4000', `127.0.0.1:${await proxy.listen()}`);
    const folder = await makeClientFolder({ 'program.js': text }, '');
    const child = spawn(process.execPath, ['program.js'], { cwd: folder.path, stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill());
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    await expect.poll(() => lines, { timeout: 20_000 }).toEqual(['1: placed']);
    await create('paid');
    await expect.poll(() => lines, { timeout: 20_000 }).toEqual(['1: placed', '2: paid']);
    proxy.cut();
    await create('packed');
    await expect.poll(() => lines, { timeout: 30_000 }).toEqual(['1: placed', '2: paid', '3: packed']);
    expect(proxy.connections).toBeGreaterThan(1);
  });
});

/** Forwards connections to a port, and cuts them. */
class CuttingProxy {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  /** Number of accepted connections. */
  connections = 0;

  constructor(port: number) {
    this.#server = createServer((client) => {
      this.connections += 1;
      const upstream = connect(port, '127.0.0.1');
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => this.#sockets.delete(socket));
      }
      client.pipe(upstream).pipe(client);
    });
  }

  async listen(): Promise<number> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
