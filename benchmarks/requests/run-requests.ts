import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { startLoad } from '../load/start-load.ts';
import { readParent } from '../support/processor-time.ts';
import { type Database, withDatabase } from '../support/with-database.ts';
import { checkAnswers, type Running } from './check-answers.ts';
import type { Contender, Workload } from './contender.ts';
import { countStatements, type Statements } from './count-statements.ts';
import { isPaced } from './goals.ts';
import type { Bench } from './measure-round.ts';
import { measureWorkload } from './measure-workload.ts';
import type { WorkloadResult } from './results.ts';

export interface RequestsOptions {
  readonly workloads: readonly Workload[];
  readonly contenders: readonly Contender[];
  readonly rounds: number;
  /** Length of a round. */
  readonly seconds: number;
  readonly connections: number;
  readonly isDurable: boolean;
  /** Folder of the Joinery that is measured. */
  readonly root: string;
  /** Told what is measured now. */
  readonly tell: (text: string) => void;
}

/** What lasts as long as the whole run. */
interface Setting {
  readonly bench: Bench;
  readonly client: Client;
  readonly connectionString: string;
}

/**
 * Measures all contenders side by side on one database: for each workload in fresh processes, in turns, after their
 * answers were found equal.
 */
export async function runRequests(options: RequestsOptions): Promise<readonly WorkloadResult[]> {
  const seed = await readFile(new URL('seed.sql', import.meta.url), 'utf8');
  const measure = async ({ connectionString }: Database): Promise<readonly WorkloadResult[]> => {
    const client = new Client({ connectionString });
    await client.connect();
    const load = startLoad();
    try {
      const { rows } = await client.query('select pg_backend_pid() as pid');
      const setting = { bench: { load, postmaster: readParent(rows[0]?.pid) }, client, connectionString };
      const statements = new Map<string, Statements>();
      for (const contender of options.contenders) {
        options.tell(`statements of ${contender.title}`);
        const place = { connectionString, root: options.root };
        statements.set(contender.name, await countStatements(contender, options.workloads, place));
      }
      const results: WorkloadResult[] = [];
      for (const workload of options.workloads) {
        options.tell(workload.title);
        results.push(await runWorkload(setting, workload, { ...options, statements }));
      }
      return results;
    } finally {
      await load.stop();
      await client.end();
    }
  };
  return withDatabase(seed, measure, options);
}

async function runWorkload(
  { bench, client, connectionString }: Setting,
  workload: Workload,
  options: RequestsOptions & { /** By name of the contender. */ readonly statements: ReadonlyMap<string, Statements> },
): Promise<WorkloadResult> {
  const running: Running[] = [];
  try {
    const taking = options.contenders.filter(({ ask }) => ask(workload, 1).length > 0);
    for (const contender of taking) {
      running.push({ contender, server: await contender.start(connectionString, options.root) });
    }
    await checkAnswers(workload, running);
    // What those before have written slows nobody, and no clean-up runs beside a round.
    await client.query('vacuum analyze');
    const measured = await measureWorkload(bench, workload, running, {
      ...options,
      isPaced: ({ name }) => isPaced(workload.name, name),
    });
    return {
      name: workload.name,
      title: workload.title,
      contenders: measured.map((result) => ({
        ...result,
        statements: options.statements.get(result.name)?.get(workload.name) ?? 0,
      })),
    };
  } finally {
    await Promise.all(running.map(({ server }) => server.stop()));
  }
}
