import { get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { startLoad } from '../load/start-load.ts';
import type { Contender, HttpRequest } from '../requests/contender.ts';
import { contenders } from '../requests/contenders.ts';
import { spreadKeys } from '../requests/measure-round.ts';
import { seedOf } from '../requests/seed.ts';
import { workloads } from '../requests/workloads.ts';
import { readPeakMemory } from '../support/peak-memory.ts';
import type { ServerProcess } from '../support/run-node.ts';
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
    const server = await startProbed(joinery, socket, (one) =>
      one.start({ connectionString, root, store: 'postgres' }),
    );
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

async function startProbed(
  [joinery]: readonly Contender[],
  socket: string,
  start: (contender: Contender) => Promise<ServerProcess>,
): Promise<ServerProcess> {
  if (joinery === undefined) throw new Error('Joinery is not among the contenders.');
  const probe = new URL('report-heap.ts', import.meta.url);
  probe.searchParams.set('socket', socket);
  const { NODE_OPTIONS: before } = process.env;
  process.env.NODE_OPTIONS = `${before ?? ''} --import=${probe}`;
  try {
    return await start(joinery);
  } finally {
    if (before === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = before;
  }
}

function mix(joinery: readonly Contender[]): readonly (readonly HttpRequest[])[] {
  const columns = joinery.flatMap(({ requestsFor }) =>
    workloads
      .map((workload) => spreadKeys(workload).map((key) => requestsFor(workload, key)))
      .filter(([first = []]) => first.length > 0),
  );
  return (columns[0] ?? []).flatMap((_, index) => columns.flatMap((column) => [column[index] ?? []]));
}

async function readHeap(socketPath: string): Promise<number> {
  const answer = await new Promise<string>((resolve, reject) => {
    get({ socketPath, path: '/' }, (response) => text(response).then(resolve, reject)).on('error', reject);
  });
  return Number(answer);
}
