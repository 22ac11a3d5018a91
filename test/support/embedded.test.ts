import { readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ConfigurationError } from '../../src/base/problem.ts';
import { type EmbeddedServer, startEmbedded } from '../../src/embedded/start-embedded.ts';
import { startService } from '../faults/service/service-process.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

let folder: string;

beforeAll(async () => {
  folder = await makeTemporaryFolder();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function queryRows(server: EmbeddedServer, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: server.connectionString });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}

async function seedFile(name: string, sql: string): Promise<string> {
  await writeFile(join(folder, name), sql);
  return join(folder, name);
}

test('seeds the data once and keeps it', async () => {
  const options = {
    directory: join(folder, 'kept'),
    seed: [await seedFile('one.sql', 'create table t (x int); insert into t values (1)')],
  };
  const first = await startEmbedded(options);
  await queryRows(first, 'insert into t values (2)');
  await first.stop();
  await first.stop();
  const second = await startEmbedded(options);
  const rows = await queryRows(second, 'select x from t order by x').finally(() => second.stop());
  expect([first.fresh, second.fresh, rows]).toEqual([true, false, [{ x: 1 }, { x: 2 }]]);
});

test('reports file and line of a failing seed, and seeds from scratch at the next start', async () => {
  const good = await seedFile('good.sql', 'create table t (x int)');
  const bad = await seedFile('bad.sql', 'select 1;\n\nselect * from nowhere;');
  const directory = join(folder, 'repaired');
  const apiError = await startEmbedded({ directory, seed: [good, bad] }).catch((error: unknown) => error);
  expect(apiError).toBeInstanceOf(ConfigurationError);
  expect((apiError as ConfigurationError).problems).toEqual([
    {
      path: ['data-source', 'embedded', 'seed', 1],
      message: expect.stringContaining('bad.sql, line 3 failed: relation "nowhere" does not exist'),
      severity: 'error',
    },
  ]);
  const server = await startEmbedded({ directory, seed: [good] });
  await server.stop();
  expect(server.fresh).toBe(true);
});

test('rejects a folder in use, and names the process that uses it', async () => {
  const options = { directory: join(folder, 'used'), seed: [] };
  const server = await startEmbedded(options);
  const apiError = await startEmbedded(options).catch((error: unknown) => error);
  const lockFile = await readFile(join(options.directory, 'data/postmaster.pid'), 'utf8').finally(() => server.stop());
  expect((apiError as ConfigurationError).problems).toEqual([
    {
      path: ['data-source', 'embedded', 'directory'],
      message: expect.stringContaining(`(process ${lockFile.split('\n')[0]})`),
      severity: 'error',
    },
  ]);
});

test('uses a server of another process on request, and leaves it running', async () => {
  const options = { directory: join(folder, 'shared'), seed: [await seedFile('shared.sql', 'create table t (x int)')] };
  const starting = startEmbedded(options);
  // The second start finds a server that is starting, then one that is being seeded.
  const lockFile = join(options.directory, 'data/postmaster.pid');
  while ((await readFile(lockFile, 'utf8').catch(() => '')) === '') await setTimeout(5);
  const second = await startEmbedded({ ...options, reuseRunning: true });
  const server = await starting;
  try {
    expect(second).toMatchObject({ connectionString: server.connectionString, fresh: false });
    await second.stop();
    expect(await queryRows(second, 'select count(*)::int as n from t')).toEqual([{ n: 0 }]);
  } finally {
    await server.stop();
  }
  const alone = await startEmbedded({ ...options, reuseRunning: true });
  expect(await queryRows(alone, 'select count(*)::int as n from t').finally(() => alone.stop())).toEqual([{ n: 0 }]);
});

test('ignores a lock file whose process ID belongs to another program', {
  skip: process.platform !== 'linux',
}, async () => {
  const options = { directory: join(folder, 'stale'), seed: [] };
  await startEmbedded(options).then((server) => server.stop());
  await writeFile(join(options.directory, 'data/postmaster.pid'), `${process.pid}\n`);
  const server = await startEmbedded(options);
  await server.stop();
  expect(server.fresh).toBe(false);
});

test.each([1, 2])('logs an unexpected end of the server, with %i processes', async (workers) => {
  const directory = await makeTemporaryFolder();
  const seed = await seedFile('killed.sql', 'create table t (x int primary key)');
  const service = await startService(directory, {
    'data-source': { 'database-type': 'postgresql', embedded: { directory: 'database', seed: [seed] } },
    runtime: { host: { workers } },
    entities: { Item: { source: 't', permissions: [{ role: 'anonymous', actions: ['read'] }] } },
  });
  onTestFinished(() => service.stop('SIGKILL').then(() => undefined));
  const [pid] = (await readFile(join(directory, 'database/data/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  const lines = async () => (await service.log()).split('\n').filter((line) => line.includes('embedded PostgreSQL'));
  await expect
    .poll(async () => (await lines()).map((line) => JSON.parse(line)))
    .toMatchObject([
      { level: 50, exitCode: null, signal: 'SIGKILL', logFile: join(await realpath(directory), 'database/server.log') },
    ]);
  expect(await service.stop('SIGINT')).toBe(0);
  expect(await lines()).toHaveLength(1);
});

test('logs no end of a server that stops with the service', async () => {
  const directory = await makeTemporaryFolder();
  const seed = await seedFile('stopped.sql', 'create table t (x int primary key)');
  const ends: unknown[] = [];
  const server = await startEmbedded({ directory, seed: [seed], onExit: (exit) => ends.push(exit) });
  await server.stop();
  expect(ends).toEqual([]);
});

test('orders strings by code point, and uses UTC', async () => {
  const server = await startEmbedded({ directory: join(folder, 'locale'), seed: [] });
  const rows = await queryRows(
    server,
    `select current_setting('server_encoding') as encoding, current_setting('timezone') as zone, lower('ÄØŁ') as lower,
      array(select x from unnest(array['é', 'Z', 'a', 'z']) x order by x) as ordered,
      (select rolsuper from pg_roles where rolname = current_user) as superuser`,
  ).finally(() => server.stop());
  expect(rows).toEqual([
    { encoding: 'UTF8', zone: 'UTC', lower: 'äøł', ordered: ['Z', 'a', 'z', 'é'], superuser: false },
  ]);
});
