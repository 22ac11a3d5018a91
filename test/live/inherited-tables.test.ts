import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from '../../src/base/problem.ts';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';

const tables = `
  create table cities (id int primary key, name text);
  create table capitals (primary key (id)) inherits (cities);
  insert into cities values (1, 'a'), (2, 'b');
  insert into capitals values (1, 'c'), (3, 'd');
  create view all_cities as select tableoid::regclass::text as source, * from cities;
  create table former (id int primary key);
  create table left_behind (primary key (id)) inherits (former);
  alter table left_behind no inherit former;
  create table parted (id int primary key) partition by range (id);
  create table parted_low partition of parted for values from (0) to (100);
  create table notes (text text);
  create table more_notes () inherits (notes);`;

const permissions = [{ role: 'anonymous', actions: ['read'] }];

const warnings: Problem[] = [];
let rest: ServedRest;

beforeAll(async () => {
  const url = await createDatabase('postgres', 'inherited_tables', []);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(tables).finally(() => client.end());
  const application = await bootFile(
    {
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      entities: {
        City: { source: 'cities', permissions },
        Capital: { source: 'capitals', permissions },
        AnyCity: { source: { object: 'all_cities', type: 'view', 'key-fields': ['source', 'id'] }, permissions },
        Former: { source: 'former', permissions },
        Parted: { source: 'parted', permissions },
        Note: { source: 'notes', permissions },
        Unserved: { source: 'cities', permissions: [], graphql: false, rest: false },
      },
    },
    (problem) => warnings.push(problem),
  );
  rest = await serveRest(application);
});

afterAll(() => rest?.close());

const walk = async (path: string): Promise<readonly unknown[]> => {
  const names: unknown[] = [];
  for (let after: string | undefined; ; ) {
    const { status, body } = await rest.get(path, { $first: 1, ...(after !== undefined && { $after: after }) });
    expect(status).toBe(200);
    names.push(...body.value.map(({ name }) => name));
    if (body.nextLink === undefined) return names;
    after = new URL(body.nextLink, 'http://x').searchParams.get('$after') ?? undefined;
  }
};

test('warns of tables that others inherit from, if they are served with a key', () => {
  expect(warnings.filter(({ message }) => message.includes('inherit'))).toEqual([
    {
      path: ['entities', 'City', 'source'],
      message:
        'Tables inherit from "cities", and its key is only unique within each table. Cursor pages can skip rows with equal keys. If keys repeat, serve a view with "tableoid" in the key.',
      severity: 'warning',
      summary: expect.any(String),
    },
  ]);
});

test('returns all rows of such a table through a view with "tableoid" in its key', async () => {
  expect(await walk('City')).toHaveLength(3);
  expect([...(await walk('AnyCity'))].sort()).toEqual(['a', 'b', 'c', 'd']);
});
