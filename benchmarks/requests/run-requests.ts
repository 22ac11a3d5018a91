import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { type Summary, summarise } from '../support/statistics.ts';
import { type Database, withDatabase } from '../support/with-database.ts';
import { type Case, cases } from './cases.ts';
import { checkAnswers } from './check-answers.ts';
import { type Load, type LoadResult, measureLoad, writeRequests } from './measure-load.ts';
import { startBeside, startJoinery, type Target } from './targets.ts';

/** What one server did with one question, over all rounds. */
export interface Throughput {
  readonly requestsPerSecond: Summary;
  /** Milliseconds within which 99 of 100 requests were answered. */
  readonly p99: Summary;
  /** Microseconds of the server's processor time for one request; absent where there is no `/proc`. */
  readonly processorTime?: Summary;
}

export interface RequestsResult {
  readonly question: string;
  readonly joinery: Throughput;
  readonly baseline: Throughput;
  /** Who else was asked. */
  readonly beside: Case['beside'];
  /** Joinery's requests a second as a share of the baseline's, of each round. */
  readonly share: Summary;
}

export interface RequestsOptions extends Load {
  readonly rounds: number;
}

/** How many different requests of each question there are. */
const VARIETY = 500;

/** Seconds of load that are not measured, so that both servers are compiled and every session has its statements. */
const WARM_UP = 5;

type Pair = readonly [joinery: Target, baseline: Target];

/** Measures both servers in turns on one database, after their answers were found equal. */
export async function runRequests(options: RequestsOptions): Promise<readonly RequestsResult[]> {
  const seed = await readFile(new URL('seed.sql', import.meta.url), 'utf8');
  return withDatabase(seed, async (database) => {
    await settle(database);
    const started: Target[] = [];
    try {
      const start = async (target: Promise<Target>): Promise<Target> => {
        started.push(await target);
        return target;
      };
      const { connectionString } = database;
      const joinery = await start(startJoinery(connectionString));
      const beside = {
        'node:http': await start(startBeside('node:http', connectionString)),
        Fastify: await start(startBeside('Fastify', connectionString)),
      };
      const results: RequestsResult[] = [];
      for (const question of cases) {
        const pair: Pair = [joinery, beside[question.beside]];
        results.push(await measureCase(question, pair, { ...options, database }));
      }
      return results;
    } finally {
      await Promise.all(started.map(({ server }) => server.stop()));
    }
  });
}

/** So that no clean-up of the fresh rows runs beside a round. */
async function settle({ connectionString }: Database): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('vacuum analyze').finally(() => client.end());
}

async function measureCase(
  question: Case,
  pair: Pair,
  { rounds, database, ...load }: RequestsOptions & { readonly database: Database },
): Promise<RequestsResult> {
  const keys = Array.from({ length: VARIETY }, (_, index) => 1 + ((index * 7919) % question.highestKey));
  await checkAnswers(question, keys, pair);
  const measure = async ({ name, server, ask }: Target, seconds: number): Promise<LoadResult> => {
    const requests = keys.map((key) => ask(question, key));
    const file = await writeRequests(database.folder, `${question.name}-${name}`, requests);
    return measureLoad({ file, origin: server.url }, server.pid, { ...load, seconds });
  };
  for (const target of pair) await measure(target, WARM_UP);
  const [joinery, baseline] = pair;
  const measured: { readonly joinery: LoadResult; readonly baseline: LoadResult }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    measured.push({
      joinery: await measure(joinery, load.seconds),
      baseline: await measure(baseline, load.seconds),
    });
  }
  return {
    question: question.title,
    beside: question.beside,
    joinery: summariseLoads(measured.map((round) => round.joinery)),
    baseline: summariseLoads(measured.map((round) => round.baseline)),
    share: summarise(measured.map((round) => round.joinery.requestsPerSecond / round.baseline.requestsPerSecond)),
  };
}

function summariseLoads(loads: readonly LoadResult[]): Throughput {
  const processorTimes = loads.flatMap(({ processorTime }) => processorTime ?? []);
  return {
    requestsPerSecond: summarise(loads.map(({ requestsPerSecond }) => requestsPerSecond)),
    p99: summarise(loads.map(({ p99 }) => p99)),
    ...(processorTimes.length > 0 && { processorTime: summarise(processorTimes) }),
  };
}
