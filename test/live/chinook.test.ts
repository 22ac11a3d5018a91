import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { chinookCases } from '../fixtures/chinook/cases.ts';
import { bootChinook, chinookIsThere, createChinook } from '../fixtures/chinook/create-chinook.ts';
import { withDigits } from '../golden/with-digits.ts';
import { dataText, runDocument } from '../support/run-document.ts';

/** Compares answers about the Chinook database with hand-written SQL for PostgreSQL. */
if (chinookIsThere) describe('Chinook', compareWithSql);
else describe('Chinook', () => it('needs its data', (context) => context.skip('../shared/data/chinook is absent')));

function compareWithSql(): void {
  let app: Application;
  let client: Client;

  beforeAll(async () => {
    const server = inject('server');
    const expected = await createChinook('postgres', `chinook_for_${server}`);
    client = new Client({ connectionString: expected });
    await client.connect();
    app = await bootChinook(server, server === 'postgres' ? expected : await createChinook(server, 'chinook'));
  });
  afterAll(() => Promise.all([app.close(), client.end()]));

  it('has every table, with relationships derived from its foreign keys', async () => {
    const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
    expect(app.model.entities.map(({ source }) => source.name).sort()).toEqual(rows.map((row) => row.tablename).sort());
    expect(JSON.stringify(app.config.entities)).not.toContain('_id');
  });

  it.each(chinookCases)('returns the rows of the equivalent SQL: $name', async ({ query, variables, sql }) => {
    const answer = dataText(await runDocument(app, query, { variables: variables ?? {} }));
    const { rows } = await client.query(`select (${sql})::text as expected`);
    expect(print(answer)).toBe(print(rows[0].expected));
    expect(rows[0].expected.length).toBeGreaterThan(20);
  });
}

/** Prints indented JSON without changing digits. */
const print = (text: string): string => JSON.stringify(withDigits(text), null, 1);
