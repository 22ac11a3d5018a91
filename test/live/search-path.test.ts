import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { Config } from '../../src/config/config.ts';
import { expectAnswer } from '../golden/expect-answer.ts';
import { requestOf } from '../golden/explain-case.ts';
import { readCases, type ShopStyle, shopStyles } from '../golden/read-cases.ts';
import { withDigits } from '../golden/with-digits.ts';
import { bootShop } from '../support/boot-shop.ts';
import { againstAutovacuum, createDatabase } from '../support/create-database.ts';
import { databaseUrl } from '../support/database-url.ts';
import { describeOn, shopUrl } from '../support/servers.ts';

const HIDING = 'search_path_shadow';
const GOLDENS = join(import.meta.dirname, '../golden');

describeOn('postgres', 'a search path that hides objects of PostgreSQL', () => {
  let url: string;
  let application: Application;
  let shops: Record<ShopStyle, Application>;
  beforeAll(async () => {
    url = await createDatabase('postgres', HIDING, 'shop');
    const file = join(import.meta.dirname, 'fixtures/shadow.postgres.sql');
    await run(url, await readFile(file, 'utf8'), hides(HIDING));
    application = await bootShop({ server: 'postgres', url: await copy('search_path_read') });
    const bootWith = (change: (config: Config) => Config): Promise<Application> =>
      bootShop({ server: 'postgres', url: databaseUrl(new URL(url), 'search_path_read'), change });
    const { dab, keyless, owner } = shopStyles;
    shops = {
      own: application,
      dab: await bootWith(dab),
      keyless: await bootWith(keyless),
      owner: await bootWith(owner),
    };
  });
  afterAll(() => Promise.all(Object.values(shops).map((app) => app.close())));

  const run = async (on: string, ...statements: readonly string[]): Promise<void> => {
    const client = new Client({ connectionString: on });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };

  const hides = (database: string): string => `alter database ${database} set search_path = shadow, public, pg_catalog`;

  /** Copies of a database lose its settings. */
  async function copy(database: string): Promise<string> {
    const server = databaseUrl(new URL(url), 'postgres');
    await againstAutovacuum(() => run(server, `drop database if exists ${database} with (force)`));
    await run(server, `create database ${database} template ${HIDING}`, hides(database));
    return databaseUrl(new URL(url), database);
  }

  it('hides operators, functions, and types', async () => {
    for (const statement of [`select 1 = 1`, 'select count(*)', `select 'a'::text`, `select lower('A')`]) {
      await expect(
        run(databaseUrl(new URL(url), 'search_path_read'), `${statement} from public.orders`),
      ).rejects.toThrow();
    }
  });

  it('does not change plans compared with names without schemas', async () => {
    const client = new Client({ connectionString: shopUrl('postgres') });
    await client.connect();
    const plan = async (statement: string): Promise<unknown> =>
      (await client.query(`explain (generic_plan, costs off) ${statement}`)).rows;
    let compared = 0;
    const files = globSync('*/postgres.sql', { cwd: GOLDENS });
    for (const file of files) {
      const statements = (await readFile(join(GOLDENS, file), 'utf8')).split(/^--.*$/m).map((text) => text.trim());
      for (const statement of statements.filter((text) => /^(?:select|with|insert|update|delete)/.test(text))) {
        const plain = statement.replace(/operator\(pg_catalog\.([^)]+)\)/g, '$1').replaceAll('pg_catalog.', '');
        if (plain !== statement) compared += 1;
        expect(await plan(statement), file).toEqual(await plan(plain));
      }
    }
    await client.end();
    expect(compared).toBeGreaterThan(100);
  });

  const served = readCases().filter(({ folder }) => !existsSync(join(folder, 'postgres.unsupported')));

  describe.each(served)('$name', (golden) => {
    it('is answered as with the default search path', async () => {
      const changes = /^mutation/m.test(golden.document);
      const read = shops[golden.style];
      const change = shopStyles[golden.style];
      const app = changes
        ? await bootShop({ server: 'postgres', url: await copy('search_path_change'), change })
        : read;
      const answer = await app.answer(requestOf(golden));
      if (changes) await app.close();
      expect(answer.kind).toBe('answered');
      const data = answer.kind === 'answered' ? answer.data : '';
      await expectAnswer(`${JSON.stringify(withDigits(data), null, 2)}\n`, golden, 'postgres');
    });
  });
});
