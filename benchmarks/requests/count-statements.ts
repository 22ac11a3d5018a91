import { type Tap, tapWire } from '../../test/cost/tap-wire.ts';
import type { Contender, HttpRequest, Workload } from './contender.ts';

/** Keys that statements are counted for. */
const KEYS = 40;

/** Statements of one answer, on average, by name of the workload. */
export type Statements = ReadonlyMap<string, number>;

/**
 * Counts on the wire what the database is told to run for answers of a fresh server: every statement, `begin` and
 * `discard all` too. Apart from all that is timed, because who listens slows.
 */
export async function countStatements(
  { ask, start }: Contender,
  workloads: readonly Workload[],
  { connectionString, root }: { readonly connectionString: string; readonly root: string },
): Promise<Statements> {
  const tap = await tapWire(connectionString);
  try {
    const server = await start(tap.connectionString, root);
    try {
      const counts = new Map<string, number>();
      for (const workload of workloads.filter((one) => ask(one, 1).length > 0)) {
        const answers = Array.from({ length: KEYS }, (_, index) => ask(workload, index + 1));
        // The first time is for what is looked up once.
        await askAll(server.url, answers);
        const before = countRun(tap);
        await askAll(server.url, answers);
        counts.set(workload.name, (countRun(tap) - before) / KEYS);
      }
      return counts;
    } finally {
      await server.stop();
    }
  } finally {
    tap.close();
  }
}

const countRun = ({ messages }: Tap): number =>
  messages.filter(({ kind }) => kind === 'execute' || kind === 'query').length;

async function askAll(url: string, answers: readonly (readonly HttpRequest[])[]): Promise<void> {
  for (const { path, ...request } of answers.flat()) {
    const response = await fetch(new URL(path, url), request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`);
  }
}
