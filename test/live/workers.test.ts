import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { Random } from '../oracle/generate/random.ts';
import { AuditReport, attempt, readLog } from './audit-support.ts';
import { Load, readNote, startWorkers, workersConfiguration } from './workers-support.ts';

const WRITER = { headers: { 'x-api-role': 'writer' } };

/** Reads on a new connection: one to a killed worker cannot be used again. */
const readNew = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false, ...WRITER }, (response) => void text(response).then(resolve, reject)).once(
      'error',
      reject,
    );
  });

/** Sends requests on new connections, so that all workers answer. */
const repeat = <T>(times: number, send: () => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: times }, send));

async function readMetric(origin: string, pattern: RegExp): Promise<number> {
  const metrics = await readNew(`${origin}/metrics`);
  return [...metrics.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
}

const REQUESTS = /^joinery_requests_total\{kind="rest".*\} (\d+)$/gm;

it('answers by all workers, whose metrics and requests add up', async () => {
  const service = await startWorkers('workers_two', { runtime: { metrics: true, 'access-log': true } });
  const load = new Load(service.origin, { clients: 8, next: readNote });
  await expect.poll(() => load.count(200)).toBeGreaterThan(200);
  await load.stop();
  const log = await service.log();
  const pids = new Set([...log.matchAll(/"pid":(\d+),[^\n]*"msg":"Request"/g)].map(([, pid]) => Number(pid)));
  expect([...pids].sort()).toEqual([...service.workers()].sort());
  const counts = await repeat(4, () => readMetric(service.origin, REQUESTS));
  expect(new Set(counts)).toEqual(new Set([load.total]));
  expect(await readMetric(service.origin, /^joinery_sessions_max\{.*\} (\d+)$/gm)).toBe(20);
  expect(await readMetric(service.origin, /^joinery_info\{.*\} (\d+)$/gm)).toBe(1);
  const lists = await repeat(4, async () => {
    const { requests } = (await (await fetch(`${service.origin}/console/requests.json?after=0`)).json()) as {
      readonly requests: readonly { readonly id: number }[];
    };
    return requests.map(({ id }) => id);
  });
  expect(lists[0]).toHaveLength(200);
  expect(lists).toEqual(lists.map(() => lists[0]));
  // Counters do not decrease when a worker ends.
  const [oldest = 0] = service.workers();
  process.kill(oldest, 'SIGKILL');
  await expect.poll(() => service.workers().includes(oldest)).toBe(false);
  expect(await readMetric(service.origin, REQUESTS)).toBe(load.total);
});

it('ends the WebSockets of a caller in all workers', async () => {
  const live = { enabled: true, 'revoke-role': 'operator' };
  const service = await startWorkers('workers_revoke', { runtime: { live } });
  const headers = { 'x-api-role': 'reader' };
  const sockets = await repeat(8, async () => {
    const socket = new WebSocket(`${service.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers,
    });
    await once(socket, 'open');
    return socket;
  });
  const closed = Promise.all(sockets.map((socket) => once(socket, 'close')));
  const response = await fetch(`${service.origin}/live/revoke`, {
    method: 'POST',
    headers: { 'x-api-role': 'operator', 'content-type': 'application/json' },
    body: '{"role": "reader"}',
  });
  expect(await response.json()).toEqual({ ended: 8 });
  expect(new Set((await closed).map(([code]) => code))).toEqual(new Set([4403]));
});

it('serves the metrics of all workers on their own port', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const service = await startWorkers('workers_metrics_port', { runtime: { metrics: { port } } });
  await repeat(10, () => fetch(`${service.origin}/api/Note/1`, WRITER));
  await expect.poll(() => readMetric(`http://127.0.0.1:${port}`, REQUESTS)).toBe(10);
  expect((await fetch(`${service.origin}/metrics`)).status).toBe(404);
});

it('one worker reads the catalog, and all apply a change, also after that worker ends', async () => {
  const service = await startWorkers('workers_catalog', { workers: 3 });
  const configuration = workersConfiguration(service.databaseUrl, { workers: 3 });
  await service.reload({
    ...configuration,
    'data-source': { ...configuration['data-source'], 'catalog-interval-ms': 200 },
  });
  await expect.poll(() => service.log(), { timeout: 60_000 }).not.toContain('stays in use');
  await expect.poll(async () => (await service.query(READERS))[0]?.n, { timeout: 60_000 }).toBe(1);
  const fields = async (): Promise<readonly string[]> => {
    const notes = await repeat(12, async () => JSON.parse(await readNew(`${service.origin}/api/Note/1`)));
    return [...new Set(notes.map((note) => Object.keys(note as object).join()))];
  };
  await service.query('alter table notes add column first_change int');
  await expect.poll(fields).toEqual(['id,text,done,first_change']);
  // The first worker of the configuration is the reader.
  for (const column of ['second_change', 'third_change']) {
    const [oldest = 0] = service.workers();
    process.kill(oldest, 'SIGKILL');
    await expect.poll(() => service.workers().includes(oldest)).toBe(false);
    await service.query(`alter table notes add column ${column} int`);
    await expect.poll(async () => (await fields()).map((names) => names.split(',').at(-1))).toEqual([column]);
  }
});

/** Sessions that have queried the catalog. */
const READERS = `select count(*)::int as n from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_class%'`;

it('a statement that fails because of a changed table lets the reader read the catalog', async () => {
  const service = await startWorkers('workers_refresh');
  // The catalog is polled every 20 seconds.
  await service.query('alter table notes rename column done to finished');
  const query = async (): Promise<number> =>
    (await fetch(`${service.origin}/api/Note?$select=id,finished`, WRITER)).status;
  await repeat(4, () => fetch(`${service.origin}/api/Note?$first=1`, WRITER));
  await expect.poll(async () => new Set(await repeat(6, query)), { timeout: 15_000 }).toEqual(new Set([200]));
});

it('the audit files of the workers name each access once, through restarts', async () => {
  const audit = { file: 'audit.jsonl' };
  const service = await startWorkers('workers_audit', { audit });
  const random = new Random(1);
  const attempts: Awaited<ReturnType<typeof attempt>>[] = [];
  let isStopped = false;
  const clients = Array.from({ length: 6 }, async () => {
    while (!isStopped) attempts.push(await attempt(service.origin, random));
  });
  await sleep(1_500);
  const before = service.workers();
  await service.reload(workersConfiguration(service.databaseUrl, { audit }));
  await expect.poll(() => service.workers().some((pid) => before.includes(pid)), { timeout: 60_000 }).toBe(false);
  isStopped = true;
  await Promise.all(clients);
  await service.stop();
  const files = readdirSync(service.folder).filter((name) => name.startsWith('audit'));
  // During the restart, one more worker writes.
  expect(files.sort()).toEqual(['audit.1.jsonl', 'audit.2.jsonl', 'audit.3.jsonl']);
  const report = new AuditReport(files.map((name) => readLog(join(service.folder, name))));
  expect(report.contradictions).toEqual([]);
  expect(attempts.length).toBeGreaterThan(50);
  expect(attempts.filter(({ status }) => status === undefined || status >= 500)).toEqual([]);
  for (const { id, expected } of attempts) expect(report.accessesOf(id).toSorted()).toEqual(expected.toSorted());
});

/** Runs `start`, which is expected to fail. @returns its exit code and standard error */
async function startFailing(folder: string, options: readonly string[] = []): Promise<readonly [unknown, string]> {
  const main = join(import.meta.dirname, '../../src/main.ts');
  const child = spawn(process.execPath, [main, 'start', '--port', '0', ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return [code, printed];
}

it('reports mistakes at startup as a service without workers does', async () => {
  const service = await startWorkers('workers_mistakes');
  const taken = await startFailing(service.folder, ['--port', new URL(service.origin).port]);
  expect(taken).toEqual([1, expect.stringMatching(/^error: Port \d+ of 127\.0\.0\.1 is in use\./)]);
  const configuration = workersConfiguration(service.databaseUrl);
  const write = (content: object): void => writeFileSync(join(service.folder, 'joinery.json'), JSON.stringify(content));
  const { Note, Tag } = configuration.entities;
  write({ ...configuration, entities: { Note: { ...Note, source: 'nots' }, Tag } });
  expect(await startFailing(service.folder)).toEqual([1, expect.stringContaining('Did you mean "notes"?')]);
  write(workersConfiguration('postgres://u:p@127.0.0.1:1/none'));
  expect(await startFailing(service.folder)).toEqual([1, expect.stringContaining('The database is unreachable')]);
});
