import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { BoundStatement, Driver, ErrorClassification, StatementOutcome } from '../../src/store/driver.ts';
import type { Result } from '../../src/store/result.ts';
import { runOne } from '../../src/store/run-one.ts';
import { type BlackHole, openBlackHole } from '../support/black-hole.ts';
import { createDatabase } from '../support/create-database.ts';
import { kindOf, startedDialects } from '../support/dialects.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';

const boundStatement = (text: string): BoundStatement => ({ settings: {}, statement: { text, slots: [] }, values: [] });
const ONE = boundStatement('select 1');

/** Time limit after which a session is discarded. */
const SILENCE_MS = 400;

const sessionLost: Partial<ErrorClassification> = { isSessionLost: true };

describe.each(startedDialects)('an unresponsive server, $name', ({ name }) => {
  describeOn(name, 'for its driver', () => {
    let hole: BlackHole;
    let driver: Driver;

    const open = (): Promise<Driver> => {
      const { dataSource } = readShopConfig(name, hole.connectionString);
      return kindOf(name).open({
        ...dataSource,
        connectionString: hole.connectionString,
        statementTimeoutMs: SILENCE_MS / 2,
        pool: { ...dataSource.pool, max: 2, changes: 1, connectTimeout: 400, silenceTimeoutMs: SILENCE_MS / 2 },
      });
    };

    beforeEach(async () => {
      hole = await openBlackHole(await createDatabase(name, 'driver_silence', []));
      driver = await open();
    });
    afterEach(async () => {
      await driver.close();
      hole.close();
    });

    const read = (): Promise<StatementOutcome> =>
      driver.reads.use(async (session) => {
        const outcomes: StatementOutcome[] = [];
        await session.run([ONE], (outcome) => outcomes.push(outcome));
        return outcomes[0] as StatementOutcome;
      });
    const change = () => driver.changes.use((session) => session.run(ONE));
    const ping = () => driver.service.use((session) => session.run([ONE], () => undefined));
    const meaningOf = (outcome: StatementOutcome) => driver.classify('error' in outcome ? outcome.error : undefined);

    it('is detected by reads, which use new sessions', async () => {
      expect(await read()).toHaveProperty('result');
      hole.freeze();
      expect(meaningOf(await read())).toMatchObject({ ...sessionLost, apiError: { code: 'Unavailable' } });
      hole.thaw();
      expect(await read()).toHaveProperty('result');
    });

    it('is detected by sessions after a long idle time', async () => {
      await Promise.all([read(), change()]);
      await delay(2 * SILENCE_MS);
      hole.freeze();
      expect(meaningOf(await read())).toMatchObject(sessionLost);
      expect(driver.classify(await change().catch((error) => error))).toMatchObject(sessionLost);
    });

    it('is detected by changes at any step, which use new sessions', async () => {
      const inTransaction = (freezeAt: string) =>
        driver.changes.use((session) =>
          session.transaction(async () => {
            if (freezeAt === 'statement') hole.freeze();
            await session.run(ONE);
            if (freezeAt === 'commit') hole.freeze();
          }, 'read committed'),
        );
      for (const place of ['begin', 'statement', 'commit']) {
        await change();
        if (place === 'begin') hole.freeze();
        const error = await inTransaction(place).catch((thrown) => thrown);
        expect(driver.classify(error), place).toMatchObject({ ...sessionLost, apiError: { code: 'Unavailable' } });
        hole.thaw();
        expect((await change())[0]?.rows).toHaveLength(1);
      }
    });

    it('is reported when sessions are opened', async () => {
      hole.freeze();
      for (const use of [read, change, ping]) {
        const error = await use().catch((thrown) => thrown);
        expect(driver.classify(error)).toMatchObject({ ...sessionLost, apiError: { code: 'Unavailable' } });
      }
      hole.thaw();
      expect(await read()).toHaveProperty('result');
      expect((await change())[0]?.rows).toHaveLength(1);
      await ping();
    });

    it('is reported if it does not answer a new session', async () => {
      for (const use of [read, change, ping]) {
        hole.freezeAt(name === 'postgres' ? 'current_setting' : 'set session');
        const error = await use().catch((thrown) => thrown);
        expect(driver.classify(error)).toMatchObject({ ...sessionLost, apiError: { code: 'Unavailable' } });
        hole.thaw();
      }
    });

    it('does not block a cancel', async () => {
      const outcome = await driver.reads.use(async (session) => {
        const outcomes: StatementOutcome[] = [];
        await session.run([ONE], (outcome) => outcomes.push(outcome));
        hole.freeze();
        const running = session.run([ONE], (outcome) => outcomes.push(outcome));
        await session.cancel();
        await running;
        return outcomes[1] as StatementOutcome;
      });
      expect(meaningOf(outcome)).toMatchObject(sessionLost);
    });

    it('does not block closing', async () => {
      const other = await open();
      await Promise.all([
        other.reads.use((session) => session.run([ONE], () => undefined)),
        other.changes.use((session) => session.run(ONE)),
      ]);
      expect(hole.open).toBe(2);
      hole.freeze();
      await other.close();
      hole.thaw();
      await expect.poll(() => hole.open).toBe(0);
    });
  });
});

describeOn('postgres', 'idle sessions of an unresponsive server are closed', () => {
  it.each(['reads', 'changes'] as const)(
    'including those for %s, after one of them was found to be lost',
    async (kind) => {
      const hole = await openBlackHole(await createDatabase('postgres', 'driver_silence_idle', []));
      const { dataSource } = readShopConfig('postgres', hole.connectionString);
      const driver = await kindOf('postgres').open({
        ...dataSource,
        connectionString: hole.connectionString,
        statementTimeoutMs: SILENCE_MS / 2,
        pool: { ...dataSource.pool, max: 6, changes: 3, silenceTimeoutMs: SILENCE_MS / 2 },
      });
      onTestFinished(async () => {
        await driver.close();
        hole.close();
      });
      const sessionQuery = boundStatement('select pg_backend_pid()');
      const readOnce = (): Promise<Result> => driver.reads.use((session) => runOne(session, sessionQuery));
      /** Opens three sessions at once and returns their process IDs. */
      const readConcurrently = async (): Promise<readonly unknown[]> => {
        const all = Promise.withResolvers<void>();
        let count = 0;
        const attempt = async (run: () => Promise<Result>): Promise<unknown> => {
          const [set] = await run().finally(() => {
            count += 1;
            if (count === 3) all.resolve();
          });
          await all.promise;
          return set?.rows[0]?.[0];
        };
        const read = (): Promise<unknown> =>
          kind === 'reads'
            ? driver.reads.use((session) => attempt(() => runOne(session, sessionQuery)))
            : driver.changes.use((session) => attempt(() => session.run(sessionQuery)));
        return Promise.all([read(), read(), read()]);
      };
      const before = await readConcurrently();
      await readOnce();
      hole.freeze();
      const error = await readOnce().catch((thrown) => thrown);
      expect(driver.classify(error)).toMatchObject(sessionLost);
      hole.thaw();
      // A retry waits for the same time. By then, the pools have detected the ended sessions.
      await delay(50);
      const after = await readConcurrently();
      expect(new Set([...before, ...after]).size).toBe(6);
    },
  );
});
