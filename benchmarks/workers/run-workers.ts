import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Order, rateOf } from '../load/order.ts';
import { type LoadProcess, startLoad } from '../load/start-load.ts';
import type { Grid } from '../report/grid.ts';
import { FINE_MILLISECONDS, MICROSECONDS, RATIO, show } from '../report/show.ts';
import type { HttpRequest } from '../requests/contender.ts';
import { joinery, startJoinery } from '../requests/contenders/joinery.ts';
import { seedOf } from '../requests/seed.ts';
import { readFamilyTime } from '../support/processor-time.ts';
import type { ServerProcess } from '../support/run-node.ts';
import { type Summary, summarize } from '../support/statistics.ts';
import { takeTurns } from '../support/take-turns.ts';
import { withDatabase } from '../support/with-database.ts';

interface WorkersOptions {
  readonly connections: number;
  readonly rounds: number;
  /** Per measurement. */
  readonly seconds: number;
  /** Folder of Joinery. */
  readonly root: string;
  readonly reportProgress: (text: string) => void;
}

const COUNTS = [1, 2] as const;

const VARIETY = 500;

const requestLists: readonly (readonly HttpRequest[])[] = Array.from({ length: VARIETY }, (_, index) =>
  joinery.requestsFor({ name: 'point', title: 'point reads', highestKey: VARIETY }, index + 1),
);

/** Repetitions of the selection: the document has about 600 tokens, and its statement is the same. */
const REPETITIONS = 40;

/** The same reads by long documents. */
const longRequestLists = requestLists.map((requests) =>
  requests.map((request) => {
    const { query, variables } = JSON.parse(request.body ?? '');
    const [, start, selection, end] = /^(.*?order_by_pk\(.*?\) \{)(.*)(\} \})$/.exec(query) ?? [];
    const repeated = Array.from({ length: REPETITIONS }, () => selection).join(' ');
    return { ...request, body: JSON.stringify({ query: `${start}${repeated}${end}`, variables }) };
  }),
);

/**
 * The database and the load generator use the same processor cores. So two workloads cost the service more than both:
 * with a cache of one byte, it compiles each request again.
 */
const WORKLOADS = [
  { name: 'point reads', limits: {}, requestLists },
  { name: 'point reads, compiled each time', limits: { 'operation-cache-bytes': 2 }, requestLists },
  {
    name: 'point reads by long documents, compiled each time',
    limits: { 'operation-cache-bytes': 2 },
    requestLists: longRequestLists,
  },
] as const;

interface Turn {
  readonly rate: number;
  readonly p99: number;
  /** Microseconds of all processes of the service per response. */
  readonly processorTime: number;
}

export interface WorkersResult {
  readonly workload: string;
  readonly workers: number;
  readonly requestsPerSecond: Summary;
  readonly p99: Summary;
  readonly processorTime: Summary;
  /** Relative to one worker in the same round. */
  readonly speedup: Summary;
  readonly relativeCost: Summary;
}

/** Length of the warm-up, in measurements. */
const WARM_UP = 5;

/** Compares one worker with two, in turns. */
export async function runWorkers({ root, rounds, reportProgress, ...load }: WorkersOptions) {
  return withDatabase(seedOf('postgres'), async ({ connectionString, folder, settle }) => {
    await settle();
    const generator = startLoad();
    try {
      const results: WorkersResult[] = [];
      for (const workload of WORKLOADS) {
        const services: ServerProcess[] = [];
        try {
          for (const workers of COUNTS) {
            const config = await writeConfig(folder, workers, workload.limits);
            services.push(await startJoinery({ connectionString, root, store: 'postgres' }, config));
          }
          // Each worker compiles its own code.
          const { requestLists } = workload;
          for (const service of services)
            await measure(service, generator, { ...load, requestLists, seconds: WARM_UP * load.seconds });
          reportProgress(workload.name);
          const turns = await takeTurns(services, rounds, (service) =>
            measure(service, generator, { ...load, requestLists }),
          );
          results.push(...COUNTS.map((workers, index) => summarizeTurns(workload.name, workers, turns, index)));
        } finally {
          for (const service of services) await service.stop();
        }
      }
      return results;
    } finally {
      await generator.stop();
    }
  });
}

async function writeConfig(folder: string, workers: number, limits: object): Promise<string> {
  const written = await readFile(new URL('../requests/joinery.json', import.meta.url), 'utf8');
  const { runtime, ...rest } = JSON.parse(written);
  const path = join(folder, `workers-${workers}.json`);
  await writeFile(
    path,
    JSON.stringify({ ...rest, runtime: { ...runtime, limits, host: { ...runtime.host, workers } } }),
  );
  return path;
}

async function measure(
  { url, pid }: ServerProcess,
  generator: LoadProcess,
  load: Pick<Order, 'connections' | 'seconds' | 'requestLists'>,
): Promise<Turn> {
  const before = readFamilyTime(pid) ?? 0;
  const sent = await generator.send({ ...load, origin: new URL(url).origin });
  const used = (readFamilyTime(pid) ?? 0) - before;
  return { rate: rateOf(sent), p99: sent.p99, processorTime: used / sent.answers };
}

function summarizeTurns(
  workload: string,
  workers: number,
  turns: readonly (readonly Turn[])[],
  index: number,
): WorkersResult {
  const [single = [], own = []] = [turns[0], turns[index]];
  const compare = (of: (turn: Turn) => number): Summary =>
    summarize(own.map((turn, round) => of(turn) / of(single[round] ?? turn)));
  return {
    workload,
    workers,
    requestsPerSecond: summarize(own.map(({ rate }) => rate)),
    p99: summarize(own.map(({ p99 }) => p99)),
    processorTime: summarize(own.map(({ processorTime }) => processorTime)),
    speedup: compare(({ rate }) => rate),
    relativeCost: compare(({ processorTime }) => processorTime),
  };
}

export const workersGrid = (results: readonly WorkersResult[]): Grid => ({
  head: ['workload', 'workers', 'requests/s', 'p99', 'µs of CPU per response', 'speedup', 'relative CPU'],
  textColumns: 1,
  rows: results.map(({ workload, workers, requestsPerSecond, p99, processorTime, speedup, relativeCost }) => [
    workload,
    String(workers),
    show(requestsPerSecond),
    show(p99, FINE_MILLISECONDS),
    show(processorTime, MICROSECONDS),
    show(speedup, RATIO),
    show(relativeCost, RATIO),
  ]),
});
