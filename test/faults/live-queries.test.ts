import { join } from 'node:path';
import { afterEach, expect, inject, it } from 'vitest';
import { followTitle } from '../http/support/follow-title.ts';
import { isLong } from '../support/long-run.ts';
import { type Pooler, startPooler } from '../support/pgbouncer.ts';
import { describeOn } from '../support/servers.ts';
import type { FaultDatabase } from './database/fault-database.ts';
import { type StageOptions, withStage } from './stage.ts';

/** Milliseconds. */
const TIMEOUT = 300_000;

const live = { enabled: true, 'interval-ms': 50 };

const query = 'other_by_pk(id: 1) { title: name }';

/** Verifies that a live query survives a restart, and then receives changes by SQL and by the service. */
const verifyRestart = (options: StageOptions, restart: (database: FaultDatabase) => Promise<void>): Promise<void> =>
  withStage({ live, ...options }, async ({ database, service }) => {
    const closed: unknown[] = [];
    const title = followTitle(service.origin, {
      query,
      root: 'other_by_pk',
      on: { closed: (event) => closed.push(event) },
    });
    await title.until('other 1');
    for (const time of [1, 2]) {
      await restart(database);
      await database.query(`update others set name = 'SQL ${time}' where id = 1`);
      await title.until(`SQL ${time}`);
      await expect.poll(() => rename(service.origin, `API ${time}`)).toBe(200);
      await title.until(`API ${time}`);
    }
    expect(closed).toEqual([]);
    // The service ends before the test does.
    await title.client.dispose();
  });

async function killAndStart({ kill, start }: FaultDatabase): Promise<void> {
  await kill();
  await start();
}

async function rename(origin: string, name: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${origin}/api/Other/1`, { method: 'PATCH', headers, body: JSON.stringify({ name }) })).status;
}

/** Stores of each push, or of a long run. */
const stores = isLong ? (['postgres', 'mysql', 'mariadb'] as const) : (['postgres'] as const);

for (const store of stores) {
  describeOn(store, `live queries on ${store}`, () => {
    it('continue on the same socket after the database was killed', { timeout: TIMEOUT }, () =>
      verifyRestart({ databaseName: store }, killAndStart),
    );
  });
}

describeOn('postgres', 'live queries with signals of the database', () => {
  it('continue after the database was killed', { timeout: TIMEOUT }, () =>
    verifyRestart({ live: { ...live, 'fallback-ms': 3_600_000, signals: { notify: true } } }, killAndStart),
  );
});

describeOn('pgbouncer', 'live queries behind a pooler', () => {
  let pooler: Pooler | undefined;
  afterEach(() => pooler?.stop());

  it.each(isLong ? ['transaction', 'session'] : ['transaction'])(
    'continue after it was killed, in %s pooling',
    { timeout: TIMEOUT },
    (mode) =>
      verifyRestart(
        {
          source: { prepared: false },
          between: async ({ connectionString }, folder) => {
            pooler = await startPooler({
              program: inject('pgbouncer') ?? '',
              folder: join(folder, 'pooler'),
              target: connectionString,
              settings: { pool_mode: mode, ignore_startup_parameters: 'options', default_pool_size: 40 },
            });
            return { connectionString: pooler.connectionString, close: pooler.stop };
          },
        },
        async () => pooler?.restart(),
      ),
  );
});
