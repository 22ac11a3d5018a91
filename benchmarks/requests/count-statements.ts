import type { Contender, HttpRequest, Place, Workload } from './contender.ts';
import { startCounting } from './statement-counters.ts';

const KEYS = 40;

/** Average statements per answer, by workload; empty if they cannot be counted. */
export type Statements = ReadonlyMap<string, number>;

/**
 * Counts all statements of a new server, including `begin` and `discard all`. Separate from timed rounds, because
 * counting is slow.
 */
export async function countStatements(
  { requestsFor, start }: Contender,
  workloads: readonly Workload[],
  place: Place,
): Promise<Statements> {
  const counter = await startCounting[place.store](place.connectionString);
  if (counter === undefined) return new Map();
  try {
    const server = await start({ ...place, connectionString: counter.connectionString });
    try {
      const counts = new Map<string, number>();
      for (const workload of workloads.filter((one) => requestsFor(one, 1).length > 0)) {
        const answers = Array.from({ length: KEYS }, (_, index) => requestsFor(workload, index + 1));
        // The first pass fills caches.
        await sendAll(server.url, answers);
        const before = await counter.count();
        await sendAll(server.url, answers);
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

async function sendAll(url: string, answers: readonly (readonly HttpRequest[])[]): Promise<void> {
  for (const { path, ...request } of answers.flat()) {
    const response = await fetch(new URL(path, url), request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`);
  }
}
