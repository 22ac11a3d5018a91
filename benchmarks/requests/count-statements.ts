import type { Contender, HttpRequest, Place, Workload } from './contender.ts';
import { startCounting } from './statement-counters.ts';

/** Keys that statements are counted for. */
const KEYS = 40;

/** Statements of one answer, on average, by name of the workload; none where they cannot be told. */
export type Statements = ReadonlyMap<string, number>;

/**
 * Counts what the database is told to run for answers of a fresh server: every statement, `begin` and `discard all` too. Apart from
 * all that is timed, because who listens slows.
 */
export async function countStatements(
  { ask, start }: Contender,
  workloads: readonly Workload[],
  place: Place,
): Promise<Statements> {
  const counter = await startCounting[place.store](place.connectionString);
  if (counter === undefined) return new Map();
  try {
    const server = await start({ ...place, connectionString: counter.connectionString });
    try {
      const counts = new Map<string, number>();
      for (const workload of workloads.filter((one) => ask(one, 1).length > 0)) {
        const answers = Array.from({ length: KEYS }, (_, index) => ask(workload, index + 1));
        // The first time is for what is looked up once.
        await askAll(server.url, answers);
        const before = await counter.count();
        await askAll(server.url, answers);
        counts.set(workload.name, ((await counter.count()) - before) / KEYS);
      }
      return counts;
    } finally {
      await server.stop();
    }
  } finally {
    await counter.close();
  }
}

async function askAll(url: string, answers: readonly (readonly HttpRequest[])[]): Promise<void> {
  for (const { path, ...request } of answers.flat()) {
    const response = await fetch(new URL(path, url), request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`);
  }
}
