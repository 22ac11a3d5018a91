import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoundStatement, Driver } from '../../src/store/driver.ts';
import type { Result } from '../../src/store/result.ts';
import { runOne } from '../../src/store/run-one.ts';
import { createDatabase } from '../support/create-database.ts';
import { kindOf, startedDialects } from '../support/dialects.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';

/** A statement that exceeds the time limit. */
const slow = {
  postgres: 'length(pg_sleep(60)::text)',
  mariadb: 'sleep(60)',
  mysql: 'sleep(60)',
} as const;

const boundStatement = (text: string): BoundStatement => ({ settings: {}, statement: { text, slots: [] }, values: [] });

describe.each(startedDialects)('the statement timeout on $name', ({ name }) => {
  describeOn(name, 'of its driver', () => {
    let driver: Driver;

    beforeAll(async () => {
      const connectionString = await createDatabase(name, 'driver_time_limits', []);
      const { dataSource } = readShopConfig(name, connectionString);
      driver = await kindOf(name).open({ ...dataSource, statementTimeoutMs: 300 });
      await change('create table accounts (id int primary key, amount int)');
      await change('insert into accounts values (1, 10), (2, 20)');
    });
    afterAll(() => driver.close());

    const change = (text: string): Promise<Result> =>
      driver.changes.use((session) => session.run(boundStatement(text)));
    const amounts = async () => (await change('select cast(sum(amount) as char(9)) from accounts'))[0]?.rows[0]?.[0];
    const meaningOf = (work: Promise<unknown>) => work.catch((error) => driver.classify(error));
    const timedOut = { apiError: { code: 'DatabaseTimeout' }, isSessionLost: false, isRolledBack: false };

    it('ends a read, and leaves its session usable', async () => {
      const outcome = await driver.reads.use(async (session) => {
        const error = await meaningOf(runOne(session, boundStatement(`select id + ${slow[name]} from accounts`)));
        return [error, await runOne(session, boundStatement('select 1'))];
      });
      expect(outcome).toMatchObject([timedOut, [{ rows: [[expect.anything()]] }]]);
    });

    it('ends and undoes a change, and leaves its session usable', async () => {
      const [outcome, after] = await driver.changes.use(async (session) => [
        await meaningOf(session.run(boundStatement(`update accounts set amount = amount + 1 + ${slow[name]}`))),
        await session.run(boundStatement('select 1')),
      ]);
      expect(outcome).toMatchObject(timedOut);
      expect(after).toHaveLength(1);
      expect(String(await amounts()).trim()).toBe('30');
    });

    it('ends the wait for a lock, and rolls back the transaction', async () => {
      const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holder = driver.changes.use((session) =>
        session.transaction(async () => {
          await session.run(boundStatement('select id from accounts where id = 1 for update'));
          locked.resolve();
          await done.promise;
        }, 'read committed'),
      );
      await locked.promise;
      const meaning = await meaningOf(
        driver.changes.use((session) =>
          session.transaction(async () => {
            await session.run(boundStatement('update accounts set amount = 0 where id = 2'));
            await session.run(boundStatement('update accounts set amount = 0 where id = 1'));
          }, 'read committed'),
        ),
      );
      done.resolve();
      await holder;
      expect(meaning).toMatchObject(timedOut);
      expect(String(await amounts()).trim()).toBe('30');
    });
  });
});
