import { setTimeout as sleep } from 'node:timers/promises';
import { readPeakMemory } from '../../benchmarks/support/process-memory.ts';
import type { Findings } from './findings.ts';
import { compareWithTables, judge } from './judge.ts';
import { creates, mixed, type Operation, readsOf } from './load/operations.ts';
import type { ServiceProcess } from './service/service-process.ts';
import { type Stage, type StageOptions, withStage } from './stage.ts';

/** Functions for a running fault. */
export interface LoadStage extends Stage {
  /** Marks the end of the fault: waits until a read and a write succeed, and records the time. */
  untilRecovered(): Promise<void>;
  /** Records a violation if `holds` is false. */
  expect(holds: boolean, violated: string): void;
  /** Records a violation of a time or a rate. */
  expectInTime(holds: boolean, late: string): void;
  observe(text: string): void;
}

export interface LoadedOptions extends StageOptions {
  readonly clients?: number;
  readonly operations?: readonly Operation[];
}

/** Default number of clients. */
const CLIENTS = 32;

/** Load before the fault, and after the last recovery, in milliseconds. */
const BEFORE_MS = 500;

/** Interval of requests that check the recovery, and their time limit. */
const PROBE_MS = 20;
const GIVE_UP_MS = 60_000;

/** Runs a fault during writes and reads, then compares reported outcomes with the tables. */
export function underLoad(options: LoadedOptions, fault: (acting: LoadStage) => Promise<void>): Promise<Findings> {
  return withStage(options, async (stage) => {
    const { database, service, load } = stage;
    const violated: string[] = [];
    const late: string[] = [];
    const observations: string[] = [];
    let recoveryMs: number | undefined;
    load.add({ number: options.clients ?? CLIENTS, operations: options.operations ?? mixed });
    do await sleep(BEFORE_MS);
    while (options.clients !== 0 && load.ledger.succeeded === 0);
    await fault({
      ...stage,
      untilRecovered: async () => {
        recoveryMs = Math.max(recoveryMs ?? 0, await measureRecovery(stage));
      },
      expect: (holds, text) => {
        if (!holds) violated.push(text);
      },
      expectInTime: (holds, text) => {
        if (!holds) late.push(text);
      },
      observe: (text) => observations.push(text),
    });
    await sleep(BEFORE_MS);
    await load.end();
    observations.push(`${Math.round((readPeakMemory(service.pid) ?? 0) / 1e6)} MB`);
    observations.push(`log ${Math.round((await service.logBytes()) / 1000)} KB`);
    for (const message of await messagesOf500s(service)) observations.push(message);
    if (!service.isRunning) violated.push('the service ended');
    // No client is left to be notified.
    await service.stop('SIGINT');
    return judge(load.ledger, await compareWithTables(load.ledger, database), {
      recoveryMs,
      violated,
      late,
      observations,
    });
  });
}

/**
 * Returns the milliseconds until a read and a write have succeeded, or infinity. Each attempt uses a new connection.
 */
async function measureRecovery({ load }: Stage): Promise<number> {
  const since = performance.now();
  const times = await Promise.all(
    [creates, readsOf('Thing')].map(async (operations) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      let succeeded = false;
      const probe = async (operation: Operation): Promise<void> => {
        if (!(await load.probe(operation))) return;
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

/** Returns distinct log messages about internal errors. */
async function messagesOf500s({ log }: ServiceProcess): Promise<ReadonlySet<string>> {
  const lines = (await log()).split('\n').filter((line) => line.includes('"level":50'));
  return new Set(lines.map((line) => /"(?:reason|message)":"([^"\\]*)/.exec(line)?.[1] ?? line));
}
