import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openPostgres } from '../../src/dialect/postgres/driver/open-postgres.ts';
import { unnamedStatement } from '../../src/dialect/postgres/driver/statement-messages.ts';
import type { Driver } from '../../src/store/driver.ts';
import type { Result } from '../../src/store/result.ts';
import { runOne } from '../../src/store/run-one.ts';
import { createDatabase } from '../support/create-database.ts';
import { type Pooler, startPooler } from '../support/pgbouncer.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

/** Settings that affect responses, each with a default that differs from ours. */
const OTHER_DEFAULTS = {
  timezone: 'Asia/Tokyo',
  datestyle: 'German',
  intervalstyle: 'sql_standard',
  bytea_output: 'escape',
  extra_float_digits: '-3',
  default_transaction_isolation: 'serializable',
};

const SEEN = unnamedStatement(`
  select '2020-01-01 00:00:00+00'::timestamptz::text, interval '1 day 2 hours'::text, '\\x41'::bytea::text, (0.1::float8 + 0.2)::text,
    current_setting('statement_timeout')`);
const AS_EVER = ['2020-01-01 00:00:00+00', '1 day 02:00:00', '\\x41', '0.30000000000000004', '1234ms'];

describe.each(['session', 'transaction'])('behind a pooler in %s pooling', (mode) => {
  describeOn('pgbouncer', 'the driver', () => {
    let pooler: Pooler;

    beforeAll(async () => {
      const target = await createDatabase('postgres', `driver_pooler_${mode}`, []);
      const admin = new Client(target);
      await admin.connect();
      for (const [name, value] of Object.entries(OTHER_DEFAULTS)) {
        await admin.query(`alter database ${admin.escapeIdentifier(admin.database ?? '')} set ${name} = '${value}'`);
      }
      await admin.query('create table counters (id int primary key, n int); insert into counters values (1, 0)');
      await admin.end();
      pooler = await startPooler({
        program: inject('pgbouncer') ?? '',
        folder: join(await makeTemporaryFolder(), 'pooler'),
        target,
        settings: { pool_mode: mode, default_pool_size: mode === 'session' ? 20 : 3 },
      });
    });
    afterAll(() => pooler.stop());

    async function withDriver<T>(prepared: boolean, work: (driver: Driver) => Promise<T>): Promise<T> {
      const { connectionString } = pooler;
      const { dataSource } = readShopConfig('postgres', connectionString);
      const driver = await openPostgres({ ...dataSource, connectionString, prepared, statementTimeoutMs: 1234 });
      try {
        return await work(driver);
      } finally {
        await driver.close();
      }
    }

    const rowOf = ([set]: Result) => set?.rows[0];

    it('returns the same answers without prepared statements', () =>
      withDriver(false, async (driver) => {
        const { reads, changes, service } = driver;
        const unit = { ...SEEN, statement: { ...SEEN.statement, name: 'seen' } };
        for (let time = 0; time < 5; time += 1) {
          const all = await Promise.all([
            ...Array.from({ length: 3 }, () => reads.use((session) => runOne(session, unit))),
            changes.use((session) => session.run(unit)),
            changes.use((session) => session.transaction(() => session.run(unit), 'read committed')),
            service.use((session) => runOne(session, unit)),
          ]);
          expect(all.map(rowOf)).toEqual(Array(6).fill(AS_EVER));
        }
      }));

    it('reads committed data within transactions', () =>
      withDriver(false, async ({ changes }) => {
        const isolation = await changes.use((session) =>
          session.transaction(
            () => session.run(unnamedStatement("select current_setting('transaction_isolation')")),
            'read committed',
          ),
        );
        expect(rowOf(isolation)).toEqual(['read committed']);
      }));

    it('cancels its own statement only', () =>
      withDriver(false, async (driver) => {
        const { changes, reads } = driver;
        await Promise.all(
          Array.from({ length: 3 }, async () => {
            const error = await changes
              .use(async (session) => {
                const running = session.run({
                  ...unnamedStatement('select pg_sleep(20)::text'),
                  settings: { statement_timeout: '20000' },
                });
                await Promise.all([running, session.cancel()]);
              })
              .catch((thrown) => thrown);
            expect(driver.classify(error)).toMatchObject({
              apiError: { code: 'DatabaseTimeout' },
              isSessionLost: false,
            });
          }),
        );
        expect(rowOf(await reads.use((session) => runOne(session, SEEN)))).toEqual(AS_EVER);
      }));

    it('reports sessions lost when the pooler restarts, and recovers', () =>
      withDriver(false, async (driver) => {
        await driver.reads.use((session) => runOne(session, SEEN));
        await pooler.restart();
        const again = async (): Promise<Result> => {
          try {
            return await driver.reads.use((session) => runOne(session, SEEN));
          } catch (error) {
            expect(driver.classify(error)).toMatchObject({ isSessionLost: true, apiError: { code: 'Unavailable' } });
            return await again();
          }
        };
        expect(rowOf(await again())).toEqual(AS_EVER);
      }));

    it('reports how to configure prepared statements', () =>
      withDriver(true, async (driver) => {
        for (const use of [
          () => driver.reads.use((session) => runOne(session, SEEN)),
          () => driver.changes.use((session) => session.run(SEEN)),
          () => driver.service.use((session) => runOne(session, SEEN)),
        ]) {
          const { apiError } = driver.classify(await use().catch((error) => error));
          expect(apiError).toMatchObject({ code: 'Unavailable', message: expect.stringContaining('Set "prepared"') });
        }
      }));
  });
});

describeOn('pgbouncer', 'settings dropped by a pooler', () => {
  it('are detected, although the pooler reports nothing', async () => {
    const pooler = await startPooler({
      program: inject('pgbouncer') ?? '',
      folder: join(await makeTemporaryFolder(), 'pooler'),
      target: await createDatabase('postgres', 'driver_pooler_drops', []),
      settings: { pool_mode: 'transaction', ignore_startup_parameters: 'options' },
    });
    const { connectionString } = pooler;
    const driver = await openPostgres({ ...readShopConfig('postgres', connectionString).dataSource, connectionString });
    for (const kind of ['reads', 'service'] as const) {
      const error = await driver[kind].use((session) => runOne(session, SEEN)).catch((thrown) => thrown);
      expect(driver.classify(error).apiError?.message).toContain('Set "prepared"');
    }
    await driver.close();
    await pooler.stop();
  });
});
