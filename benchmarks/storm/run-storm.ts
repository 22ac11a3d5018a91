import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { type Order, rateOf, type Sent } from '../load/order.ts';
import { type LoadProcess, startLoad } from '../load/start-load.ts';
import type { HttpRequest } from '../requests/contender.ts';
import { contenders } from '../requests/contenders.ts';
import { seedOf } from '../requests/seed.ts';
import { type Summary, summarize } from '../support/statistics.ts';
import { withDatabase } from '../support/with-database.ts';
import { type Storm, storms } from './storms.ts';

export interface StormResult {
  readonly beside?: string;
  readonly requestsPerSecond: Summary;
  /** Milliseconds. */
  readonly p99: Summary;
  /** Requests of the storm per second. */
  readonly others?: Summary;
  /** Sessions opened in all rounds. */
  readonly sessions: number;
}

export interface StormOptions {
  readonly connections: number;
  readonly rounds: number;
  /** Per round. */
  readonly seconds: number;
  /** Folder of Joinery. */
  readonly root: string;
}

/** Connections of the storm. */
const CLIENTS = 32;

const VARIETY = 500;

/** Seconds of storm before and after the measurement. */
const MARGIN = 1;

const POINT_READ = 'query ($key: Int!) { order_by_pk(id: $key) { id customer_id status total placed_at note } }';

/** Runs the point reads alone and next to each storm, in turns. */
export async function runStorm({ root, rounds, ...load }: StormOptions): Promise<readonly StormResult[]> {
  return withDatabase(seedOf('postgres'), async ({ connectionString }) => {
    const client = new Client({ connectionString });
    await client.connect();
    await client.query('vacuum analyze');
    const joinery = contenders.find(({ name }) => name === 'joinery');
    if (joinery === undefined) throw new Error('Joinery is one of the contenders.');
    const server = await joinery.start({ connectionString, root, store: 'postgres' });
    const loads = [startLoad(), startLoad()] as const;
    try {
      const cases = [undefined, ...storms];
      const measure = prepare(loads, { ...load, origin: new URL(server.url).origin });
      // Warm-up: compiles code and opens sessions.
      for (const beside of cases) await measure(beside);
      const measured = cases.map((beside) => ({ beside, turns: [] as Turn[] }));
      for (let round = 0; round < rounds; round += 1) {
        for (const { beside, turns } of measured) {
          const before = await countSessions(client);
          const turn = await measure(beside);
          turns.push({ ...turn, sessions: (await countSessions(client)) - before });
        }
      }
      return measured.map(({ beside, turns }) => summarizeTurns(beside, turns));
    } finally {
      await Promise.all(loads.map((one) => one.stop()));
      await server.stop();
      await client.end();
    }
  });
}

interface Turn {
  readonly healthy: Sent;
  readonly others?: Sent;
  readonly sessions: number;
}

type Measure = (beside: Storm | undefined) => Promise<Omit<Turn, 'sessions'>>;

function prepare(
  [steady, stormy]: readonly [LoadProcess, LoadProcess],
  load: Pick<Order, 'origin' | 'connections' | 'seconds'>,
): Measure {
  const healthyOrder = { ...load, requestLists: requestsOf([POINT_READ]) };
  return async (beside) => {
    if (beside === undefined) return { healthy: await steady.send(healthyOrder) };
    const seconds = load.seconds + 2 * MARGIN;
    const others = stormy.send({
      ...load,
      requestLists: requestsOf(beside.documents),
      connections: CLIENTS,
      seconds,
      mayFail: true,
    });
    const healthy = wait(MARGIN * 1000).then(() => steady.send(healthyOrder));
    const [sent, sentOthers] = await Promise.all([healthy, others]);
    return { healthy: sent, others: sentOthers };
  };
}

function requestsOf(documents: readonly string[]): readonly (readonly HttpRequest[])[] {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return Array.from({ length: VARIETY }, (_, index) => {
    const query = documents[index % documents.length];
    const body = JSON.stringify({ query, variables: { key: 1 + ((index * 7919) % 100_000) } });
    return [{ method: 'POST', path: '/graphql', headers, body }];
  });
}

/** Sessions opened since the database was created. */
async function countSessions(client: Client): Promise<number> {
  const { rows } = await client.query('select sessions::int from pg_stat_database where datname = current_database()');
  return rows[0]?.sessions;
}

function summarizeTurns(beside: Storm | undefined, turns: readonly Turn[]): StormResult {
  const rates = turns.flatMap(({ others }) => (others === undefined ? [] : [rateOf(others)]));
  return {
    ...(beside !== undefined && { beside: beside.title }),
    requestsPerSecond: summarize(turns.map(({ healthy }) => rateOf(healthy))),
    p99: summarize(turns.map(({ healthy }) => healthy.p99)),
    ...(rates.length > 0 && { others: summarize(rates) }),
    sessions: turns.reduce((sum, { sessions }) => sum + sessions, 0),
  };
}
