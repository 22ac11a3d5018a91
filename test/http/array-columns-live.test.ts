import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConfigurationError } from '../../src/base/problem.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const ddl = `create table grids (id integer primary key, n numeric[], t text[], flat int[], declared int[][]);
  insert into grids values (1, '{{1.50,2},{12345678901234567890,NULL}}', '{{{a},{"b,\\"c"}}}', '{{1,2},{3,4}}', '{{1,2},{3,4}}'),
    (2, '{}', '{NULL,"NULL",""}', null, '{5}'), (3, null, null, '{7}', null);
  create domain cubes as text[][][];
  create table words (id integer primary key, one text[], two text[][], sized text[2][2], cube cubes);
  insert into words values (1, '{{a,b},{c,d}}', '{{a,b},{c,d}}', '{{a,b},{c,d}}', '{{{a,b},{c,d}}}');`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const fields = ['n', 't', 'declared'].map((name) => ({ name, type: 'JSON' }));

let served: ServedTables;
beforeAll(async () => {
  served = await serveTables('array_columns', ddl, {
    Grid: { source: 'grids', fields, permissions },
    Word: { source: 'words', permissions },
  });
});
afterAll(async () => {
  expect(served.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  await served.close();
});

const COLUMNS = '{ n t flat declared }';
const rows = [
  '{"n":[[1.50,2],[12345678901234567890,null]],"t":[[["a"],["b,\\"c"]]],"flat":[1,2,3,4],"declared":[[1,2],[3,4]]}',
  '{"n":[],"t":[null,"NULL",""],"flat":null,"declared":[5]}',
  '{"n":null,"t":null,"flat":[7],"declared":null}',
];

it('returns flattened arrays, or nested JSON arrays if configured', async () => {
  expect((await served.send(`{ grids ${COLUMNS} }`)).text).toBe(`{"data":{"grids":[${rows.join(',')}]}}`);
});

it('filters JSON arrays by path and by isNull', async () => {
  const idsOf = async (filter: string) => (await served.send(`{ grids(filter: ${filter}) { id } }`)).text;
  expect(await idsOf('{ n: { path: { at: "$[0][0]", eq: 1.5 } } }')).toBe('{"data":{"grids":[{"id":1}]}}');
  expect(await idsOf('{ t: { isNull: true } }')).toBe('{"data":{"grids":[{"id":3}]}}');
  const { text } = await served.send('{ __type(name: "Grid") { fields { name type { kind name } } } }');
  expect(text).toContain('{"name":"n","type":{"kind":"SCALAR","name":"JSON"}}');
});

it('writes JSON arrays as they were read, over both APIs', async () => {
  const before = await served.sql('select n::text, t::text, declared::text from grids order by id');
  for (const [index, row] of rows.entries()) {
    const { flat: _, ...item } = JSON.parse(row);
    const text = row.replace(/"flat":[^"]*,/, '');
    const path = `${served.origin}/api/Grid/${index + 1}`;
    await served.sql(`update grids set n = '{0}', t = '{0}', declared = '{0}' where id = ${index + 1}`);
    const patched = await fetch(path, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: text });
    expect([
      patched.status,
      await served.sql('select n::text, t::text, declared::text from grids order by id'),
    ]).toEqual([200, before]);
    delete item.n;
    await served.data(`mutation ($item: UpdateGridInput!) { updateGrid(id: ${index + 1}, item: $item) { id } }`, {
      variables: { item },
    });
    expect(await served.sql('select n::text, t::text, declared::text from grids order by id')).toEqual(before);
  }
});

it.each([
  ['n', 5, 'BadRequest', /"n" is a database array\. Send a JSON array/],
  ['n', { a: 1 }, 'BadRequest', /"n" is a database array/],
  ['n', [['x']], 'BadRequest', /"n" of "Grid" has an invalid format/],
  ['n', [[1], [2, 3]], 'BadRequest', /"n" of "Grid" has an invalid format/],
  ['n', [[[[[[[1]]]]]]], 'LimitExceeded', /exceeds a limit of the database/],
])('rejects %s with the value %j', async (name, value, code, message) => {
  const item = { id: 9, [name]: value };
  const refused = await served.error('mutation ($item: CreateGridInput!) { createGrid(item: $item) { id } }', {
    variables: { item },
  });
  expect([refused.code, refused.message]).toEqual([code, expect.stringMatching(message)]);
});

it('rejects the type JSON for a column that is not an array', async () => {
  const entities = { Grid: { source: 'grids', fields: [{ name: 'id', type: 'JSON' }], permissions } };
  const failed = await serveTables('array_columns_wrong', ddl, entities).catch((error: unknown) => error);
  expect((failed as ConfigurationError).problems.map(({ message }) => message)).toContain(
    'The column "id" of "grids" is not an array. Remove "type", which only applies to arrays.',
  );
});

it('ignores the declared number of dimensions', async () => {
  const flat = ['a', 'b', 'c', 'd'];
  const whole = '{ id one two sized cube }';
  const words = [{ id: 1, one: flat, two: flat, sized: flat, cube: flat }];
  expect(await served.data(`{ words ${whole} }`)).toEqual({ words });
  for (const name of ['one', 'two', 'sized', 'cube']) {
    const idsOf = (filter: string) => served.data(`{ words(filter: { ${name}: ${filter} }) { id } }`);
    expect(await idsOf('{ hasAll: ["d", "a"] }')).toEqual({ words: [{ id: 1 }] });
    expect(await idsOf('{ has: "x" }')).toEqual({ words: [] });
  }
  const item = { id: 2, one: ['p', null], two: ['p', null], sized: ['p', null], cube: ['p', null] };
  const document = `mutation ($item: CreateWordInput!) { createWord(item: $item) ${whole} }`;
  expect(await served.data(document, { variables: { item } })).toEqual({ createWord: item });
});
