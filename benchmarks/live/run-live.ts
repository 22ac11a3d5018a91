import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Place } from '../requests/contender.ts';
import { startJoinery } from '../requests/contenders/joinery.ts';
import { startCounting } from '../requests/statement-counters.ts';
import { readHeap, startProbed } from '../support/heap-probe.ts';
import { readMemory } from '../support/process-memory.ts';
import { readFamilyTime } from '../support/processor-time.ts';
import type { ServerProcess } from '../support/run-node.ts';
import { withDatabase } from '../support/with-database.ts';
import { openSubscribers, type Subscribers, type Subscription } from './subscribers.ts';

export interface LiveOptions {
  /** Folder of Joinery. */
  readonly root: string;
  /** Ticks of each case. */
  readonly rounds: number;
  readonly reportProgress: (text: string) => void;
}

export interface LiveResult {
  readonly cohorts: readonly Cohorts[];
  readonly claims: readonly Claims[];
}

interface Case {
  readonly cohorts: number;
  readonly sockets: number;
}

/** 10,000 live queries of rows by key, each of its own row. */
interface Cohorts extends Case {
  /** Bytes of the resident set, and of the heap, per idle subscriber with its share of a socket. */
  readonly memory: number;
  readonly heap: number;
  /** Statements in a second without changes: with versions of tables, and with the trigger on all tables. */
  readonly idleStatements: number;
  readonly idleStatementsNotified: number;
  /** Statements that read, after a change of every row of one cohort, and of all cohorts. */
  readonly statementsOfOne: number;
  readonly statementsOfAll: number;
  /** 95th percentile from sending a change of every row of one cohort to the frame, divided by the interval. */
  readonly delayOfOne: number;
  /** While every row of all cohorts changes each second. */
  readonly delayOfAll: number;
  /** Share of a processor. */
  readonly serviceTime: number;
  readonly databaseTime: number;
}

/** 3,000 subscribers with different claims behind a policy. Each change is for all of them. */
interface Claims {
  readonly subscribers: number;
  readonly changesPerSecond: number;
  /** Changes that a subscriber received, divided by the changes that it may see. */
  readonly delivered: number;
  /** Milliseconds. */
  readonly delay: number;
}

const QUERIES = 10_000;
const CASES: readonly Case[] = [
  { cohorts: 4, sockets: 1_000 },
  { cohorts: 100, sockets: 1_000 },
  { cohorts: 4, sockets: 10_000 },
];

/** Sockets that compile the code, and open the sessions. */
const WARM_UP = 50;

const SUBSCRIBERS = 3_000;
const RATES = [5, 20, 50];

/** Milliseconds, the default. */
const INTERVAL = 250;

/** Seconds of a measurement of the load. */
const SECONDS = 10;

export async function runLive(options: LiveOptions): Promise<LiveResult> {
  const cohorts: Cohorts[] = [];
  for (const one of CASES) {
    options.reportProgress(`${QUERIES} live queries in ${one.cohorts} cohorts over ${one.sockets} sockets`);
    cohorts.push(await measureCohorts(one, options));
  }
  options.reportProgress(`${SUBSCRIBERS} subscribers with different claims`);
  return { cohorts, claims: await measureClaims(options) };
}

/** As in docs/live-signals.md. */
const NOTIFY_FUNCTION = `create function joinery_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], json_build_object('schema', tg_table_schema, 'table', tg_table_name)::text);
  return null;
end
$$;`;

const numbersTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

async function measureCohorts(one: Case, { root, rounds }: LiveOptions): Promise<Cohorts> {
  const { cohorts, sockets } = one;
  const size = QUERIES / cohorts;
  const seed = numbersTo(cohorts).map(
    (cohort) => `create table readings_${cohort} (id int primary key, value bigint not null, filler text not null);
      insert into readings_${cohort} select n, 0, repeat('x', 50) from generate_series(1, ${size}) n;`,
  );
  const entities = Object.fromEntries(
    numbersTo(cohorts).map((cohort) => [
      `Reading${cohort}`,
      { source: `readings_${cohort}`, permissions: [{ role: 'anonymous', actions: ['read', 'update'] }] },
    ]),
  );
  const subscriptions = Array.from({ length: QUERIES }, (_, index): Subscription => {
    const cohort = 1 + (index % cohorts);
    const query = `subscription ($id: Int!) { result: reading${cohort}_by_pk(id: $id) { id value filler } }`;
    return { query, variables: { id: 1 + Math.floor(index / cohorts) } };
  });
  const perSocket = QUERIES / sockets;
  const lists = Array.from({ length: sockets }, (_, index) =>
    subscriptions.slice(index * perSocket, (index + 1) * perSocket),
  );
  const open = (url: string, delays: number[], count = sockets): Promise<Subscribers> =>
    openSubscribers({
      url,
      sockets: lists.slice(0, count),
      receive: (_, { result }) => delays.push(Date.now() - Number((result as { value: unknown }).value)),
    });
  const triggers = numbersTo(cohorts).map(
    (cohort) => `create trigger joinery_notify after insert or update or delete or truncate on readings_${cohort}
      for each statement execute function joinery_notify('joinery');`,
  );
  const idleStatementsNotified = await withDatabase(
    [...seed, NOTIFY_FUNCTION, ...triggers].join('\n'),
    async ({ connectionString, folder, settle }) => {
      await settle();
      const config = await writeConfig(folder, entities, { signals: { notify: true } });
      return countIdle(connectionString, { config, root, open });
    },
  );
  return withDatabase(seed.join('\n'), async (database) => {
    await database.settle();
    const config = await writeConfig(database.folder, entities);
    const withoutFallback = await writeConfig(database.folder, entities, { 'fallback-ms': 3_600_000 });
    const { connectionString } = database;
    const idleStatements = await countIdle(connectionString, { config, root, open });
    const [statementsOfOne = 0, statementsOfAll = 0] = await countChanges(connectionString, {
      config: withoutFallback,
      root,
      open,
      cohorts: [1, cohorts],
    });
    const counts = { idleStatements, idleStatementsNotified, statementsOfOne, statementsOfAll };
    const socket = join(database.folder, 'heap.sock');
    const place = { connectionString, root, store: 'postgres' as const };
    const { url, pid, stop } = await startProbed(socket, () => serve(place, config));
    try {
      const warmUp = await open(url, [], WARM_UP);
      await warmUp.close();
      await wait(2_000);
      const heapBefore = await readHeap(socket);
      const memoryBefore = readMemory(pid) ?? 0;
      const delays: number[] = [];
      const subscribers = await open(url, delays);
      await wait(2_000);
      const heap = ((await readHeap(socket)) - heapBefore) / QUERIES;
      const memory = ((readMemory(pid) ?? 0) - memoryBefore) / QUERIES;
      delays.length = 0;
      for (let round = 0; round < rounds; round += 1) {
        const results = subscribers.results(size);
        await change(url, [1 + (round % cohorts)]);
        await results;
        // Changes come at any time of an interval.
        await wait(INTERVAL * (1 + Math.random()));
      }
      const delayOfOne = percentile(delays, 0.95) / INTERVAL;
      delays.length = 0;
      const times = (): readonly number[] => [pid, database.pid ?? 0].map((one) => readFamilyTime(one) ?? 0);
      const before = times();
      for (let second = 0; second < SECONDS; second += 1) {
        const results = subscribers.results(QUERIES);
        await Promise.all([change(url, numbersTo(cohorts)), results, wait(1_000)]);
      }
      const [serviceTime = 0, databaseTime = 0] = times().map(
        (time, index) => (time - (before[index] ?? 0)) / 1e6 / SECONDS,
      );
      await subscribers.close();
      return {
        ...one,
        ...counts,
        memory,
        heap,
        delayOfOne,
        delayOfAll: percentile(delays, 0.95) / INTERVAL,
        serviceTime,
        databaseTime,
      };
    } finally {
      await stop();
    }
  });
}

interface CountOptions {
  readonly config: string;
  readonly root: string;
  readonly open: (url: string, delays: number[]) => Promise<Subscribers>;
}

type Count = (work: () => Promise<unknown>) => Promise<number>;

/** Counts statements, through a proxy that slows them down. */
async function counting(
  connectionString: string,
  { config, root, open }: CountOptions,
  work: (url: string, subscribers: Subscribers, count: Count) => Promise<void>,
): Promise<void> {
  const counter = await startCounting.postgres(connectionString);
  if (counter === undefined) throw new Error('The statements of PostgreSQL can be counted.');
  try {
    const { url, stop } = await serve({ connectionString: counter.connectionString, root, store: 'postgres' }, config);
    try {
      const subscribers = await open(url, []);
      await wait(2_000);
      await work(url, subscribers, async (counted) => {
        const before = await counter.count();
        await counted();
        return (await counter.count()) - before;
      });
      await subscribers.close();
    } finally {
      await stop();
    }
  } finally {
    await counter.close();
  }
}

async function countIdle(connectionString: string, options: CountOptions): Promise<number> {
  let statements = 0;
  await counting(connectionString, options, async (_url, _subscribers, count) => {
    statements = await count(() => wait(SECONDS * 1_000));
  });
  return statements / SECONDS;
}

/** Returns the statements that read after a change of every row of the first `cohorts`. */
async function countChanges(
  connectionString: string,
  { cohorts, ...options }: CountOptions & { readonly cohorts: readonly number[] },
): Promise<number[]> {
  const counts: number[] = [];
  await counting(connectionString, options, async (url, subscribers, count) => {
    for (const changed of cohorts) {
      const statements = await count(async () => {
        const results = subscribers.results((changed * QUERIES) / Math.max(...cohorts));
        await change(url, numbersTo(changed));
        await results;
      });
      counts.push(statements - changed);
    }
  });
  return counts;
}

/** Returns the URL of GraphQL. */
async function serve(place: Place, config: string): Promise<ServerProcess> {
  const { url, ...server } = await startJoinery(place, config);
  return { ...server, url: new URL('/graphql', url).href };
}

/** Writes the time into every row of cohorts, in one statement for each. */
async function change(url: string, cohorts: readonly number[]): Promise<void> {
  await Promise.all(
    cohorts.map((cohort) =>
      post(url, {
        query: `mutation ($value: Long!) { updateReading${cohort}s(filter: {}, all: true, item: { value: $value }) { affected } }`,
        variables: { value: String(Date.now()) },
      }),
    ),
  );
}

async function post(url: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok || text.includes('"errors"')) throw new Error(text);
}

async function measureClaims({ root }: LiveOptions): Promise<Claims[]> {
  const seed = `create table notices (id int primary key, audience text not null, sent bigint not null);
    create index on notices (audience, id);`;
  const entities = {
    Notice: {
      source: 'notices',
      permissions: [
        { role: 'anonymous', actions: ['create'] },
        {
          role: 'authenticated',
          actions: [
            { action: 'read', policy: { database: "@item.audience eq 'all' or @item.audience eq @claims.userId" } },
          ],
        },
      ],
    },
  };
  return withDatabase(seed, async ({ connectionString, folder, settle }) => {
    await settle();
    const config = await writeConfig(folder, entities);
    const { url, stop } = await serve({ connectionString, root, store: 'postgres' }, config);
    try {
      const delays: number[] = [];
      const newest = new Int32Array(SUBSCRIBERS);
      const query = 'subscription { notices(first: 50, orderBy: { id: DESC }) { id sent } }';
      const subscribers = await openSubscribers({
        url,
        sockets: Array.from({ length: SUBSCRIBERS }, () => [{ query }]),
        headersOf: (index) => ({
          'x-ms-client-principal': Buffer.from(
            JSON.stringify({ identityProvider: 'test', userId: `user${index}`, userRoles: ['authenticated'] }),
          ).toString('base64'),
        }),
        receive: (subscriber, { notices }) => {
          const now = Date.now();
          for (const { id, sent } of notices as readonly { id: number; sent: string }[]) {
            if (id > (newest[subscriber] ?? 0)) delays.push(now - Number(sent));
          }
          newest[subscriber] = (notices as readonly { id: number }[])[0]?.id ?? 0;
        },
      });
      const results: Claims[] = [];
      let id = 0;
      for (const changesPerSecond of RATES) {
        delays.length = 0;
        const start = performance.now();
        const count = changesPerSecond * SECONDS;
        for (let sent = 0; sent < count; sent += 1) {
          await wait(Math.max(0, start + (sent * 1_000) / changesPerSecond - performance.now()));
          id += 1;
          const item = { id, audience: 'all', sent: String(Date.now()) };
          await post(url, {
            query: 'mutation ($item: CreateNoticeInput!) { createNotice(item: $item) { __typename } }',
            variables: { item },
          });
        }
        await wait(5_000);
        const delivered = delays.length / (count * SUBSCRIBERS);
        results.push({ subscribers: SUBSCRIBERS, changesPerSecond, delivered, delay: percentile(delays, 0.95) });
      }
      await subscribers.close();
      return results;
    } finally {
      await stop();
    }
  });
}

async function writeConfig(folder: string, entities: object, live: object = {}): Promise<string> {
  const path = join(folder, `live${Object.keys(live).join()}.json`);
  const runtime = {
    pagination: { 'max-page-size': QUERIES },
    host: { mode: 'production', port: 0, authentication: { provider: 'StaticWebApps' } },
    live: { enabled: true, 'interval-ms': INTERVAL, 'max-per-caller': 100_000, ...live },
  };
  const source = { 'database-type': 'postgresql', 'connection-string': "@env('DATABASE_URL')", pool: { max: 10 } };
  await writeFile(path, JSON.stringify({ 'data-source': source, runtime, entities }));
  return path;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
