import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Driver, Unit, UnitOutcome } from '../../src/store/driver.ts';
import { createDatabase } from '../support/create-database.ts';
import { dialects, kindOf } from '../support/dialects.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';

/** How many statements the session keeps. */
const COUNTS = {
  postgres: "select count(*)::text from pg_prepared_statements where name <> ''",
  mariadb: `select cast(cast(sum(if(variable_name = 'Com_stmt_prepare', 1, -1) * variable_value) as signed) as char)
    from information_schema.session_status where variable_name in ('Com_stmt_prepare', 'Com_stmt_close')`,
};

const KIBIBYTE = 1024;

describe.each(dialects)('statements kept prepared on $name', ({ name }) => {
  describeOn(name, 'by its driver', () => {
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

    /** A statement with some bytes. */
    const named = (key: string, bytes = 0): Unit => ({
      settings: {},
      statement: { text: `select '${key}${'x'.repeat(bytes)}'`, name: key, slots: [] },
      values: [],
    });
    const run = async (...units: readonly Unit[]): Promise<readonly UnitOutcome[]> => {
      const given: UnitOutcome[] = [];
      await driver.reads.use(async (session) => {
        for (let first = 0; first < units.length; first += session.maxUnits)
          await session.run(units.slice(first, first + session.maxUnits), (outcome) => given.push(outcome));
      });
      return given;
    };
    const count = async (): Promise<number> => {
      const [outcome] = await run({ settings: {}, statement: { text: COUNTS[name], slots: [] }, values: [] });
      return outcome !== undefined && 'result' in outcome ? Number(outcome.result[0]?.rows[0]?.[0]) : Number.NaN;
    };

    it('are those that were asked for twice before', async () => {
      const before = await count();
      await run(named('seldom'), named('seldom'));
      expect(await count()).toBe(before);
      await run(named('often'), named('often'));
      await run(named('often'));
      expect(await count()).toBe(before + 1);
    });

    it('are bounded in bytes, and give the same once they were given up', async () => {
      const keys = Array.from({ length: 40 }, (_, index) => `large ${index}`);
      for (let time = 0; time < 4; time += 1) {
        const outcomes = await run(...keys.map((key) => named(key, 16 * KIBIBYTE)));
        expect(outcomes.map((outcome) => 'result' in outcome)).toEqual(keys.map(() => true));
      }
      expect(await count()).toBeLessThanOrEqual(256 / 16);
    });

    it('are not missed by those behind one that fails while it is prepared', async () => {
      const broken = (value: string): Unit => ({
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

    it('are not waited for where the statement itself is wrong', async () => {
      const wrong: Unit = { ...named('wrong'), statement: { text: 'selekt', name: 'wrong', slots: [] } };
      for (let time = 0; time < 4; time += 1) {
        const outcomes = await run(wrong, wrong, named('right'));
        expect(outcomes.map((outcome) => 'result' in outcome)).toEqual([false, false, true]);
      }
    });
  });
});
