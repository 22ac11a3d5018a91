import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { cases } from '../requests/cases.ts';
import { type Load, type LoadResult, measureLoad, writeRequests } from '../requests/measure-load.ts';
import { startJoinery, type Target } from '../requests/targets.ts';
import { type Summary, summarise } from '../support/statistics.ts';
import { type Database, withDatabase } from '../support/with-database.ts';
import { type Storm, storms } from './storms.ts';

/** How healthy requests fare beside others. */
export interface StormResult {
  /** What is sent beside them; nothing where they are alone. */
  readonly beside?: string;
  readonly requestsPerSecond: Summary;
  readonly p99: Summary;
  /** Requests of the storm a second. */
  readonly others?: Summary;
  /** Sessions that the service started meanwhile, over all rounds. */
  readonly sessions: number;
}

export interface StormOptions extends Load {
  readonly rounds: number;
}

/** Connections that send the storm. */
const CLIENTS = 32;

const VARIETY = 500;

/** Seconds by which a storm begins before it is looked at, and ends after. */
const MARGIN = 1;

const seed = new URL('../requests/seed.sql', import.meta.url);

/** Point reads, alone and beside storms, in turns. */
export async function runStorm({ rounds, ...load }: StormOptions): Promise<readonly StormResult[]> {
  return withDatabase(await readFile(seed, 'utf8'), async (database) => {
    const client = new Client({ connectionString: database.connectionString });
    await client.connect();
    await client.query('vacuum analyze');
    const joinery = await startJoinery(database.connectionString);
    try {
      const besides = [undefined, ...storms];
      const measure = await prepare(joinery, database);
      // Until everything is compiled and every session is there.
      for (const beside of besides) await measure(beside, load);
      const measured = besides.map((beside) => ({ beside, turns: [] as Turn[] }));
      for (let round = 0; round < rounds; round += 1) {
        for (const { beside, turns } of measured) {
          const before = await countSessions(client);
          const turn = await measure(beside, load);
          turns.push({ ...turn, sessions: (await countSessions(client)) - before });
        }
      }
      return measured.map(({ beside, turns }) => summariseTurns(beside, turns));
    } finally {
      await joinery.server.stop();
      await client.end();
    }
  });
}

interface Turn {
  readonly healthy: LoadResult;
  readonly others?: LoadResult;
  readonly sessions: number;
}

type Measure = (beside: Storm | undefined, load: Load) => Promise<Omit<Turn, 'sessions'>>;

async function prepare({ server, ask }: Target, { folder }: Database): Promise<Measure> {
  const point = cases.find(({ name }) => name === 'point');
  if (point === undefined) throw new Error('There is a case for point reads.');
  const keys = Array.from({ length: VARIETY }, (_, index) => 1 + ((index * 7919) % point.highestKey));
  const write = (name: string, questions: readonly (typeof point)[]): Promise<string> =>
    writeRequests(
      folder,
      name,
      keys.map((key, index) => ask(questions[index % questions.length] ?? point, key)),
    );
  const healthyFile = await write('healthy', [point]);
  const files = new Map<Storm, string>();
  for (const storm of storms) {
    const questions = storm.documents.map((document) => ({ ...point, ask: (key: number) => ({ document, key }) }));
    files.set(storm, await write(storm.title, questions));
  }
  const send = (file: string, load: Load): Promise<LoadResult> =>
    measureLoad({ file, origin: server.url }, server.pid, load);
  return async (beside, load) => {
    const file = beside === undefined ? undefined : files.get(beside);
    if (file === undefined) return { healthy: await send(healthyFile, load) };
    const others = send(file, { connections: CLIENTS, seconds: load.seconds + 2 * MARGIN });
    await wait(MARGIN * 1000);
    const healthy = await send(healthyFile, load);
    return { healthy, others: await others };
  };
}

/** Sessions that were ever started with the database. */
async function countSessions(client: Client): Promise<number> {
  const { rows } = await client.query('select sessions::int from pg_stat_database where datname = current_database()');
  return rows[0]?.sessions;
}

function summariseTurns(beside: Storm | undefined, turns: readonly Turn[]): StormResult {
  const others = turns.flatMap((turn) => turn.others?.requestsPerSecond ?? []);
  return {
    ...(beside !== undefined && { beside: beside.title }),
    requestsPerSecond: summarise(turns.map(({ healthy }) => healthy.requestsPerSecond)),
    p99: summarise(turns.map(({ healthy }) => healthy.p99)),
    ...(others.length > 0 && { others: summarise(others) }),
    sessions: turns.reduce((sum, { sessions }) => sum + sessions, 0),
  };
}
