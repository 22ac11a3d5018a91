import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { boot } from '../../src/app/boot.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { chinookCases } from '../fixtures/chinook/cases.ts';
import { withDigits } from '../golden/with-digits.ts';
import { ask, dataText } from '../support/ask.ts';
import { createDatabase } from '../support/create-database.ts';

const seed = fileURLToPath(new URL('../../../shared/data/chinook/postgres.sql', import.meta.url));
const configuration = fileURLToPath(new URL('../fixtures/chinook/joinery.json', import.meta.url));

/** The Chinook database, which nobody made for this product: each answer is what SQL written by hand says. */
if (existsSync(seed)) describe('Chinook', compareWithSql);
else describe('Chinook', () => it('needs its data', (context) => context.skip('../shared/data/chinook is absent')));

function compareWithSql(): void {
  let app: Application;
  let client: Client;

  beforeAll(async () => {
    const url = await createDatabase('postgres', 'chinook', [seed]);
    client = new Client({ connectionString: url });
    await client.connect();
    app = await boot(readConfig(configuration, { JOINERY_CHINOOK: url }).config);
  });
  afterAll(() => Promise.all([app.close(), client.end()]));

  it('has every table, with relationships from its foreign keys alone', async () => {
    const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
    expect(app.model.entities.map(({ source }) => source.name).sort()).toEqual(rows.map((row) => row.tablename).sort());
    expect(JSON.stringify(app.config.entities)).not.toContain('_id');
  });

  it.each(chinookCases)('$name', async ({ query, variables, sql }) => {
    const answer = dataText(await ask(app, query, { variables: variables ?? {} }));
    const { rows } = await client.query(`select (${sql})::text as expected`);
    expect(print(answer)).toBe(print(rows[0].expected));
    expect(rows[0].expected.length).toBeGreaterThan(20);
  });
}

/** Indented JSON with every digit as it stood. */
const print = (text: string): string => JSON.stringify(withDigits(text), null, 1);
