import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { ConfigurationError, type Problem } from '../../src/base/problem.ts';
import { superuser } from '../../src/embedded/cluster.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { dataText, runDocument } from '../support/run-document.ts';

/** Only a superuser can create the wrapper. */
const behindWrapper = `
  create foreign data wrapper without_handler;
  create server nowhere foreign data wrapper without_handler;
  create foreign table ghosts (id int, name text) server nowhere;
  create view ghost_names as select name from ghosts;
  create view ghost_lengths as select length(name) as length from ghost_names;
  grant select on ghosts, ghost_names, ghost_lengths to public;`;

const tables = `
  create table plain (id int primary key);
  create table "dotted.name" (id int primary key);
  create schema "a.b";
  create table "a.b".things (id int primary key);
  create table "a.b"."c.d" (id int primary key);
  create schema "a";
  create table "a"."twice.there" (id int primary key);
  create schema "a.twice";
  create table "a.twice".there (id int primary key);
  create table buyers (id int primary key);
  create table sales (id int, region int, buyer_id int, primary key (id, region)) partition by list (region);
  create table sales_1 partition of sales for values in (1);
  create table sales_2 partition of sales for values in (2) partition by list (id);
  create table sales_2a partition of sales_2 default;
  alter table sales_1 add constraint first_buyer foreign key (buyer_id) references buyers;
  alter table sales_2a add constraint second_buyer foreign key (buyer_id) references buyers;
  insert into buyers values (7); insert into sales values (1, 1, 7), (2, 2, 7), (3, 2, null);`;

const permissions = [{ role: 'anonymous', actions: ['read'] }];

let url: string;

beforeAll(async () => {
  url = await createDatabase('postgres', 'odd_objects', []);
  await run(url, tables);
  const loginUrl = new URL(url);
  loginUrl.username = superuser;
  await run(loginUrl.href, behindWrapper);
});

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

const boot = (entities: object): Promise<Application> =>
  bootFile({ 'data-source': { 'database-type': 'postgresql', 'connection-string': url }, entities });

async function problemsOf(entities: object): Promise<readonly Problem[]> {
  try {
    await (await boot(entities)).close();
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems.filter(({ severity }) => severity === 'error');
    throw error;
  }
}

describe('a foreign table whose wrapper has no handler', () => {
  it('does not affect other entities', async () => {
    const application = await boot({ Plain: { source: 'plain', permissions } });
    expect(dataText(await runDocument(application, '{ plains { id } }'))).toBe('{"plains":[]}');
    await application.close();
  });

  it.each(['ghosts', 'ghost_names', 'ghost_lengths'])('is reported if %s is configured', async (source) => {
    expect(await problemsOf({ Ghost: { source, permissions } })).toMatchObject([
      { path: ['entities', 'Ghost', 'source'], message: expect.stringMatching(/foreign-data wrapper has no handler/) },
    ]);
  });
});

describe('a name with dots', () => {
  it.each([
    ['dotted.name', 'dotted.name'],
    ['"dotted.name"', 'dotted.name'],
    ['[dotted.name]', 'dotted.name'],
    ['a.b.things', 'things'],
    ['"a.b".things', 'things'],
    ['a.b.c.d', 'c.d'],
    ['"a.b"."c.d"', 'c.d'],
    ['a."twice.there"', 'twice.there'],
  ])('%s is accepted', async (source, expected) => {
    const application = await boot({ Thing: { source, permissions } });
    expect(application.model.byName.get('Thing')?.source.name).toBe(expected);
    await application.close();
  });

  it('is rejected if it is ambiguous', async () => {
    const both = await problemsOf({ Thing: { source: 'a.twice.there', permissions } });
    expect(both.map(({ message }) => message)).toEqual([
      '"a.twice.there" is ambiguous. Write "a"."twice.there" or "a.twice"."there".',
    ]);
  });
});

describe('a name that equals its plural', () => {
  it('is reported, unless the configuration sets both names', async () => {
    const warnings: Problem[] = [];
    const source = 'plain';
    const entities = {
      Sheep: { source, permissions },
      Fish: { source, permissions, graphql: { type: { singular: 'Fish', plural: 'Fish' } } },
      Moose: { source, permissions, graphql: false },
      Specimen: { source, permissions },
    };
    const content = { 'data-source': { 'database-type': 'postgresql', 'connection-string': url }, entities };
    await (await bootFile(content, (problem) => warnings.push(problem))).close();
    expect(warnings.map(({ path, message }) => [path, message])).toEqual([
      [['entities', 'Sheep'], expect.stringContaining('"plural": …')],
    ]);
  });
});

describe('foreign keys only on partitions', () => {
  let application: Application;
  beforeAll(async () => {
    application = await boot({
      Sale: { source: 'sales', permissions, relationships: { buyer: { belongsTo: 'Buyer' } } },
      Buyer: { source: 'buyers', permissions, relationships: { sales: { hasMany: 'Sale' } } },
    });
  });
  afterAll(() => application.close());

  it('are read once for the parent', async () => {
    expect(
      JSON.parse(dataText(await runDocument(application, '{ sales { id buyer { id } } buyers { id sales { id } } }'))),
    ).toEqual({
      sales: [
        { id: 1, buyer: { id: 7 } },
        { id: 2, buyer: { id: 7 } },
        { id: 3, buyer: null },
      ],
      buyers: [{ id: 7, sales: [{ id: 1 }, { id: 2 }] }],
    });
  });
});
