import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { Application } from '../../src/app/application.ts';
import { createServer } from '../../src/server/create-server.ts';
import { startPostgres } from '../faults/database/postgres.ts';
import { bootFile } from '../support/boot-file.ts';
import { createTables, type Tables } from '../support/create-tables.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { describeOn } from '../support/servers.ts';
import { openSession } from '../support/sql/open-session.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { type FollowedTitle, followTitle } from './support/follow-title.ts';

/** Milliseconds. Subscribers that receive a change nevertheless received it by a signal. */
const NEVER = 3_600_000;

const CHANGED_BY_SQL = "update tasks set title = 'SQL' where id = 1";

const DDL = `
  create table tasks (id int primary key, title varchar(50) not null);
  insert into tasks values (1, 'old');`;

const LATE = 'Live queries receive changes of other instances late';

/** An instance of the service. */
interface Instance {
  readonly origin: string;
  /** Messages of warnings. */
  readonly warnings: readonly string[];
  follow(): FollowedTitle;
  /** Sets the title over GraphQL. */
  rename(title: string): Promise<void>;
  readonly server: ReturnType<typeof createServer>;
  readonly counts: Readonly<Counts>;
}

let tables: Tables;
const sql = (text: string): Promise<unknown> => tables.session.rows(text);

beforeEach(async () => {
  tables = await createTables('live_signals', DDL);
});
afterEach(() => tables.session.close());

interface Counts {
  /** Reads of cohorts. */
  reads: number;
  /** Queries of the versions of tables. */
  versions: number;
}

/** Counts the queries of live queries. */
function countQueries(application: Application): { readonly counted: Application; readonly counts: Counts } {
  const counts: Counts = { reads: 0, versions: 0 };
  const { live, tableVersions } = application;
  const counted = Object.create(application, {
    live: {
      value: {
        prepare: (request) => live.prepare(request),
        reject: (...rejected) => live.reject(...rejected),
        read: (...parameters) => {
          counts.reads += 1;
          return live.read(...parameters);
        },
        readPage: (...page) => live.readPage(...page),
      } satisfies Application['live'],
    },
    tableVersions: {
      value:
        tableVersions &&
        (((tables) => {
          counts.versions += 1;
          return tableVersions(tables);
        }) satisfies Application['tableVersions']),
    },
  });
  return { counted, counts };
}

/** Serves the tables until the test ends. */
async function start(live: object): Promise<Instance> {
  const warnings: string[] = [];
  const configuration = {
    'data-source': tables.source,
    runtime: { live: { enabled: true, 'interval-ms': 20, 'fallback-ms': NEVER, ...live } },
    entities: { Task: { source: 'tasks', permissions: [{ role: 'anonymous', actions: ['*'] }] } },
  };
  const { counted, counts } = countQueries(await bootFile(configuration, ({ message }) => warnings.push(message)));
  const log = { write: (line: string) => void warnings.push((JSON.parse(line) as { msg: string }).msg) };
  const server = createServer(counted, pino({ level: 'warn' }, log));
  onTestFinished(() => server.close());
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    origin,
    warnings,
    server,
    counts,
    follow: () => followTitle(origin, { query: 'task_by_pk(id: 1) { title }', root: 'task_by_pk' }),
    rename: async (title) => {
      const query = 'mutation ($title: String!) { updateTask(id: 1, item: { title: $title }) { id } }';
      const response = await fetch(`${origin}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: { title } }),
      });
      expect(await response.json()).toEqual({ data: { updateTask: { id: 1 } } });
    },
  };
}

it('delivers a change by SQL at the fallback interval', async () => {
  const { follow } = await start({ 'fallback-ms': 100 });
  const title = follow();
  await title.until('old');
  await sql(CHANGED_BY_SQL);
  await title.until('SQL');
  expect(title.received).toEqual(['old', 'SQL']);
});

it('closes WebSockets during shutdown with a code on which clients reconnect', async () => {
  const { origin, server } = await start({});
  server.shutdown.begin();
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  expect((await once(socket, 'close'))[0]).toBe(1012);
});

it.each(['graphql?query=subscription{tasks{id}}', 'api/Task'])(
  'closes connections of server-sent events when another process accepts new ones: %s',
  async (path) => {
    const { origin, server } = await start({});
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const open = async (): Promise<IncomingMessage> => {
      const [response] = await once(
        get(`${origin}/${path}`, { agent, headers: { accept: 'text/event-stream' } }),
        'response',
      );
      return response;
    };
    const response = await open();
    await once(response, 'data');
    const closed = once(response.socket, 'close');
    server.shutdown.endConnections();
    response.resume();
    await Promise.all([once(response, 'end'), closed]);
    const next = await open();
    expect(next.headers.connection).toBe('close');
    next.resume();
    await once(next, 'end');
  },
);

describeOn('redis', 'with Redis', () => {
  let redis: RedisServer;
  beforeEach(async () => {
    redis = await startRedis(inject('redis') ?? '');
  });
  afterEach(() => redis.stop());
  const startWithRedis = (live: object = {}) => start({ signals: { redis: redis.url }, ...live });

  it('delivers changes that another instance makes over GraphQL and REST', async () => {
    const [one, two] = [await startWithRedis(), await startWithRedis()];
    const title = one.follow();
    await title.until('old');
    await two.rename('GraphQL');
    await title.until('GraphQL');
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ title: 'REST' });
    expect((await fetch(`${two.origin}/api/Task/1`, { method: 'PATCH', headers, body })).status).toBe(200);
    await title.until('REST');
  });

  it('delivers changes that an instance without live queries makes', async () => {
    const [first, second] = [await startWithRedis(), await startWithRedis({ enabled: false })];
    const title = first.follow();
    await title.until('old');
    await second.rename('elsewhere');
    await title.until('elsewhere');
  });

  it('warns once, and uses the fallback interval while Redis is down', async () => {
    const live = { 'fallback-ms': 100 };
    const [one, two] = [await startWithRedis(live), await startWithRedis(live)];
    const title = one.follow();
    await title.until('old');
    await redis.kill();
    await two.rename('down');
    await title.until('down');
    await expect.poll(() => one.warnings).toEqual([LATE]);
  });

  it('delivers missed changes after Redis has restarted, and further ones', async () => {
    const [one, two] = [await startWithRedis(), await startWithRedis()];
    const title = one.follow();
    await title.until('old');
    await redis.kill();
    await expect.poll(() => [...one.warnings, ...two.warnings]).toHaveLength(2);
    await two.rename('missed');
    await redis.restart();
    await title.until('missed');
    // The subscription of the other instance may be restored later.
    await two.follow().until('missed');
    await expect
      .poll(async () => {
        await two.rename('again');
        return title.received.at(-1);
      })
      .toBe('again');
  });

  it('starts without Redis, and delivers changes once it is up', async () => {
    await redis.kill();
    const [one, two] = [await startWithRedis(), await startWithRedis()];
    await expect.poll(() => [...one.warnings, ...two.warnings]).toHaveLength(2);
    const title = one.follow();
    await title.until('old');
    await two.rename('missed');
    await redis.restart();
    await title.until('missed');
  });
});

/** The trigger of the page. */
const trigger = [
  ...readFileSync(new URL('../../docs/live-signals.md', import.meta.url), 'utf8').matchAll(/```sql\n([^`]*)```/g),
]
  .slice(0, 2)
  .map(([, text = '']) => text.replaceAll('orders', 'tasks'));

describe.skipIf(inject('server') !== 'postgres')('with LISTEN and NOTIFY', () => {
  const startListening = (live: object = {}) => start({ signals: { notify: true }, ...live });

  it('delivers changes of another instance', async () => {
    const [one, two] = [await startListening(), await startListening()];
    const title = one.follow();
    await title.until('old');
    await two.rename('GraphQL');
    await title.until('GraphQL');
  });

  it('delivers changes of an instance without live queries', async () => {
    const signals = { notify: true };
    const [first, second] = [await start({ signals }), await start({ enabled: false, signals })];
    const title = first.follow();
    await title.until('old');
    await second.rename('elsewhere');
    await title.until('elsewhere');
  });

  it('delivers changes by SQL if the table has the trigger', async () => {
    for (const statement of trigger) await sql(statement);
    const { follow } = await startListening();
    const title = follow();
    await title.until('old');
    await sql(CHANGED_BY_SQL);
    await title.until('SQL');
    await sql('begin');
    await sql("update tasks set title = 'rolled back'");
    await sql('rollback');
    await sql("update tasks set title = 'committed'");
    await title.until('committed');
    expect(title.received).toEqual(['old', 'SQL', 'committed']);
  });

  it('delivers changes after its session was killed, with a warning', async () => {
    for (const statement of trigger) await sql(statement);
    const { follow, warnings } = await startListening();
    const title = follow();
    await title.until('old');
    const killed = await tables.session.rows(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ~ '^listen'",
    );
    expect(killed).toHaveLength(1);
    await sql(CHANGED_BY_SQL);
    await title.until('SQL');
    await sql("update tasks set title = 'again'");
    await title.until('again');
    expect(warnings).toEqual([LATE]);
  });
});

describe.skipIf(inject('server') === 'postgres')('on a database without notifications', () => {
  it('warns about "notify", and delivers changes at the fallback interval', async () => {
    const { follow, warnings } = await start({ signals: { notify: true }, 'fallback-ms': 100 });
    expect(warnings).toEqual(['Only PostgreSQL sends notifications. Use "redis" instead.']);
    const title = follow();
    await title.until('old');
    await sql(CHANGED_BY_SQL);
    await title.until('SQL');
  });
});

describe.skipIf(!['postgres', 'mysql'].includes(inject('server')))('on a database with versions of tables', () => {
  const live = { 'fallback-ms': 1000, signals: { 'notified-fallback-ms': NEVER } };

  /** Waits until several queries of versions cause no read. */
  async function untilIdle(counts: Readonly<Counts>): Promise<void> {
    await expect
      .poll(async () => {
        const before = { ...counts };
        await expect.poll(() => counts.versions).toBeGreaterThan(before.versions + 3);
        return counts.reads - before.reads;
      })
      .toBe(0);
  }

  it('delivers changes by SQL', async () => {
    // MySQL has no version of a table that has not changed since the server loaded it.
    await sql("update tasks set title = 'new' where id = 1");
    const { follow } = await start(live);
    const title = follow();
    await title.until('new');
    for (const value of ['one', 'two', 'three']) {
      await sql(`update tasks set title = '${value}' where id = 1`);
      await title.until(value);
    }
  });

  it('delivers a change of a long transaction', async () => {
    await sql("update tasks set title = 'new' where id = 1");
    const { follow, counts } = await start(live);
    const title = follow();
    await title.until('new');
    await sql('begin');
    await sql("update tasks set title = 'long' where id = 1");
    const since = counts.versions;
    await expect.poll(() => counts.versions).toBeGreaterThan(since + 4);
    await sql('commit');
    await title.until('long');
  });

  it('queries nothing without subscribers', async () => {
    const { follow, counts } = await start(live);
    expect(counts).toEqual({ reads: 0, versions: 0 });
    const title = follow();
    await title.until('old');
    await title.client.dispose();
    await expect
      .poll(async () => {
        const before = { ...counts };
        await setTimeout(2_500);
        return counts.versions === before.versions && counts.reads === before.reads;
      })
      .toBe(true);
  });

  it('reads no cohort while nothing changes', async () => {
    if (inject('server') === 'postgres') await useOwnCluster();
    await sql("update tasks set title = 'new' where id = 1");
    const { follow, counts } = await start(live);
    const title = follow();
    await title.until('new');
    await untilIdle(counts);
    await sql("update tasks set title = 'changed' where id = 1");
    await title.until('changed');
    await untilIdle(counts);
  });

  /** Any transaction of the cluster changes the versions of PostgreSQL, also those of other tests. */
  async function useOwnCluster(): Promise<void> {
    const database = await startPostgres(join(await makeTemporaryFolder(), 'database'), { settings: {} });
    const { connectionString } = database;
    onTestFinished(() => database.close());
    await tables.session.close();
    const session = openSession('postgres', connectionString);
    await session.rows(DDL);
    tables = { source: { 'database-type': 'postgresql', 'connection-string': connectionString }, session };
  }
});
