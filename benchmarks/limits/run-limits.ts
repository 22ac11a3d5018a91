import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { request } from 'undici';
import { startJoinery } from '../requests/contenders/joinery.ts';
import { readPeakMemory, resetPeakMemory } from '../support/process-memory.ts';
import { readFamilyTime, readParent, readProcessorTime } from '../support/processor-time.ts';
import type { ServerProcess } from '../support/run-node.ts';
import { withDatabase } from '../support/with-database.ts';
import { config, seed } from './open-ground.ts';
import { type Asked, type WorstRequest, worstRequests } from './worst-requests.ts';

export interface LimitResult extends Pick<WorstRequest, 'limit' | 'description'> {
  /** `success`, or the code of the first error and its limit: `LimitExceeded (response-bytes)`. */
  readonly outcome: string;
  readonly bytes: number;
  /** Average processor time in milliseconds; undefined if the operating system does not report it. */
  readonly server: number | undefined;
  readonly database: number | undefined;
  /** Peak in bytes. */
  readonly memory: number | undefined;
}

/** Requests after one warm-up request. A slow request is sent once. */
const TURNS = 5;
const LONG_MS = 3_000;

/** Measures each request with a new service with default limits. */
export async function runLimits({
  root,
  reportProgress,
}: {
  root: string;
  reportProgress: (text: string) => void;
}): Promise<readonly LimitResult[]> {
  return withDatabase(seed, async ({ connectionString, folder }) => {
    const file = join(folder, 'joinery.json');
    await writeFile(file, JSON.stringify(config));
    const client = new Client({ connectionString });
    await client.connect();
    await client.query('vacuum analyze');
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const postmaster = readParent(rows[0]?.pid ?? 0);
    const results: LimitResult[] = [];
    for (const worst of worstRequests) {
      reportProgress(`${worst.limit}: ${worst.description}`);
      const server = await startJoinery({ connectionString, root, store: 'postgres' }, file);
      results.push(await measure(worst, server, postmaster));
      await server.stop();
    }
    await client.end();
    return results;
  });
}

async function measure(
  { limit, description, make }: WorstRequest,
  server: ServerProcess,
  postmaster: number | undefined,
): Promise<LimitResult> {
  const origin = new URL(server.url).origin;
  const started = performance.now();
  let answer = await send(origin, make(0));
  const turns = performance.now() - started > LONG_MS ? 1 : TURNS;
  resetPeakMemory(server.pid);
  const before = await readTimes(server.pid, postmaster);
  for (let turn = 1; turn <= turns; turn += 1) answer = await send(origin, make(turn));
  const after = await readTimes(server.pid, postmaster);
  const each = (name: 'server' | 'database'): number | undefined => {
    const [from, to] = [before[name], after[name]];
    return from === undefined || to === undefined ? undefined : (to - from) / turns / 1000;
  };
  return {
    limit,
    description,
    ...answer,
    server: each('server'),
    database: each('database'),
    memory: readPeakMemory(server.pid),
  };
}

/** Waits until background work ends. */
async function readTimes(pid: number, postmaster: number | undefined) {
  await wait(100);
  return {
    server: readProcessorTime(pid),
    database: postmaster === undefined ? undefined : readFamilyTime(postmaster),
  };
}

async function send(
  origin: string,
  { path, body, encoding = 'identity' }: Asked,
): Promise<Pick<LimitResult, 'outcome' | 'bytes'>> {
  const headers = { 'accept-encoding': encoding, 'content-type': 'application/json' };
  const response = await request(origin + path, {
    headers,
    method: body === undefined ? 'GET' : 'POST',
    body: body ?? null,
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  return { outcome: readOutcome(bytes.toString('latin1', 0, 2000)), bytes: bytes.length };
}

function readOutcome(start: string): string {
  const code = /^\{"error(?:s":\[|":).*?"code":"(\w+)"/s.exec(start)?.[1];
  if (code === undefined) return 'success';
  const limit = /"details":\{"limit":"([\w-]+)"/.exec(start)?.[1];
  return limit === undefined ? code : `${code} (${limit})`;
}
