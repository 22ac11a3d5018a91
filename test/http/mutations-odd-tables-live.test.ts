import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { server } from '../support/server.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

/** Tables with uncommon features: nonunique keys, self-references, and triggers that count or sleep. */
let odd: ServedTables;

const ddl = `
  create table kinds (id int primary key, name text); insert into kinds values (1, 'good');
  create table loose (k text, n int, kind_id int); insert into loose values ('a', 1, 1), ('a', 2, 1), ('b', 3, 1);
  create view loose_view as select k, n from loose;
  create table versioned (id int primary key, v int not null default 1, t text);
  create function bump() returns trigger language plpgsql as $$ begin new.v := old.v + 1; return new; end $$;
  create trigger bump before update on versioned for each row execute function bump();
  create table slow (id int primary key);
  create function sleepy() returns trigger language plpgsql as $$ begin perform pg_sleep(30); return new; end $$;
  create trigger sleepy before insert on slow for each row execute function sleepy();
  create table tree (id int primary key, up int references tree); insert into tree values (1, null), (2, 1), (3, 2);
  create table one (id bigint primary key, code varchar(5) unique); create table two (id int primary key, one_id int, one_code text);`;

beforeAll(async () => {
  const permissions = [{ role: 'anonymous', actions: ['*'] }];
  odd = await serveTables(
    'mutations_odd',
    ddl,
    {
      Kind: { source: 'kinds', permissions },
      Slow: { source: 'slow', permissions },
      Loose: {
        source: { object: 'loose', 'key-fields': ['k'] },
        permissions,
        relationships: { kind: { belongsTo: 'Kind', on: { kind_id: 'id' } } },
      },
      LooseView: {
        source: { object: 'loose_view', type: 'view', 'key-fields': ['k'] },
        operations: ['read', 'update', 'delete'],
        permissions,
      },
      Versioned: { source: 'versioned', permissions, 'version-field': 'v' },
      Tree: {
        source: 'tree',
        permissions,
        relationships: { parent: { belongsTo: 'Tree' }, kids: { hasMany: 'Tree' } },
      },
      One: {
        source: 'one',
        permissions,
        relationships: {
          twos: { hasMany: 'Two', on: { id: 'one_id' } },
          byCode: { hasMany: 'Two', on: { code: 'one_code' } },
        },
      },
      Two: { source: 'two', permissions, relationships: { one: { belongsTo: 'One', on: { one_id: 'id' } } } },
    },
    // Some startup statements take longer on SQL Server.
    { source: { 'statement-timeout-ms': inject('server') === 'sqlserver' ? 5000 : 1500 } },
  );
});
afterAll(() => odd.close());

describe('a key shared by several rows', () => {
  it.each([
    'updateLoose(k: "a", item: { n: 9 }) { n }',
    'updateLoose(k: "a", item: { n: 9 }) { n kind { name } }',
    'replaceLoose(k: "a", item: { n: 9 }) { n }',
    'deleteLoose(k: "a") { n }',
    'updateLooseView(k: "a", item: { n: 9 }) { n }',
    'deleteLooseView(k: "a") { n }',
  ])('%s returns Conflict and changes none of them', async (write) => {
    const { status, code, path } = await odd.error(`mutation { x: ${write} }`);
    expect([status, code, path]).toEqual([200, 'Conflict', ['x']]);
    expect(await odd.sql('select k, n from loose order by n')).toEqual([
      { k: 'a', n: 1 },
      { k: 'a', n: 2 },
      { k: 'b', n: 3 },
    ]);
  });

  it('is accepted if one row has it, or if all rows are matched by a filter', async () => {
    expect(
      await odd.data(
        `mutation { a: updateLoose(k: "b", item: { n: 4 }) { n kind { name } } b: replaceLoose(k: "b", item: { n: 5 }) { n kind { name } } c: replaceLoose(k: "c", item: { n: 6 }) { n }
          d: deleteLooseView(k: "c") { n } e: updateLooses(filter: { k: { eq: "a" } }, item: { kind_id: null }) { affected items { n kind { name } } } }`,
      ),
    ).toEqual({
      a: { n: 4, kind: { name: 'good' } },
      b: { n: 5, kind: null },
      c: { n: 6 },
      d: { n: 6 },
      e: {
        affected: 2,
        items: expect.arrayContaining([
          { n: 1, kind: null },
          { n: 2, kind: null },
        ]),
      },
    });
  });
});

it.skipIf(!server.has('statementLevelForeignKeys'))(
  'deletes and updates return self-referencing rows with their relationships',
  async () => {
    expect(
      await odd.data(
        'mutation { deleteTrees(filter: { id: { gt: 1 } }) { affected items { id parent { id } kids { id } } } }',
      ),
    ).toEqual({
      deleteTrees: {
        affected: 2,
        items: [
          { id: 2, parent: { id: 1 }, kids: [{ id: 3 }] },
          { id: 3, parent: { id: 2 }, kids: [] },
        ],
      },
    });
    expect(
      await odd.data(
        'mutation { updateTrees(filter: { kids: { none: {} } }, item: { up: 1 }) { items { id parent { id } kids { id } } } }',
      ),
    ).toEqual({
      updateTrees: { items: [{ id: 1, parent: { id: 1 }, kids: [{ id: 1 }] }] },
    });
  },
);

it.skipIf(!server.has('cancelRunningStatement'))(
  'a mutation that exceeds the statement timeout is rolled back as a whole',
  async () => {
    const { status, code, path } = await odd.error(
      'mutation { a: createKind(item: { id: 900 }) { id } b: createSlow(item: { id: 1 }) { id } }',
    );
    expect([status, code, path]).toEqual([200, 'DatabaseTimeout', ['b']]);
    expect(await odd.sql('select id from kinds where id = 900')).toEqual([]);
  },
);

it('a version column that a trigger increments changes the ETag', async () => {
  const { createVersioned } = await odd.data('mutation { createVersioned(item: { id: 1 }) { v _etag } }');
  const { _etag: first } = createVersioned as { _etag: string };
  const send = (tag: string) => `mutation { updateVersioned(id: 1, item: { t: "a" }, ifMatch: "${tag}") { v _etag } }`;
  const { updateVersioned } = await odd.data(send(first));
  const { v, _etag: second } = updateVersioned as { v: number; _etag: string };
  expect([v, second === first]).toEqual([2, false]);
  expect((await odd.error(send(first))).code).toBe('PreconditionFailed');
  expect(await odd.data('{ versioned_by_pk(id: 1) { v _etag } }')).toEqual({
    versioned_by_pk: { v: 2, _etag: second },
  });
});

it('nested rows may refer to columns of other types', async () => {
  expect(
    await odd.data(
      'mutation { createOne(item: { id: 5, code: "abc", twos: [{ id: 1 }, { id: 2 }], byCode: [{ id: 3 }] }) { twos { id } byCode { id one_code } } }',
    ),
  ).toEqual({
    createOne: { twos: [{ id: 1 }, { id: 2 }], byCode: [{ id: 3, one_code: 'abc' }] },
  });
  const { code, path } = await odd.error(
    'mutation { x: createTwo(item: { id: 9, one: { id: 99999999999, code: "q" } }) { id } }',
  );
  expect([code, path]).toEqual(['ConstraintViolated', ['x']]);
  expect(await odd.sql("select * from one where code = 'q'")).toEqual([]);
});
