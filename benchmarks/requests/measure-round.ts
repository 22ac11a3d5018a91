import { type Order, rateOf, type Sent } from '../load/order.ts';
import type { LoadProcess } from '../load/start-load.ts';
import { readFamilyTime, readProcessorTime } from '../support/processor-time.ts';
import { type Summary, summarize } from '../support/statistics.ts';
import type { Running } from './check-answers.ts';
import type { Workload } from './contender.ts';
import type { ProcessorTime } from './results.ts';

export interface Bench {
  readonly load: LoadProcess;
  /** Root process of the database; undefined if the operating system does not report it. */
  readonly database: number | undefined;
}

export interface Round {
  readonly sent: Sent;
  /** Microseconds per answer. */
  readonly processor?: { readonly server: number; readonly database: number };
}

const VARIETY = 500;

export function spreadKeys({ highestKey }: Workload): readonly number[] {
  return Array.from({ length: VARIETY }, (_, index) => 1 + ((index * 7919) % highestKey));
}

export function orderFor(workload: Workload, { contender, server }: Running): Pick<Order, 'origin' | 'requestLists'> {
  return {
    origin: new URL(server.url).origin,
    requestLists: spreadKeys(workload).map((key) => contender.requestsFor(workload, key)),
  };
}

/**
 * Measures processor time during the load.
 * @throws Error when a request fails
 */
export async function measureRound({ load, database }: Bench, order: Order, pid: number): Promise<Round> {
  const before = readTimes(pid, database);
  const sent = await load.send(order);
  const after = readTimes(pid, database);
  if (before === undefined || after === undefined) return { sent };
  const each = (name: 'server' | 'database'): number => (after[name] - before[name]) / sent.answers;
  return { sent, processor: { server: each('server'), database: each('database') } };
}

function readTimes(pid: number, databasePid: number | undefined) {
  const server = readProcessorTime(pid);
  const database = databasePid === undefined ? undefined : readFamilyTime(databasePid);
  return server === undefined || database === undefined ? undefined : { server, database };
}

/** @throws RangeError for an empty list */
export function summarizeRounds(rounds: readonly Round[]): {
  readonly answersPerSecond: Summary;
  readonly p50: Summary;
  readonly p99: Summary;
  readonly processor?: ProcessorTime;
} {
  const over = (pick: (sent: Sent) => number): Summary => summarize(rounds.map(({ sent }) => pick(sent)));
  const times = rounds.flatMap(({ processor }) => processor ?? []);
  return {
    answersPerSecond: over(rateOf),
    p50: over(({ p50 }) => p50),
    p99: over(({ p99 }) => p99),
    ...(times.length > 0 && {
      processor: {
        server: summarize(times.map(({ server }) => server)),
        database: summarize(times.map(({ database }) => database)),
        sum: summarize(times.map(({ server, database }) => server + database)),
      },
    }),
  };
}
