import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../src/base/problem.ts';
import type { FaultDatabase } from '../faults/database/fault-database.ts';
import { startPostgres } from '../faults/database/postgres.ts';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const reader = [{ role: 'anonymous', actions: ['read'] }];
/** The setting applies to administrators too. */
const writing = 'set transaction read write;';
const writer = [{ role: 'anonymous', actions: ['*'] }];

describe('a PostgreSQL that rejects changes', () => {
  let folder: string;
  let database: FaultDatabase;
  let rest: ServedRest;

  const boot = async (permissions: object = writer) => {
    const warnings: Problem[] = [];
    const application = await bootFile(
      {
        'data-source': { 'database-type': 'postgresql', 'connection-string': database.connectionString },
        entities: {
          Thing: { source: 'things', permissions },
          Other: { source: 'others', permissions: reader },
        },
      },
      (problem) => warnings.push(problem),
    );
    return { served: await serveRest(application), warnings };
  };

  beforeAll(async () => {
    folder = await makeTemporaryFolder();
    database = await startPostgres(join(folder, 'server'), { settings: {} });
    rest = (await boot()).served;
  });

  afterAll(async () => {
    await rest?.close();
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const graphql = async (query: string) => {
    const headers = { 'content-type': 'application/json' };
    const { body } = await rest.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
    return body as { data?: Record<string, unknown>; errors?: { extensions: { code: string } }[] };
  };

  const rename = (name: string) =>
    rest.fetch('/api/Thing/1', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    });

  const warning = (reason: string) => ({
    path: ['data-source', 'connection-string'],
    message: `The database is read-only (${reason}), and rejects the changes that permissions allow for "Thing". Make it writable, or allow "read" only.`,
    severity: 'warning',
  });

  /** Over both APIs, by one statement and by a transaction. */
  const expectRejected = async (code: string, status: number) => {
    const { status: answered, headers, body } = await rename('rejected');
    expect([answered, body.error.code, headers['retry-after'] !== undefined]).toEqual([status, code, status === 503]);
    const document = `mutation {
      updateThing(id: 1, item: { name: "rejected" }) { name }
      deleteThing(id: 2) { name }
    }`;
    const several = await graphql(document);
    expect([several.data ?? null, several.errors?.[0]?.extensions?.code]).toEqual([null, code]);
  };

  const expectReads = async () => {
    expect(await rest.get('Thing/1')).toMatchObject({ status: 200, body: { id: 1 } });
    expect((await graphql('{ things(first: 2) { id name } }')).data?.things).toHaveLength(2);
    expect((await rest.get('Other', { $first: 1 })).body.value).toEqual([{ id: 1, name: 'other 1' }]);
  };

  test.each([
    [
      'database',
      `alter database joinery set default_transaction_read_only = on`,
      `${writing} alter database joinery reset all`,
    ],
    ['role', `alter role joinery set default_transaction_read_only = on`, `${writing} alter role joinery reset all`],
    [
      'server',
      'alter system set default_transaction_read_only = on',
      'alter system reset default_transaction_read_only',
    ],
  ])('by a setting of the %s returns ApplicationError, and reads continue', async (_of, set, reset) => {
    expect((await rename('before')).status).toBe(200);
    for (const text of [set, 'select pg_reload_conf()']) await database.query(text);
    await rest.close();
    const { served, warnings } = await boot();
    rest = served;
    expect(warnings).toEqual([warning('"default_transaction_read_only" is on')]);
    await expectRejected('ApplicationError', 400);
    expect((await rename('rejected')).body.error.message).toMatch(/^The database is read-only\./);
    expect(rest.logged.at(-1)).toMatchObject({ code: 'ApplicationError', entities: ['Thing'], sqlState: '25006' });
    await expectReads();
    // Open sessions keep settings of the role and the database.
    for (const text of [reset, 'select pg_reload_conf()']) await database.query(text);
    await expect.poll(async () => (await rename('after')).status).toBe(200);
    expect((await rest.get('Thing/1')).body).toEqual({ id: 1, name: 'after' });
  });

  test('sends a change again in a new session if its session is outdated', async () => {
    expect((await rename('before')).status).toBe(200);
    await database.query('alter role joinery set default_transaction_read_only = on');
    const { served } = await boot();
    await rest.close();
    rest = served;
    await database.query('alter role joinery reset all');
    for (const name of ['one', 'two', 'three', 'four'])
      expect(await rename(name)).toMatchObject({ status: 200, body: { name } });
  });

  test('as a standby returns Unavailable, and serves changes once it is promoted', async () => {
    await database.stop();
    const signal = join(folder, 'server', 'data', 'standby.signal');
    await writeFile(signal, '');
    await chmod(signal, 0o666);
    await database.start();
    expect(await database.query('select pg_is_in_recovery() as standby')).toEqual([{ standby: true }]);
    await expect.poll(async () => (await rest.get('Thing/1')).status).toBe(200);
    await expectRejected('Unavailable', 503);
    expect((await rename('rejected')).body.error.message).toMatch(/^The database is a standby/);
    await expectReads();
    for (const [permissions, warned] of [
      [writer, [warning('the server is a standby')]],
      [reader, []],
    ] as const) {
      const { served, warnings } = await boot(permissions);
      await served.close();
      expect(warnings).toEqual(warned);
    }
    await database.query('select pg_promote()');
    await expect.poll(async () => (await rename('promoted')).status).toBe(200);
    expect((await rest.get('Thing/1')).body).toEqual({ id: 1, name: 'promoted' });
  });
});
