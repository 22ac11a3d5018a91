import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startLoad } from '../load/start-load.ts';
import type { Contender, HttpRequest } from '../requests/contender.ts';
import { startJoinery } from '../requests/contenders/joinery.ts';
import { contenders } from '../requests/contenders.ts';
import { spreadKeys } from '../requests/measure-round.ts';
import { seedOf } from '../requests/seed.ts';
import { workloads } from '../requests/workloads.ts';
import { readHeap, startProbed } from '../support/heap-probe.ts';
import { readPeakMemory } from '../support/process-memory.ts';
import { withDatabase } from '../support/with-database.ts';

export interface SoakResult {
  readonly minutes: readonly Minute[];
}

export interface Minute {
  readonly answers: number;
  /** Heap in bytes after a collection. */
  readonly heap: number;
  /** Bytes since process start; absent if the operating system does not report it. */
  readonly peakMemory?: number;
}

export interface SoakOptions {
  readonly minutes: number;
  readonly connections: number;
  /** Folder of Joinery. */
  readonly root: string;
  readonly reportProgress: (text: string) => void;
}

/** Seconds without load before a collection, so that no request is in flight. */
const PAUSE = 1;

export async function runSoak({ minutes, connections, root, reportProgress }: SoakOptions): Promise<SoakResult> {
  return withDatabase(seedOf('postgres'), async ({ connectionString, folder }) => {
    const socket = join(folder, 'heap.sock');
    const joinery = contenders.filter(({ isJoinery }) => isJoinery);
    const server = await startProbed(socket, () => startJoinery({ connectionString, root, store: 'postgres' }));
    const load = startLoad();
    try {
      const order = {
        origin: new URL(server.url).origin,
        requestLists: mix(joinery),
        connections,
        seconds: 60 - PAUSE,
      };
      const measured: Minute[] = [];
      for (let minute = 1; minute <= minutes; minute += 1) {
        reportProgress(`minute ${minute} of ${minutes}`);
        const { answers } = await load.send(order);
        await wait(PAUSE * 1000);
        const peakMemory = readPeakMemory(server.pid);
        measured.push({ answers, heap: await readHeap(socket), ...(peakMemory !== undefined && { peakMemory }) });
      }
      return { minutes: measured };
    } finally {
      await load.stop();
      await server.stop();
    }
  });
}

function mix(joinery: readonly Contender[]): readonly (readonly HttpRequest[])[] {
  const columns = joinery.flatMap(({ requestsFor }) =>
    workloads
      .map((workload) => spreadKeys(workload).map((key) => requestsFor(workload, key)))
      .filter(([first = []]) => first.length > 0),
  );
  return (columns[0] ?? []).flatMap((_, index) => columns.flatMap((column) => [column[index] ?? []]));
}
