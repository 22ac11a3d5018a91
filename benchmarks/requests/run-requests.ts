import { startLoad } from '../load/start-load.ts';
import type { StoreName } from '../support/store-names.ts';
import { type Database, withDatabase } from '../support/with-database.ts';
import { checkAnswers, type Running } from './check-answers.ts';
import type { Contender, Place, Workload } from './contender.ts';
import { countStatements, type Statements } from './count-statements.ts';
import { goalsOn, hasLatencyGoal } from './goals.ts';
import type { Bench } from './measure-round.ts';
import { measureWorkload } from './measure-workload.ts';
import type { WorkloadResult } from './results.ts';
import { seedOf } from './seed.ts';

export interface RequestsOptions {
  readonly workloads: readonly Workload[];
  readonly contenders: readonly Contender[];
  readonly rounds: number;
  /** Per round. */
  readonly seconds: number;
  readonly connections: number;
  readonly isDurable: boolean;
  readonly store: StoreName;
  /** Folder of Joinery. */
  readonly root: string;
  readonly reportProgress: (text: string) => void;
}

interface RunContext {
  readonly bench: Bench;
  readonly database: Database;
  readonly place: Place;
}

/** Compares the responses of all contenders for each workload, then measures new processes in turns. */
export async function runRequests(options: RequestsOptions): Promise<readonly WorkloadResult[]> {
  const measure = async (database: Database): Promise<readonly WorkloadResult[]> => {
    const load = startLoad();
    if (database.product !== undefined) options.reportProgress(`on ${database.product}`);
    try {
      const place = { ...database, root: options.root };
      const setting = { bench: { load, database: database.pid }, database, place };
      const statements = new Map<string, Statements>();
      for (const contender of options.contenders) {
        options.reportProgress(`statements of ${contender.title}`);
        statements.set(contender.name, await countStatements(contender, options.workloads, place));
      }
      const results: WorkloadResult[] = [];
      for (const workload of options.workloads) {
        options.reportProgress(workload.title);
        results.push(await runWorkload(setting, workload, { ...options, statements }));
      }
      return results;
    } finally {
      await load.stop();
    }
  };
  return withDatabase(seedOf(options.store), measure, options);
}

async function runWorkload(
  { bench, database, place }: RunContext,
  workload: Workload,
  options: RequestsOptions & { /** By name of the contender. */ readonly statements: ReadonlyMap<string, Statements> },
): Promise<WorkloadResult> {
  const running: Running[] = [];
  try {
    const taking = options.contenders.filter(({ requestsFor }) => requestsFor(workload, 1).length > 0);
    for (const contender of taking) {
      running.push({ contender, server: await contender.start(place) });
    }
    await checkAnswers(workload, running);
    // Waits for pending writes and maintenance of the database.
    await database.settle();
    const measured = await measureWorkload(bench, workload, running, {
      ...options,
      hasLatencyGoal: ({ name }) => hasLatencyGoal(workload.name, name, goalsOn[options.store]),
    });
    return {
      name: workload.name,
      title: workload.title,
      contenders: measured.map((result) => {
        const statements = options.statements.get(result.name)?.get(workload.name);
        return { ...result, ...(statements !== undefined && { statements }) };
      }),
    };
  } finally {
    await Promise.all(running.map(({ server }) => server.stop()));
  }
}
