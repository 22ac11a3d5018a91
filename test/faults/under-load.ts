import { setTimeout as sleep } from 'node:timers/promises';
import { readPeakMemory } from '../../benchmarks/support/peak-memory.ts';
import type { Findings } from './findings.ts';
import { compareWithTables, judge } from './judge.ts';
import { creates, mixed, type Operation, readsOf } from './load/operations.ts';
import type { ServiceProcess } from './service/service-process.ts';
import { type Stage, type StageOptions, withStage } from './stage.ts';

/** What a fault can tell of itself while it takes its course. */
export interface Acting extends Stage {
  /** The fault is over: waits until a read and a write succeed, and notes how long that takes. */
  back(): Promise<void>;
  /** What does not hold, where it does not. */
  expect(holds: boolean, violated: string): void;
  /** The same of a time or a rate. */
  expectInTime(holds: boolean, late: string): void;
  fact(text: string): void;
}

export interface LoadedOptions extends StageOptions {
  readonly clients?: number;
  readonly operations?: readonly Operation[];
}

/** Clients that write and read all the while, by default. */
const CLIENTS = 32;

/** Milliseconds of load before the fault begins, and after the last return. */
const BEFORE_MS = 500;

/** Milliseconds between requests that ask whether all is well again, and after which nobody asks any more. */
const PROBE_MS = 20;
const GIVE_UP_MS = 60_000;

/** Runs a fault while clients write and read, then compares what they were told with the tables. */
export function underLoad(options: LoadedOptions, fault: (acting: Acting) => Promise<void>): Promise<Findings> {
  return withStage(options, async (stage) => {
    const { database, service, load } = stage;
    const violated: string[] = [];
    const late: string[] = [];
    const facts: string[] = [];
    let back: number | undefined;
    load.add({ number: options.clients ?? CLIENTS, operations: options.operations ?? mixed });
    do await sleep(BEFORE_MS);
    while (options.clients !== 0 && load.ledger.succeeded === 0);
    await fault({
      ...stage,
      back: async () => {
        back = Math.max(back ?? 0, await untilBack(stage));
      },
      expect: (holds, text) => {
        if (!holds) violated.push(text);
      },
      expectInTime: (holds, text) => {
        if (!holds) late.push(text);
      },
      fact: (text) => facts.push(text),
    });
    await sleep(BEFORE_MS);
    await load.end();
    facts.push(`${Math.round((readPeakMemory(service.pid) ?? 0) / 1e6)} MB`);
    facts.push(`log ${Math.round((await service.logBytes()) / 1000)} KB`);
    for (const message of await messagesOf500s(service)) facts.push(message);
    if (!service.isRunning) violated.push('the service ended');
    // No client is left who would have to learn of it.
    await service.stop('SIGINT');
    return judge(load.ledger, await compareWithTables(load.ledger, database), { back, violated, late, facts });
  });
}

/** Milliseconds until a read and a write have succeeded, infinity where they do not; each is asked for anew, by a connection of its own. */
async function untilBack({ load }: Stage): Promise<number> {
  const since = performance.now();
  const times = await Promise.all(
    [creates, readsOf('Thing')].map(async (operations) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      let succeeded = false;
      const probe = async (operation: Operation): Promise<void> => {
        if (!(await load.askOnce(operation))) return;
        succeeded = true;
        resolve();
      };
      for (let turn = 0; !succeeded && performance.now() - since < GIVE_UP_MS; turn += 1) {
        const operation = operations[turn % operations.length];
        if (operation !== undefined) void probe(operation);
        await Promise.race([promise, sleep(PROBE_MS)]);
      }
      return succeeded ? performance.now() - since : Number.POSITIVE_INFINITY;
    }),
  );
  return Math.max(...times);
}

/** What the log says of faults of the service, each thing once. */
async function messagesOf500s({ log }: ServiceProcess): Promise<ReadonlySet<string>> {
  const lines = (await log()).split('\n').filter((line) => line.includes('"level":50'));
  return new Set(lines.map((line) => /"(?:reason|message)":"([^"\\]*)/.exec(line)?.[1] ?? line));
}
