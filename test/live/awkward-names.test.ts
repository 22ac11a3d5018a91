import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../src/base/problem.ts';
import { formatProblems, summarizeWarnings } from '../../src/config/format-problems.ts';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';

const tables = `
  create table things (
    id int primary key, "Name.Prefix" text, "Name Prefix" text, "and" int, "constructor" text, "日本" text, "true" boolean,
    "some" int, parent_id int references things, "not this" point, area box, place point
  );
  insert into things values (1, 'Dr.', 'x', 5, 'c', 'j', true, 7, null, '(1,2)', '(1,2),(0,0)', '(3,4)');
  create table secrets (id int primary key, "odd one" point);`;

describe('columns whose names cannot stand in the APIs', () => {
  let rest: ServedRest;
  const warnings: Problem[] = [];
  beforeAll(async () => {
    const url = await createDatabase('postgres', 'awkward_names', []);
    const client = new Client(url);
    await client.connect();
    await client.query(tables).finally(() => client.end());
    const application = await bootFile(
      {
        'data-source': { 'database-type': 'postgresql', 'connection-string': url },
        entities: {
          Thing: {
            source: 'things',
            expose: { exclude: ['not this'] },
            permissions: [{ role: 'anonymous', actions: ['*'] }],
            relationships: { parts: { hasMany: 'Thing' } },
          },
          Secret: {
            source: 'secrets',
            permissions: [{ role: 'anonymous', actions: [{ action: 'read', fields: { include: ['id'] } }] }],
          },
        },
      },
      (problem) => warnings.push(problem),
    );
    rest = await serveRest(application);
  });
  afterAll(() => rest.close());

  it('are called otherwise, over both APIs, and are read, filtered by and written as any other', async () => {
    const row = {
      id: 1,
      Name_Prefix: 'Dr.',
      Name_Prefix_2: 'x',
      and_: 5,
      constructor_: 'c',
      column_6: 'j',
      true_: true,
      some_: 7,
      parent_id: null,
    };
    expect((await rest.get('Thing/1')).body).toMatchObject(row);
    const names = Object.keys(row).join(' ');
    const query = `{ things(filter: { Name_Prefix: { eq: "Dr." }, constructor_: { eq: "c" }, some_: { gt: 1 } }, orderBy: { and_: ASC }) { ${names} } }`;
    expect((await rest.ask(`/graphql?query=${encodeURIComponent(query)}`)).body.data).toEqual({ things: [row] });
    const changed = await rest.ask('/api/Thing/1', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Name_Prefix: 'Prof.', true_: false }),
    });
    expect(changed.body).toMatchObject({ ...row, Name_Prefix: 'Prof.', true_: false });
  });

  it('are told one by one, and those that nobody reaches not at all', () => {
    const told = warnings.map(({ path, message }) => `${path.join('.')}: ${message}`);
    const renamed = told.filter((line) => line.includes('is called'));
    expect(renamed).toEqual(
      [
        'Name.Prefix" is called "Name_Prefix"',
        'Name Prefix" is called "Name_Prefix_2"',
        'and" is called "and_"',
        'constructor" is called "constructor_"',
        '日本" is called "column_6"',
        'true" is called "true_"',
        'some" is called "some_"',
      ].map((part) => expect.stringContaining(part)),
    );
    expect(told.filter((line) => line.includes('read as text'))).toHaveLength(2);
    expect(told.join()).not.toMatch(/not this|odd one/);
  });

  it('are one line for each kind at the start', () => {
    const said = formatProblems(summarizeWarnings(warnings));
    expect(said).toContain(
      '7 columns are called otherwise in the APIs, where their names cannot stand; "joinery validate" lists them.',
    );
    expect(said).toContain(
      '2 columns are read as text, because their types have no GraphQL scalar; "joinery validate" lists them.',
    );
    expect(said).not.toContain('Name_Prefix');
    const [first] = warnings;
    expect(first && summarizeWarnings([first])).toEqual([first]);
  });
});
