import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoundStatement, Driver, StatementOutcome } from '../../src/store/driver.ts';
import { createDatabase } from '../support/create-database.ts';
import { kindOf, startedDialects } from '../support/dialects.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';
import { retryConversion } from '../support/sql/retry-conversion.ts';

const words = {
  postgres: {
    sleep: 'select pg_sleep(60)::text',
    nap: 'select pg_sleep(0.003)::text',
    sleeping:
      "select count(*)::text from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
  },
  mariadb: {
    sleep: 'select cast(sleep(60) as char) from accounts',
    nap: 'select cast(sleep(0.003) as char)',
    sleeping:
      "select cast(count(*) as char) from information_schema.processlist where state = 'User sleep' and db = database()",
  },
  mysql: {
    // If sleep() is the only expression, a cancel makes it return instead of fail.
    sleep: 'select cast(a.id + sleep(60) as char) from accounts a, accounts b',
    nap: 'select cast(sleep(0.003) as char)',
    sleeping:
      "select cast(count(*) as char) from information_schema.processlist where state = 'User sleep' and db = database()",
  },
} as const;

const boundStatement = (text: string): BoundStatement => ({ settings: {}, statement: { text, slots: [] }, values: [] });

describe.each(startedDialects)('a cancel on $name', ({ name }) => {
  describeOn(name, 'through the driver', () => {
    const { sleep, nap, sleeping } = words[name];
    let driver: Driver;
    /** One session for changes, so that each change reuses the session of the previous one. */
    let near: Driver;

    beforeAll(async () => {
      const connectionString = await createDatabase(name, 'driver_cancels', []);
      const { dataSource } = readShopConfig(name, connectionString);
      driver = await kindOf(name).open(dataSource);
      near = await kindOf(name).open({ ...dataSource, pool: { ...dataSource.pool, max: 2, changes: 1 } });
      await change('create table accounts (id int primary key, amount int)');
      await change('insert into accounts values (1, 10), (2, 20)');
    });
    afterAll(() => Promise.all([driver.close(), near.close()]));

    const change = (text: string) => driver.changes.use((session) => session.run(boundStatement(text)));

    const countSleeping = (): Promise<number> =>
      retryConversion(() =>
        driver.changes.use(async (session) => Number((await session.run(boundStatement(sleeping)))[0]?.rows[0]?.[0])),
      );

    async function waitUntilSleeping(count: number): Promise<void> {
      while ((await countSleeping()) !== count) await delay(5);
    }

    it('ends a read, and leaves its session usable', async () => {
      const outcomes = await driver.reads.use(async (session) => {
        const outcomes: StatementOutcome[] = [];
        const running = session.run([boundStatement(sleep)], (outcome) => outcomes.push(outcome));
        await waitUntilSleeping(1);
        await session.cancel();
        expect(outcomes, 'all pending statements have ended').toHaveLength(1);
        await running;
        for (let again = 0; again < 5; again += 1)
          await session.run([boundStatement('select 1')], (outcome) => outcomes.push(outcome));
        return outcomes;
      });
      expect(await countSleeping()).toBe(0);
      const [canceled, ...others] = outcomes;
      expect(driver.classify(canceled !== undefined && 'error' in canceled && canceled.error)).toMatchObject({
        apiError: { code: 'DatabaseTimeout' },
        isSessionLost: false,
      });
      expect(others.map((outcome) => 'result' in outcome)).toEqual(Array(5).fill(true));
    });

    it('ends a change, including inside a transaction, and leaves its session usable', async () => {
      const canceled = driver.changes.use((session) =>
        session.transaction(async () => {
          await session.run(boundStatement('update accounts set amount = 0 where id = 1'));
          const running = session.run(boundStatement(sleep));
          waitUntilSleeping(1).then(() => session.cancel());
          await running;
        }, 'read committed'),
      );
      expect(driver.classify(await canceled.catch((error) => error))).toMatchObject({
        apiError: { code: 'DatabaseTimeout' },
        isSessionLost: false,
      });
      const [set] = await change('select amount from accounts where id = 1');
      expect(String(set?.rows[0]?.[0])).toBe('10');
    });

    it('is a no-op when idle', async () => {
      const results = await driver.changes.use(async (session) => {
        await session.cancel();
        return await session.run(boundStatement('select 1'));
      });
      expect(results[0]?.rows).toHaveLength(1);
    });

    it('does not affect changes of others', async () => {
      for (let turn = 0; turn < 100; turn += 1) {
        await near.changes.use(async (session) => {
          const running = session.run(boundStatement('select 1'));
          session.cancel();
          await running.catch(() => undefined);
        });
        const next = await near.changes.use((session) => session.run(boundStatement(nap)));
        expect(next[0]?.rows).toHaveLength(1);
      }
    });

    it('does not affect the next user of the session', async () => {
      const canceled = Array.from({ length: 30 }, () =>
        driver.reads.use(async (session) => {
          const running = session.run([boundStatement('select 1')], () => undefined);
          session.cancel();
          await running;
        }),
      );
      const others = Array.from({ length: 300 }, () =>
        driver.reads.use(async (session) => {
          const outcomes: StatementOutcome[] = [];
          await session.run([boundStatement('select 1')], (outcome) => outcomes.push(outcome));
          return 'result' in (outcomes[0] ?? {});
        }),
      );
      await Promise.all(canceled);
      expect(await Promise.all(others)).toEqual(Array(300).fill(true));
    });
  });
});
