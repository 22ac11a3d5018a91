import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

/** Tables that are unlike others: keys that nobody holds to, rules, partitions, exclusions, columns of rare types. */
let odd: ServedTables;

const ddl = `
  create table kinds (id int primary key, name text); insert into kinds values (1, 'good');
  create table loose (k text, n int, kind_id int); insert into loose values ('a', 1, 1), ('a', 2, 1), ('b', 3, 1);
  create view loose_view as select k, n from loose;
  create table ruled (id int primary key, t text); create rule nothing as on insert to ruled do instead nothing;
  create table ruled_also (id int primary key, t text);
  create rule also as on update to ruled_also do also insert into kinds values (new.id + 100, 'rule'); insert into ruled_also values (1, 'a');
  create table plain (id int primary key);
  create table stored (id int primary key, t text);
  create view shown as select id, t from stored;
  create function put() returns trigger language plpgsql as $$ begin insert into stored values (new.id, new.t || '!'); return new; end $$;
  create trigger put instead of insert on shown for each row execute function put();
  create type color as enum ('RED', 'GREEN'); create type mood as enum ('so so', 'ok');
  create table enums (id int primary key, c color, m mood, cs color[], ms mood[]);
  create table versioned (id int primary key, v int not null default 1, t text);
  create function bump() returns trigger language plpgsql as $$ begin new.v := old.v + 1; return new; end $$;
  create trigger bump before update on versioned for each row execute function bump();
  create table slow (id int primary key);
  create function sleepy() returns trigger language plpgsql as $$ begin perform pg_sleep(30); return new; end $$;
  create trigger sleepy before insert on slow for each row execute function sleepy();
  create table tree (id int primary key, up int references tree); insert into tree values (1, null), (2, 1), (3, 2);
  create table parted (id int, region text, t text, primary key (id, region)) partition by list (region);
  create table parted_a partition of parted for values in ('a'); create table parted_b partition of parted for values in ('b');
  create table lists (id int primary key, d jsonb[], x json[], t text[], n numeric[], f float8[], b bytea[], u uuid[], dt date[], ts timestamptz[]);
  create table spans (id int primary key, r int4range, exclude using gist (r with &&));
  create table one (id bigint primary key, code varchar(5) unique); create table two (id int primary key, one_id int, one_code text);
  create domain email as text check (value like '%@%');
  create domain greeting as text default 'hello' not null;
  create table people (e email primary key, g greeting, t text);
  create table late (id int primary key deferrable initially deferred, t text);`;

beforeAll(async () => {
  const permissions = [{ role: 'anonymous', actions: ['*'] }];
  const entities = Object.fromEntries(
    Object.entries({
      Kind: 'kinds',
      Ruled: 'ruled',
      RuledAlso: 'ruled_also',
      Plain: 'plain',
      EnumRow: 'enums',
      Slow: 'slow',
      Parted: 'parted',
      List: 'lists',
      Span: 'spans',
      Person: 'people',
      Late: 'late',
    }).map(([name, source]) => [name, { source, permissions }]),
  );
  odd = await serveTables(
    'mutations_odd',
    ddl,
    {
      ...entities,
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
      Shown: {
        source: { object: 'shown', type: 'view', 'key-fields': ['id'] },
        operations: ['create', 'read'],
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
    { source: { 'statement-timeout-ms': 1500 } },
  );
});
afterAll(() => odd.close());

describe('a key that several rows have', () => {
  it.each([
    'updateLoose(k: "a", item: { n: 9 }) { n }',
    'updateLoose(k: "a", item: { n: 9 }) { n kind { name } }',
    'replaceLoose(k: "a", item: { n: 9 }) { n }',
    'deleteLoose(k: "a") { n }',
    'updateLooseView(k: "a", item: { n: 9 }) { n }',
    'deleteLooseView(k: "a") { n }',
  ])('%s changes none of them', async (write) => {
    const { status, code, path } = await odd.error(`mutation { x: ${write} }`);
    expect([status, code, path]).toEqual([200, 'Conflict', ['x']]);
    expect(await odd.sql('select k, n from loose order by n')).toEqual([
      { k: 'a', n: 1 },
      { k: 'a', n: 2 },
      { k: 'b', n: 3 },
    ]);
  });

  it('is no matter where one row has it, or all are meant', async () => {
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

describe('tables that the database does not just write to', () => {
  it('changes that rules stand in the way of are not offered, and told where a rule comes later', async () => {
    expect(odd.application.sdl).not.toMatch(/createRuled\(|updateRuledAlso\(/);
    expect(await odd.data('mutation { createPlain(item: { id: 1 }) { id } }')).toEqual({ createPlain: { id: 1 } });
    await odd.sql('create rule later as on insert to plain do instead nothing');
    const { status, code, message } = await odd.error('mutation { createPlain(item: { id: 2 }) { id } }');
    expect([status, code, message]).toEqual([200, 'OperationNotOffered', expect.stringContaining('CREATE RULE')]);
    expect(await odd.sql('select id from plain')).toEqual([{ id: 1 }]);
  });

  it('views with triggers of their own', async () => {
    expect(
      await odd.data(
        'mutation { createShown(item: { id: 1, t: "x" }) { id t } createShowns(items: [{ id: 2, t: "y" }, { id: 3, t: "z" }]) { affected items { t } } }',
      ),
    ).toEqual({
      createShown: { id: 1, t: 'x!' },
      createShowns: { affected: 2, items: [{ t: 'y!' }, { t: 'z!' }] },
    });
  });

  it('partitions', async () => {
    expect(
      await odd.data(
        `mutation { a: createParted(item: { id: 1, region: "a" }) { id region } b: replaceParted(id: 1, region: "b", item: { t: "x" }) { t } c: replaceParted(id: 1, region: "b", item: {}) { t }
          d: createParteds(items: [{ id: 3, region: "b" }, { id: 2, region: "a" }]) { items { id region } } }`,
      ),
    ).toEqual({
      a: { id: 1, region: 'a' },
      b: { t: 'x' },
      c: { t: null },
      d: {
        items: [
          { id: 3, region: 'b' },
          { id: 2, region: 'a' },
        ],
      },
    });
    const { code, text } = await odd.error('mutation { createParted(item: { id: 1, region: "z" }) { id } }');
    expect([code, text]).toEqual(['ConstraintViolated', expect.not.stringContaining('parted"')]);
  });

  it('exclusions', async () => {
    const { code, path } = await odd.error(
      'mutation { a: createSpan(item: { id: 1, r: "[1,5)" }) { id } b: createSpan(item: { id: 2, r: "[2,3)" }) { id } }',
    );
    expect([code, path]).toEqual(['ConstraintViolated', ['b']]);
    expect(await odd.data('mutation { replaceSpan(id: 1, item: { r: "[7,9)" }) { r } }')).toEqual({
      replaceSpan: { r: '[7,9)' },
    });
  });

  it('a key that is checked late', async () => {
    expect(
      await odd.data(
        'mutation { a: replaceLate(id: 1, item: { t: "x" }) { t } b: replaceLate(id: 1, item: { t: "y" }) { t } }',
      ),
    ).toEqual({ a: { t: 'x' }, b: { t: 'y' } });
    const { code } = await odd.error('mutation { createLates(items: [{ id: 2 }, { id: 2 }]) { affected } }');
    expect(code).toBe('Conflict');
    expect(await odd.sql('select id, t from late')).toEqual([{ id: 1, t: 'y' }]);
  });

  it('rows of one table that refer to each other', async () => {
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
  });

  it('what takes too long is given up, all of it', async () => {
    const { status, code, path } = await odd.error(
      'mutation { a: createKind(item: { id: 900 }) { id } b: createSlow(item: { id: 1 }) { id } }',
    );
    expect([status, code, path]).toEqual([200, 'DatabaseTimeout', ['b']]);
    expect(await odd.sql('select id from kinds where id = 900')).toEqual([]);
  });
});

describe('columns of rare types', () => {
  it('enums, and lists of them, whatever their labels', async () => {
    expect(
      await odd.data(
        `mutation ($i: CreateEnumRowInput!) { a: createEnumRow(item: { id: 1, c: RED, m: "so so", cs: [RED, null, GREEN], ms: ["ok"] }) { c m cs ms }
          b: updateEnumRow(id: 1, item: { c: GREEN, m: "ok", cs: GREEN, ms: null }) { c m cs ms } c: createEnumRow(item: $i) { c m cs ms } }`,
        { variables: { i: { id: 2, c: 'RED', cs: ['GREEN'], ms: ['so so', null] } } },
      ),
    ).toEqual({
      a: { c: 'RED', m: 'so so', cs: ['RED', null, 'GREEN'], ms: ['ok'] },
      b: { c: 'GREEN', m: 'ok', cs: ['GREEN'], ms: null },
      c: { c: 'RED', m: null, cs: ['GREEN'], ms: ['so so', null] },
    });
    for (const item of ['m: "bad"', 'c: BAD', 'c: "RED"', 'ms: ["bad"]']) {
      const { code } = await odd.error(`mutation { createEnumRow(item: { id: 9, ${item} }) { id } }`);
      expect([item, code]).toEqual([item, 'BadRequest']);
    }
  });

  it('lists keep every item', async () => {
    const item = {
      d: [{ a: 1 }, null, 'x', [1, [2]], 5, true],
      x: ['{"'],
      t: ['a,b', '"', '\\', '{}', 'NULL', '', null],
      n: [1.5, 2],
      f: [1.5, null],
      b: ['AQI='],
      u: ['018bd50b-c3ff-77cd-87c8-36305ec7d8ed'],
      dt: ['2024-01-01'],
      ts: ['2024-01-01T00:00:00+00:00', null],
    };
    expect(
      await odd.data(
        'mutation ($i: CreateListInput!, $u: UpdateListInput!) { a: createList(item: $i) { d x t n f b u dt ts } b: updateList(id: 1, item: $u) { d x t } }',
        {
          variables: { i: { id: 1, ...item }, u: { d: [], x: null, t: ['z'] } },
        },
      ),
    ).toEqual({ a: item, b: { d: [], x: null, t: ['z'] } });
  });

  it('domains with checks, defaults and no null', async () => {
    expect(
      await odd.data(
        'mutation { a: createPerson(item: { e: "a@b" }) { e g } b: replacePerson(e: "c@d", item: { t: "x" }) { e g t } c: updatePerson(e: "c@d", item: { g: "bye" }, ifMatch: "*") { g } d: replacePerson(e: "c@d", item: {}) { g t } e: deletePerson(e: "nope") { t } }',
      ),
    ).toEqual({
      a: { e: 'a@b', g: 'hello' },
      b: { e: 'c@d', g: 'hello', t: 'x' },
      c: { g: 'bye' },
      d: { g: 'hello', t: null },
      e: null,
    });
    for (const write of [
      'createPerson(item: { e: "nope" }) { e }',
      'replacePerson(e: "nope", item: {}) { e }',
      'createPerson(item: { e: "x@y", g: null }) { e }',
    ]) {
      const { code } = await odd.error(`mutation { ${write} }`);
      expect([write, code]).toEqual([write, 'ConstraintViolated']);
    }
  });

  it('a version that a trigger counts up', async () => {
    const { createVersioned } = await odd.data('mutation { createVersioned(item: { id: 1 }) { v _etag } }');
    const { _etag: first } = createVersioned as { _etag: string };
    const send = (tag: string) =>
      `mutation { updateVersioned(id: 1, item: { t: "a" }, ifMatch: "${tag}") { v _etag } }`;
    const { updateVersioned } = await odd.data(send(first));
    const { v, _etag: second } = updateVersioned as { v: number; _etag: string };
    expect([v, second === first]).toEqual([2, false]);
    expect((await odd.error(send(first))).code).toBe('PreconditionFailed');
    expect(await odd.data('{ versioned_by_pk(id: 1) { v _etag } }')).toEqual({
      versioned_by_pk: { v: 2, _etag: second },
    });
  });

  it('that relate to columns of other types', async () => {
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
});
