import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'graphql';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerResult, Application } from '../../src/app/application.ts';
import { boot } from '../../src/app/boot.ts';
import { ANONYMOUS } from '../../src/base/identity.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { openPostgres } from '../../src/dialect/postgres/driver/open-postgres.ts';
import { queryOf } from '../../src/execute/create-execution.ts';
import { createDatabase } from '../support/create-database.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

/** One session, one queue place, half a second per statement: easy to exhaust. */
const settings = { pool: { max: 1, 'max-waiting': 1, 'acquire-timeout-ms': 400 }, 'statement-timeout-ms': 600 };

describe('sessions with PostgreSQL', () => {
  let app: Application;
  let url: string;

  beforeAll(async () => {
    const folder = await makeTemporaryFolder();
    const sql = join(folder, 'slow.sql');
    await writeFile(
      sql,
      'create view slow as select n::int as id, pg_sleep(n / 10.0)::text as slept from generate_series(1, 20) n;',
    );
    url = await createDatabase('postgres', 'sessions', [sql]);
    const file = join(folder, 'joinery.json');
    const entity = {
      source: { object: 'slow', type: 'view' },
      permissions: [{ role: 'anonymous', actions: ['read'] }],
    };
    await writeFile(
      file,
      JSON.stringify({
        'data-source': { 'database-type': 'postgresql', 'connection-string': url, ...settings },
        entities: { Slow: { ...entity, graphql: { type: { singular: 'Slow', plural: 'Slows' } } } },
      }),
    );
    app = await boot(readConfig(file, {}).config);
  });
  afterAll(() => app.close());

  const sleep = (tenths: number): Promise<AnswerResult> =>
    app.answer({
      document: parse(`{ slows(filter: { id: { eq: ${tenths} } }) { id slept } }`),
      operationName: undefined,
      variables: {},
      identity: ANONYMOUS,
    });
  const codeOf = (result: AnswerResult) =>
    result.kind === 'failed'
      ? result.apiError.code
      : result.kind === 'rejected'
        ? result.apiErrors[0]?.code
        : 'answered';

  it.each([
    ['', 'joinery'],
    ['?application_name=shop', 'shop'],
  ])('report an application name with the URL %j: %s', async (options, name) => {
    const driver = await openPostgres({ ...app.config.dataSource, connectionString: `${url}${options}` });
    const result = await queryOf(driver)("select current_setting('application_name') as name", []);
    await driver.close();
    expect(result).toEqual([{ name }]);
  });

  it('are replaced after all of them were killed', async () => {
    expect(codeOf(await sleep(1))).toBe('answered');
    const admin = new Client({ connectionString: url });
    await admin.connect();
    const { rowCount } = await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    await admin.end();
    expect(rowCount).toBeGreaterThan(0);
    expect(codeOf(await sleep(1))).toBe('answered');
  });

  it('end a slow statement with DatabaseTimeout', async () => {
    expect(codeOf(await sleep(9))).toBe('DatabaseTimeout');
    expect(codeOf(await sleep(1))).toBe('answered');
  });

  it('reject requests that find the queue full, or wait too long', async () => {
    const results = await Promise.all([sleep(5), sleep(1), sleep(1)]);
    expect(results.map(codeOf)).toEqual(['answered', 'Unavailable', 'Unavailable']);
    expect(codeOf(await sleep(1))).toBe('answered');
  });
});
