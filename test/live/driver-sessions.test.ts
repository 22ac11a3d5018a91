import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { BoundStatement, Driver, StatementOutcome } from '../../src/store/driver.ts';
import type { TextRow } from '../../src/store/result.ts';
import { runOne } from '../../src/store/run-one.ts';
import { openBlackHole } from '../support/black-hole.ts';
import { createDatabase } from '../support/create-database.ts';
import { kindOf, startedDialects } from '../support/dialects.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';

const words = {
  postgres: {
    limit: 'statement_timeout',
    readLimit: "select current_setting('statement_timeout')",
    short: ['1234', '1234ms'],
    lose: 'select pg_terminate_backend(pg_backend_pid())',
    spoil: 'set datestyle to german',
    readSpoiled: "select current_setting('datestyle')",
  },
  mariadb: {
    limit: 'caller limit',
    readLimit: 'select @`caller limit`',
    short: ["ü 'x' \\", "ü 'x' \\"],
    lose: 'kill connection_id()',
    spoil: "set session time_zone = '+05:00'",
    readSpoiled: 'select @@time_zone',
  },
  mysql: {
    limit: 'caller limit',
    readLimit: 'select @`caller limit`',
    short: ["ü 'x' \\", "ü 'x' \\"],
    lose: 'kill connection_id()',
    spoil: "set session time_zone = '+05:00'",
    readSpoiled: 'select @@time_zone',
  },
} as const;

const boundStatement = (text: string, settings: BoundStatement['settings'] = {}): BoundStatement => ({
  settings,
  statement: { text, slots: [] },
  values: [],
});

describe.each(startedDialects)('sessions of $name', ({ name }) => {
  describeOn(name, 'of the driver', () => {
    const { limit, readLimit, short, lose, spoil, readSpoiled } = words[name];
    let driver: Driver;

    beforeAll(async () => {
      const connectionString = await createDatabase(name, 'driver_sessions', []);
      driver = await kindOf(name).open(readShopConfig(name, connectionString).dataSource);
      await run('create table accounts (id int primary key, amount int)');
      await run('insert into accounts values (1, 10), (2, 20)');
    });
    afterAll(() => driver.close());

    const run = (text: string, settings?: BoundStatement['settings']): Promise<readonly TextRow[]> =>
      driver.changes.use(async (session) => (await session.run(boundStatement(text, settings)))[0]?.rows ?? []);
    const amountOf = (id: number) => `select cast(amount as char(9)) from accounts where id = ${id}`;

    it('run a statement with its own settings, which no other statement sees', async () => {
      const [before] = await run(readLimit);
      const [value, shown] = short;
      expect(await run(readLimit, { [limit]: value })).toEqual([[shown]]);
      expect(await run(readLimit)).toEqual([before]);
    });

    it('remain usable after a statement that cannot be sent', async () => {
      const broken: BoundStatement = { ...boundStatement('select 1'), values: [Symbol('no value of any database')] };
      await driver.changes.use((session) => session.run(broken)).catch(() => undefined);
      expect(await run('select 1')).toHaveLength(1);
    });

    it('run work in one READ COMMITTED transaction', async () => {
      const result = await driver.changes.use((session) =>
        session.transaction(async () => {
          await session.run(boundStatement('update accounts set amount = amount + 1 where id = 1'));
          const before = await session.run(boundStatement(amountOf(2)));
          await run('update accounts set amount = amount + 1 where id = 2');
          const [after, others] = [await session.run(boundStatement(amountOf(2))), await run(amountOf(1))];
          return [before[0]?.rows, after[0]?.rows, others].map((rows) => rows?.[0]?.[0]?.trim());
        }, 'read committed'),
      );
      expect(result).toEqual(['20', '21', '10']);
      expect((await run(amountOf(1)))[0]?.[0]?.trim()).toBe('11');
    });

    it('roll back a transaction whose work fails, and remain usable', async () => {
      const failed = driver.changes.use((session) =>
        session.transaction(async () => {
          await session.run(boundStatement('update accounts set amount = 0 where id = 1'));
          throw new Error('enough');
        }, 'read committed'),
      );
      await expect(failed).rejects.toThrow('enough');
      expect((await run(amountOf(1)))[0]?.[0]?.trim()).toBe('11');
    });

    it('distinguish rollbacks caused by concurrency from failures and lost sessions', async () => {
      const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const change = (own: PromiseWithResolvers<void>, other: Promise<void>, [one, two]: readonly [number, number]) =>
        driver.changes.use((session) =>
          session.transaction(async () => {
            await session.run(boundStatement(`update accounts set amount = amount + 1 where id = ${one}`));
            own.resolve();
            await other;
            await session.run(boundStatement(`update accounts set amount = amount + 1 where id = ${two}`));
          }, 'read committed'),
        );
      const outcomes = await Promise.allSettled([
        change(first, second.promise, [1, 2]),
        change(second, first.promise, [2, 1]),
      ]);
      const meanings = outcomes.map((outcome) =>
        outcome.status === 'rejected' ? driver.classify(outcome.reason) : undefined,
      );
      expect(meanings.filter((meaning) => meaning !== undefined)).toMatchObject([
        { isRolledBack: true, isSessionLost: false, apiError: { code: 'Unavailable' } },
      ]);
      const violated = await run('insert into accounts values (1, 1)').catch((error) => driver.classify(error));
      expect(violated).toMatchObject({ isRolledBack: false, isSessionLost: false, apiError: { code: 'Conflict' } });
      const lost = await run(lose).catch((error) => driver.classify(error));
      expect(lost).toMatchObject({ isRolledBack: false, isSessionLost: true, apiError: { code: 'Unavailable' } });
      expect((await run(amountOf(2)))[0]).toHaveLength(1);
    });

    it('stop reading a result that exceeds its limit', async () => {
      const [large, small] = [300_000, 1000].map((length) => boundStatement(`select repeat('x', ${length})`)) as [
        BoundStatement,
        BoundStatement,
      ];
      const outcomes = await driver.reads.use(async (session) => {
        const outcomes: StatementOutcome[] = [];
        const units = [small, { ...small, maxBytes: 2000 }, { ...large, maxBytes: 200_000 }, small];
        for (let first = 0; first < units.length; first += session.maxBatchSize)
          await session.run(units.slice(first, first + session.maxBatchSize), (outcome) => outcomes.push(outcome));
        return outcomes;
      });
      const meanings = outcomes.map((outcome) => ('error' in outcome ? driver.classify(outcome.error) : 'result'));
      expect(meanings).toMatchObject([
        'result',
        'result',
        { apiError: { code: 'LimitExceeded', details: { limit: 'response-bytes', max: 200_000 } } },
        { isSessionLost: true },
      ]);
      const changed = await driver.changes.use((session) => session.run({ ...large, maxBytes: 10 }).catch(String));
      expect(changed).toMatch(/exceeds the maximum of 10 bytes/);
      expect(await run('select 1')).toHaveLength(1);
    });

    it('stop reading a value that exceeds the limit of a result', async () => {
      const hole = await openBlackHole(await createDatabase(name, 'driver_sessions_bytes', []));
      const near = await kindOf(name).open(readShopConfig(name, hole.connectionString).dataSource);
      onTestFinished(async () => {
        await near.close();
        hole.close();
      });
      const large = boundStatement(
        `select concat(${Array.from({ length: 4 }, () => "repeat('x', 3000000)").join(', ')})`,
      );
      const classified = await near.reads
        .use((session) => runOne(session, { ...large, maxBytes: 200_000 }))
        .catch((error) => near.classify(error));
      expect(classified).toMatchObject({
        apiError: { code: 'LimitExceeded', details: { limit: 'response-bytes', max: 200_000 } },
      });
      await expect.poll(() => hole.open).toBe(0);
      // Some of the 12,000,000 bytes are in buffers.
      expect(hole.received).toBeLessThan(8_000_000);
    });

    it('have default settings after a reset', async () => {
      const [before] = await run(readSpoiled);
      const [spoiled, after] = await driver.changes.use(async (session) => {
        await session.run(boundStatement(spoil));
        const changed = await session.run(boundStatement(readSpoiled));
        await session.reset();
        return [changed[0]?.rows[0], (await session.run(boundStatement(readSpoiled)))[0]?.rows[0]];
      });
      expect(spoiled).not.toEqual(before);
      expect(after).toEqual(before);
    });
  });
});

describeOn('postgres', 'a session of postgres with an open transaction', () => {
  it('is not reused', async () => {
    const connectionString = await createDatabase('postgres', 'driver_sessions_open', []);
    const { dataSource } = readShopConfig('postgres', connectionString);
    const driver = await kindOf('postgres').open({
      ...dataSource,
      connectionString,
      pool: { ...dataSource.pool, max: 2, changes: 1 },
    });
    onTestFinished(() => driver.close());
    await driver.changes.use(async (session) => {
      await session.run(boundStatement('start transaction'));
      await session.run(boundStatement("select set_config('app.within', 'yes', true)"));
    });
    const query = boundStatement("select coalesce(current_setting('app.within', true), '')");
    expect((await driver.changes.use((session) => session.run(query)))[0]?.rows).toEqual([['']]);
  });
});
