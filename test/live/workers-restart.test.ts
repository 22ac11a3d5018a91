import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createAuthority } from '../support/certificates.ts';
import { isLong } from '../support/long-run.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { ageOf, createNote, isRunning, Load, readNote, startWorkers, workersConfiguration } from './workers-support.ts';

/** Milliseconds after which a worker has started, even on a busy machine. */
const STARTED_MS = 3_000;

/** Maximum milliseconds between the requests of a client, which leaves the processors to the workers that start. */
const PAUSE_MS = 40;

it('loses no acknowledged write while a worker is killed every second', async () => {
  const service = await startWorkers('workers_kills', { workers: 3 });
  const load = new Load(service.origin, { clients: 16, next: createNote, pause: 10 });
  const seconds = isLong ? 60 : 10;
  let kills = 0;
  for (let second = 0; second < seconds; second += 1) {
    await sleep(1_000);
    const [oldest] = service.workers();
    if (oldest === undefined || ageOf(oldest) < STARTED_MS) continue;
    process.kill(oldest, 'SIGKILL');
    kills += 1;
  }
  await sleep(1_000);
  await load.stop();
  const { '201 keep-alive': created = 0, ...others } = load.counts;
  expect(kills).toBeGreaterThan(seconds / 4);
  expect(created).toBeGreaterThan(100);
  expect(others.ECONNRESET).toBeGreaterThan(0);
  expect(Object.keys(others)).toEqual(['ECONNRESET']);
  const rows = await service.query("select text, count(*)::int as n from notes where text like '%-%-%-%-%' group by 1");
  const counts = new Map(rows.map(({ text, n }) => [text, n]));
  expect(load.acknowledged.filter((id) => counts.get(id) !== 1)).toEqual([]);
  expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
  // Sessions of killed workers have ended. Each worker has one more session for its own queries.
  const sessions = `select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await service.query(sessions))[0]?.n).toBeLessThanOrEqual(20 + 3);
  await expect.poll(() => service.workers().length).toBe(3);
});

it('replaces all workers on SIGHUP without failing a request', async () => {
  const service = await startWorkers('workers_reload');
  const before = service.workers();
  expect(before).toHaveLength(2);
  const busy = new Load(service.origin, { clients: 8, next: readNote, pause: PAUSE_MS });
  const idle = new Load(service.origin, { clients: 8, next: readNote, pause: 200 });
  await sleep(500);
  const configuration = workersConfiguration(service.databaseUrl);
  const { Note } = configuration.entities;
  for (const alias of ['label', 'title']) {
    const renamed = { ...Note, fields: [{ name: 'text', alias }] };
    await service.reload({ ...configuration, entities: { ...configuration.entities, Note: renamed } });
    await expect
      .poll(async () => Object.keys((await (await fetch(`${service.origin}/api/Note/1`, WRITER)).json()) as object))
      .toContain(alias);
    await expect.poll(() => service.log(), { timeout: 30_000 }).not.toContain('previous configuration stays');
    await expect.poll(() => service.workers().length).toBe(2);
  }
  await expect.poll(() => service.workers().filter((pid) => before.includes(pid))).toEqual([]);
  await sleep(500);
  await Promise.all([busy.stop(), idle.stop()]);
  for (const { counts, total, count } of [busy, idle].map((load) => ({
    ...load,
    total: load.total,
    count: load.count(200),
  }))) {
    expect(total).toBeGreaterThan(50);
    expect(count).toBe(total);
    expect(Object.keys(counts).filter((outcome) => !outcome.startsWith('200 '))).toEqual([]);
  }
});

const WRITER = { headers: { 'x-api-role': 'writer' } };

it('ends idle connections at a restart, and slow requests', async () => {
  const runtime = { limits: { 'request-timeout-ms': 2_000 } };
  const service = await startWorkers('workers_idle', { runtime });
  const before = service.workers();
  const { port } = new URL(service.origin);
  const idle = connect(Number(port), '127.0.0.1');
  idle.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(String((await once(idle, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  const ended = once(idle, 'end');
  await service.reload(workersConfiguration(service.databaseUrl, { runtime }));
  await ended;
  await expect.poll(() => service.workers().some((pid) => before.includes(pid))).toBe(false);
  const slow = connect(Number(port), '127.0.0.1');
  slow.write('GET /health/live HTTP/1.1\r\nHost: ');
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 /);
});

it('keeps the workers if a changed configuration is invalid', async () => {
  const service = await startWorkers('workers_invalid');
  const before = service.workers();
  const configuration = workersConfiguration(service.databaseUrl);
  await service.reload('{ "entities": ');
  await expect.poll(() => service.log()).toContain('is not valid JSON');
  // Only the database knows this mistake.
  const { Note } = configuration.entities;
  await service.reload({ ...configuration, entities: { Note: { ...Note, relationships: {}, source: 'nots' } } });
  await expect.poll(() => service.log()).toContain('Did you mean "notes"?');
  await service.reload(workersConfiguration('postgres://u:p@127.0.0.1:1/none'));
  await expect.poll(() => service.log()).toContain('The database is unreachable');
  await service.reload(workersConfiguration(service.databaseUrl, { runtime: { metrics: { port: 1 } } }));
  await expect.poll(async () => (await service.log()).match(/previous configuration stays in use/g)?.length).toBe(4);
  expect(service.workers()).toEqual(before);
  expect((await fetch(`${service.origin}/api/Note/1`, WRITER)).status).toBe(200);
  const { problems } = (await (await fetch(`${service.origin}/console/problems.json`)).json()) as {
    problems: unknown[];
  };
  expect(problems).not.toEqual([]);
});

it('drains on SIGTERM: further requests receive 503 with Connection: close', async () => {
  const service = await startWorkers('workers_drain', { host: { 'drain-ms': 2_000 } });
  const load = new Load(service.origin, { clients: 16, next: readNote });
  while (load.count(200) < 100) await sleep(20);
  const workers = service.workers();
  const code = service.stop();
  await sleep(100);
  await load.stop();
  expect(await code).toBe(0);
  const {
    '200 keep-alive': before,
    '200 close': _,
    '503 close': rejected,
    ECONNREFUSED: ended,
    ...others
  } = load.counts;
  expect(before).toBeGreaterThan(0);
  expect(rejected ?? 1).toBeGreaterThan(0);
  expect(ended ?? 1).toBeGreaterThan(0);
  expect(others).toEqual({});
  expect(workers.filter(isRunning)).toEqual([]);
});

it.each(['SIGINT', 'SIGTERM'] as const)('completes requests if %s reaches all processes', async (signal) => {
  const service = await startWorkers('workers_group');
  await service.query('create view slow as select id, pg_sleep(2)::text as slept from notes where id = 1');
  const configuration = workersConfiguration(service.databaseUrl);
  const Slow = {
    source: { object: 'slow', type: 'view', 'key-fields': ['id'] },
    permissions: configuration.entities.Note.permissions,
  };
  await service.reload({ ...configuration, entities: { ...configuration.entities, Slow } });
  await expect.poll(async () => (await fetch(`${service.origin}/api/Slow?$first=0`, WRITER)).status).not.toBe(404);
  await expect.poll(() => service.workers().length).toBe(2);
  const running = Array.from({ length: 4 }, () => fetch(`${service.origin}/api/Slow`, WRITER));
  await sleep(500);
  for (const pid of service.workers()) process.kill(pid, signal);
  const ended = service.stop(signal);
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await ended).toBe(0);
});

it('replaces workers over TLS: each connection ends after its next response', async () => {
  const { issue, ca } = await createAuthority(await makeTemporaryFolder());
  const { cert, key } = await issue('localhost');
  const service = await startWorkers('workers_tls', { host: { tls: { cert, key } } });
  const before = service.workers();
  const load = new Load(service.origin, { clients: 4, next: readNote, pause: 20, ca: readFileSync(ca, 'utf8') });
  await expect.poll(() => load.count(200)).toBeGreaterThan(20);
  await service.reload(workersConfiguration(service.databaseUrl, { host: { tls: { cert, key } } }));
  await expect.poll(() => service.workers().some((pid) => before.includes(pid)), { timeout: 90_000 }).toBe(false);
  await load.stop();
  expect(load.counts['200 close']).toBeGreaterThan(0);
  expect(load.count(200)).toBe(load.total);
});

it('a single process reloads on SIGHUP without failing a request', async () => {
  const service = await startWorkers('workers_single', { workers: 1 });
  expect(service.workers()).toEqual([]);
  const load = new Load(service.origin, { clients: 4, next: readNote, pause: PAUSE_MS });
  const configuration = workersConfiguration(service.databaseUrl, { workers: 1 });
  const { Note } = configuration.entities;
  for (const alias of ['label', 'title']) {
    const renamed = { ...Note, fields: [{ name: 'text', alias }] };
    await service.reload({ ...configuration, entities: { ...configuration.entities, Note: renamed } });
    await expect
      .poll(async () => Object.keys((await (await fetch(`${service.origin}/api/Note/1`, WRITER)).json()) as object))
      .toContain(alias);
  }
  await service.reload(workersConfiguration(service.databaseUrl));
  await expect.poll(() => service.log()).toContain('A changed "runtime.host.workers" applies only at a start');
  await expect.poll(() => load.count(200)).toBeGreaterThan(50);
  await load.stop();
  expect(load.count(200)).toBe(load.total);
  expect(await service.stop()).toBe(0);
});

it('ends the workers if their primary process is killed', async () => {
  const service = await startWorkers('workers_orphans');
  const workers = service.workers();
  await service.stop('SIGKILL');
  await expect.poll(() => workers.filter(isRunning), { timeout: 10_000 }).toEqual([]);
  const { port } = new URL(service.origin);
  const socket = connect(Number(port), '127.0.0.1');
  const code = await new Promise((resolve) => {
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code)).once('connect', () => resolve('open'));
  });
  expect(code).toBe('ECONNREFUSED');
});
