import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { server } from '../support/server.ts';
import type { OpenApiDocument } from './support/openapi-document.ts';
import { type RestAnswer, type ServedRest, serveRest } from './support/serve-rest.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const KEY = '┬─┬ノ( º _ ºノ)';
const LONG = `a 'very' long "name" \\ of ${'x'.repeat(60)}`;

/** Babelfish for PostgreSQL reports column names in lowercase. */
const column = (name: string): string => (inject('isBabelfish') ? name.toLowerCase() : name);

/** Parameter names of SQL Server cannot contain spaces. */
const FIRST = inject('server') === 'sqlserver' ? 'the_first' : 'the first';

const ddl = `
  create table trees ("${column('treeId')}" integer primary key, species text not null, region text, "and" text, "${column('Scientific_Name')}" text);
  insert into trees values (1, 'Tsuga', 'West', 'a', 'b'), (2, 'Alnus', 'East', null, null);
  create table "note books" (id integer primary key, tree integer references trees, "始計" text);
  insert into "note books" values (1, 1, 'eins'), (2, 1, 'zwei'), (3, 2, 'drei');
  create table longs (id integer generated always as identity primary key, label text);
  insert into longs (label) values ('x');
  create function "add up"("the first" integer, "2nd" integer) returns integer language sql stable as 'select "the first" + "2nd"';
`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const graphql = { enabled: false };

const entities = {
  'My Tree': {
    source: 'trees',
    graphql,
    rest: 'tree',
    permissions: [
      { role: 'anonymous', actions: ['*'] },
      {
        role: 'clerk',
        actions: [
          { action: 'read', fields: { exclude: ["United State's Region"] }, policy: { database: "@item.始 eq 'a'" } },
        ],
      },
    ],
    mappings: {
      [column('treeId')]: KEY,
      species: 'Scientific Name',
      region: "United State's Region",
      and: '始',
      [column('Scientific_Name')]: 'Scientific_Name',
    },
    relationships: { 'note-books': { hasMany: 'My Note' } },
  },
  'My Note': {
    source: '"note books"',
    graphql,
    rest: 'note',
    permissions,
    relationships: { ' tree': { belongsTo: 'My Tree' } },
  },
  My_Note: { source: 'longs', rest: 'long-graphql', permissions },
  'my-note': { source: 'longs', graphql, rest: 'long', permissions, mappings: { label: LONG } },
  'add-up': {
    source: { object: '"add up"', type: 'stored-procedure', parameters: { '2nd': 5 } },
    graphql: { enabled: false, operation: 'query' },
    rest: { path: 'sum', methods: ['get', 'post'] },
    permissions: [{ role: 'anonymous', actions: ['execute'] }],
  },
};

let tables: ServedTables;
let rest: ServedRest;
beforeAll(async () => {
  tables = await serveTables('rest_names', ddl, entities);
  rest = await serveRest(tables.application);
});
afterAll(async () => {
  await rest.close();
  await tables.close();
});

const tree = (id: number, species: string, region: string | null, and: string | null, other: string | null) => ({
  [KEY]: id,
  'Scientific Name': species,
  "United State's Region": region,
  始: and,
  Scientific_Name: other,
});

const send = (method: string, path: string, body: unknown): Promise<RestAnswer> =>
  rest.get(path, {}, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

describe('names that GraphQL does not allow, exposed only over REST', () => {
  it('are used in responses and options', async () => {
    const { body } = await rest.get('tree');
    expect(body.value).toEqual([tree(1, 'Tsuga', 'West', 'a', 'b'), tree(2, 'Alnus', 'East', null, null)]);
    const selected = await rest.get('tree', {
      $select: `'${KEY}',Scientific Name`,
      $orderby: "'Scientific Name'",
      $filter: "始 eq 'a' or not (始 eq 'a')",
    });
    expect(selected.body.value).toEqual([{ [KEY]: 1, 'Scientific Name': 'Tsuga' }]);
  });

  it('are used in keys of paths', async () => {
    for (const path of ['tree/1', `tree/${encodeURIComponent(KEY)}/1`]) {
      expect((await rest.get(path)).body).toEqual(tree(1, 'Tsuga', 'West', 'a', 'b'));
    }
    const { status, body } = await rest.get('tree/column/1');
    expect([status, body.error.code, body.error.message]).toEqual([
      400,
      'InvalidField',
      `Unknown key field "column" of "My Tree". Known key fields: "${KEY}".`,
    ]);
  });

  it('are used in request bodies', async () => {
    const created = await send('POST', 'tree', { [KEY]: 7, 'Scientific Name': 'Larix' });
    expect([created.status, created.body]).toEqual([201, tree(7, 'Larix', null, null, null)]);
    const changed = await send('PATCH', 'tree/7', { "United State's Region": 'North', 始: 'b' });
    expect([changed.status, changed.body]).toEqual([200, tree(7, 'Larix', 'North', 'b', null)]);
    const put = await send('PUT', 'tree', { [KEY]: 7, 'Scientific Name': 'Larix 2' });
    expect([put.status, put.body]).toEqual([200, tree(7, 'Larix 2', null, null, null)]);
    const incomplete = await send('PUT', 'tree/7', { 始: 'c' });
    expect([incomplete.status, incomplete.body.error]).toMatchObject([
      400,
      { code: 'BadRequest', message: 'Missing value for "Scientific Name" of "My Tree".' },
    ]);
    const unknown = await send('PATCH', 'tree/7', { column: 'c' });
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'InvalidField']);
    expect((await rest.get('tree/7', {}, { method: 'DELETE' })).status).toBe(204);
  });

  it('are used for relationships', async () => {
    const { body } = await rest.get('tree/1', { $select: '始', $expand: "'note-books'($select=始計;$count=true)" });
    expect(body).toEqual({
      始: 'a',
      'note-books': [{ 始計: 'eins' }, { 始計: 'zwei' }],
      'note-books_connection': { totalCount: 2 },
    });
  });

  it('are used for paging with cursors', async () => {
    const first = await rest.get('note', { $select: '始計', $orderby: '始計', $first: 2 });
    expect(first.body.value).toEqual([{ 始計: 'drei' }, { 始計: 'eins' }]);
    expect((await rest.fetch(first.body.nextLink ?? '')).body.value).toEqual([{ 始計: 'zwei' }]);
  });

  it('are used in permissions', async () => {
    const role = { role: 'clerk' };
    const { body } = await rest.get('tree', {}, role);
    expect(body.value).toEqual([{ [KEY]: 1, 'Scientific Name': 'Tsuga', 始: 'a', Scientific_Name: 'b' }]);
    const refused = await rest.get('tree', { $select: "'United State''s Region'" }, role);
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'The role "clerk" may not read "United State\'s Region" of "My Tree".',
    ]);
  });

  it.skipIf(!server.has('longIdentifiers'))('may be long and contain characters that SQL and JSON quote', async () => {
    expect((await rest.get('long')).body.value).toEqual([{ id: 1, [LONG]: 'x' }]);
    const created = await send('POST', 'long', { [LONG]: 'y' });
    expect([created.status, created.body]).toEqual([201, { id: 2, [LONG]: 'y' }]);
  });

  it('are used for parameters', async () => {
    expect((await rest.get(`sum?${encodeURIComponent(FIRST)}=1`)).body.value).toEqual([{ result: 6 }]);
    expect((await send('POST', 'sum', { [FIRST]: 1, '2nd': 1 })).body.value).toEqual([{ result: 2 }]);
    const missing = await rest.get('sum', { '2nd': 1 });
    expect([missing.status, missing.body.error.message]).toEqual([400, `Missing parameter "${FIRST}" of "add-up".`]);
  });

  it('are used in the OpenAPI document', async () => {
    const { paths, components } = (await rest.get('openapi.json')).body as unknown as OpenApiDocument;
    expect(Object.keys(paths)).toContain(`/tree/{${KEY}}`);
    const properties = JSON.stringify(components.schemas);
    for (const name of ['Scientific Name', "United State's Region", '始計', 'note-books']) {
      expect(properties).toContain(`"${name}":`);
    }
    expect(properties).toContain(`"required":["${KEY}","Scientific Name"]`);
  });

  it.skipIf(!server.has('longIdentifiers'))('are omitted from GraphQL, which keeps the others', async () => {
    expect(await tables.data('{ __schema { queryType { fields { name } } } myNotes { id label } }')).toEqual({
      __schema: {
        queryType: {
          fields: ['myNotes', 'myNotes_connection', 'myNote_by_pk'].map((name) => ({ name })),
        },
      },
      myNotes: [
        { id: 1, label: 'x' },
        { id: 2, label: 'y' },
      ],
    });
  });
});
