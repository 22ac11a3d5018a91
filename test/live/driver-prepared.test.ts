import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { BoundStatement, Driver, StatementOutcome } from '../../src/store/driver.ts';
import { runOne } from '../../src/store/run-one.ts';
import { createDatabase } from '../support/create-database.ts';
import { kindOf, startedDialects } from '../support/dialects.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';

/** Queries for the number of prepared statements of the session. */
const COUNTS = {
  postgres: "select count(*)::text from pg_prepared_statements where name <> ''",
  mariadb: `select cast(cast(sum(if(variable_name = 'Com_stmt_prepare', 1, -1) * variable_value) as signed) as char)
    from information_schema.session_status where variable_name in ('Com_stmt_prepare', 'Com_stmt_close')`,
  mysql: "show session status where variable_name in ('Com_stmt_prepare', 'Com_stmt_close')",
};

const KIBIBYTE = 1024;

const unnamed = (text: string): BoundStatement => ({ settings: {}, statement: { text, slots: [] }, values: [] });

describe.each(startedDialects)('prepared statements on $name', ({ name }) => {
  describeOn(name, 'of the driver', () => {
    let driver: Driver;

    beforeAll(async () => {
      const connectionString = await createDatabase(name, 'driver_prepared', []);
      const { dataSource } = readShopConfig(name, connectionString);
      driver = await kindOf(name).open({
        ...dataSource,
        connectionString,
        pool: { ...dataSource.pool, max: 2, changes: 1 },
      });
    });
    afterAll(() => driver.close());

    /** Returns a statement of at least this size. */
    const named = (key: string, bytes = 0): BoundStatement => ({
      settings: {},
      statement: { text: `select '${key}${'x'.repeat(bytes)}'`, name: key, slots: [] },
      values: [],
    });
    const run = async (...units: readonly BoundStatement[]): Promise<readonly StatementOutcome[]> => {
      const outcomes: StatementOutcome[] = [];
      await driver.reads.use(async (session) => {
        for (let first = 0; first < units.length; first += session.maxBatchSize)
          await session.run(units.slice(first, first + session.maxBatchSize), (outcome) => outcomes.push(outcome));
      });
      return outcomes;
    };
    const count = async (): Promise<number> => {
      const [outcome] = await run(unnamed(COUNTS[name]));
      const rows = outcome !== undefined && 'result' in outcome ? (outcome.result[0]?.rows ?? []) : [];
      return rows.reduce((sum, row) => sum + (row[0] === 'Com_stmt_close' ? -1 : 1) * Number(row.at(-1)), 0);
    };

    it('are prepared at the third use', async () => {
      const before = await count();
      await run(named('seldom'), named('seldom'));
      expect(await count()).toBe(before);
      await run(named('often'), named('often'));
      await run(named('often'));
      expect(await count()).toBe(before + 1);
    });

    it('are bounded in bytes, and return the same rows after eviction', async () => {
      const keys = Array.from({ length: 40 }, (_, index) => `large ${index}`);
      for (let time = 0; time < 4; time += 1) {
        const outcomes = await run(...keys.map((key) => named(key, 16 * KIBIBYTE)));
        expect(outcomes.map((outcome) => 'result' in outcome)).toEqual(keys.map(() => true));
      }
      expect(await count()).toBeLessThanOrEqual(256 / 16);
    });

    it('are prepared again after one could not be prepared', async () => {
      const late: BoundStatement = {
        ...unnamed(''),
        statement: { text: 'select cast(count(*) as char(9)) from late_table', name: 'late', slots: [] },
      };
      await run(late, late);
      const outcomes = await run(late, unnamed('create table late_table (id int)'), late, late);
      expect(outcomes.map((outcome) => 'result' in outcome)).toEqual([false, true, true, true]);
      expect((await run(late))[0]).toHaveProperty('result');
    });

    it('are not affected by a failing statement before them', async () => {
      const broken = (value: string): BoundStatement => ({
        settings: {},
        statement: {
          text: name === 'postgres' ? 'select (1 / $1::int)::text' : 'select cast(? as char)',
          name: 'broken',
          slots: [],
        },
        values: [value],
      });
      await run(broken('1'), broken('1'));
      const outcomes = await run(broken(name === 'postgres' ? '0' : '1'), broken('1'), broken('1'));
      expect(outcomes.map((outcome) => 'result' in outcome)).toEqual([name !== 'postgres', true, true]);
      expect((await run(broken('1')))[0]).toHaveProperty('result');
      expect((await run(broken('1'), broken('1'))).map((outcome) => 'result' in outcome)).toEqual([true, true]);
    });

    it('are not retried if the statement itself is invalid', async () => {
      const wrong: BoundStatement = { ...named('wrong'), statement: { text: 'selekt', name: 'wrong', slots: [] } };
      for (let time = 0; time < 4; time += 1) {
        const outcomes = await run(wrong, wrong, named('right'));
        expect(outcomes.map((outcome) => 'result' in outcome)).toEqual([false, false, true]);
      }
    });
  });
});

describeOn('postgres', 'prepared statements on postgres', () => {
  const named: BoundStatement = { ...unnamed(''), statement: { text: "select 'kept'", name: 'kept', slots: [] } };

  it.each([
    ['are missing', [named, named, named], 'deallocate all', '26000'],
    ['exist although the driver did not prepare them', [named, named], 'prepare kept as select 1', '42P05'],
  ] as const)(
    'that %s: report which setting to change, and close the session',
    async (_what, before, between, code) => {
      const connectionString = await createDatabase('postgres', 'driver_prepared_lost', []);
      const { dataSource } = readShopConfig('postgres', connectionString);
      const driver = await kindOf('postgres').open({
        ...dataSource,
        connectionString,
        pool: { ...dataSource.pool, max: 2, changes: 1 },
      });
      onTestFinished(() => driver.close());
      const run = (unit: BoundStatement) => driver.reads.use((session) => runOne(session, unit));
      for (const unit of before) await run(unit);
      await run(unnamed(between));
      const error = await run(named).catch((thrown) => thrown);
      expect(error).toMatchObject({ code, severity: 'ERROR' });
      expect(driver.classify(error)).toMatchObject({
        isSessionLost: false,
        isRolledBack: false,
        apiError: { code: 'Unavailable', details: { setting: 'data-source.prepared' } },
      });
      // In a new session.
      expect((await run(named))[0]?.rows).toEqual([['kept']]);
    },
  );
});
