import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Driver } from '../../src/store/driver.ts';
import type { Result } from '../../src/store/result.ts';
import { createDatabase } from '../support/create-database.ts';
import { kindOf } from '../support/dialects.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';

describeOn('mysql', 'keys of rows that are inserted together', () => {
  let driver: Driver;

  beforeAll(async () => {
    const connectionString = await createDatabase('mysql', 'driver_keys', []);
    const { dataSource } = readShopConfig('mysql', connectionString);
    driver = await kindOf('mysql').open({ ...dataSource, pool: { ...dataSource.pool, max: 2, changes: 1 } });
  });
  afterAll(() => driver.close());

  const run = (...texts: readonly string[]): Promise<readonly Result[]> =>
    driver.changes.use(async (session) => {
      const results: Result[] = [];
      for (const text of texts) {
        results.push(await session.run({ settings: {}, statement: { text, slots: [] }, values: [] }));
      }
      return results;
    });

  it('respect the auto-increment step of the session', async () => {
    const results = await run(
      'set session auto_increment_increment = 10',
      'create table notes (id int auto_increment primary key, body varchar(10))',
      "insert into notes (body) values ('a')",
      "insert into notes (body) values ('b'), ('c'), ('d')",
      'select cast(id as char) from notes order by id',
    );
    const [one, several, read] = results.slice(2).map(([set]) => set);
    const first = Number(several?.generatedKey);
    expect(one).not.toHaveProperty('keyStep');
    expect(several).toMatchObject({ affected: 3, keyStep: 10 });
    expect(read?.rows.slice(1)).toEqual([0, 10, 20].map((step) => [`${first + step}`]));
  });
});
