import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

/**
 * Features of tables that only PostgreSQL has: rules, partitions, exclusion constraints, domains, arrays, and
 * deferrable keys.
 */
let odd: ServedTables;

const ddl = `
  create table kinds (id int primary key, name text);
  create table ruled (id int primary key, t text); create rule nothing as on insert to ruled do instead nothing;
  create table ruled_also (id int primary key, t text);
  create rule also as on update to ruled_also do also insert into kinds values (new.id + 100, 'rule'); insert into ruled_also values (1, 'a');
  create view over_ruled as select id, t from ruled;
  create table stored (id int primary key, t text);
  create view shown as select id, t from stored;
  create function put() returns trigger language plpgsql as $$ begin insert into stored values (new.id, new.t || '!'); return new; end $$;
  create trigger put instead of insert on shown for each row execute function put();
  create type color as enum ('RED', 'GREEN'); create type mood as enum ('so so', 'ok');
  create table enums (id int primary key, c color, m mood, cs color[], ms mood[]);
  create table parted (id int, region text, t text, primary key (id, region)) partition by list (region);
  create table parted_a partition of parted for values in ('a'); create table parted_b partition of parted for values in ('b');
  create table lists (id int primary key, d jsonb[], x json[], t text[], n numeric[], f float8[], b bytea[], u uuid[], dt date[], ts timestamptz[]);
  create table spans (id int primary key, r int4range, exclude using gist (r with &&));
  create domain email as text check (value like '%@%');
  create domain greeting as text default 'hello' not null;
  create table people (e email primary key, g greeting, t text);
  create table late (id int primary key deferrable initially deferred, t text);
  create extension if not exists btree_gist;
  create table bare ();
  create table periods (id int, valid daterange, v text, primary key (id, valid without overlaps));`;

beforeAll(async () => {
  const permissions = [{ role: 'anonymous', actions: ['*'] }];
  const entities = Object.fromEntries(
    Object.entries({
      Kind: 'kinds',
      Ruled: 'ruled',
      RuledAlso: 'ruled_also',
      EnumRow: 'enums',
      Parted: 'parted',
      List: 'lists',
      Span: 'spans',
      Person: 'people',
      Late: 'late',
      Period: 'periods',
      Bare: 'bare',
    }).map(([name, source]) => [name, { source, permissions }]),
  );
  odd = await serveTables('postgres_tables', ddl, {
    ...entities,
    Shown: {
      source: { object: 'shown', type: 'view', 'key-fields': ['id'] },
      operations: ['create', 'read'],
      permissions,
    },
    OverRuled: {
      source: { object: 'over_ruled', type: 'view', 'key-fields': ['id'] },
      operations: ['create', 'read'],
      permissions,
    },
  });
});
afterAll(() => odd.close());

describe('tables with indirect writes', () => {
  it('have no mutations if a rule rewrites them, and report a rule below a view', async () => {
    for (const write of ['createRuled(item: { id: 1 }) { id }', 'updateRuledAlso(id: 1, item: { t: "b" }) { t }']) {
      expect(await odd.error(`mutation { ${write} }`)).toMatchObject({ status: 400, code: 'EntityNotFound' });
    }
    const { status, code, message } = await odd.error('mutation { createOverRuled(item: { id: 1 }) { id } }');
    expect([status, code, message]).toEqual([200, 'ApplicationError', expect.stringContaining('CREATE RULE')]);
    expect(await odd.sql('select t from ruled_also')).toEqual([{ t: 'a' }]);
  });

  it('include views with INSTEAD OF triggers', async () => {
    expect(
      await odd.data(
        'mutation { createShown(item: { id: 1, t: "x" }) { id t } createShowns(items: [{ id: 2, t: "y" }, { id: 3, t: "z" }]) { affected items { t } } }',
      ),
    ).toEqual({
      createShown: { id: 1, t: 'x!' },
      createShowns: { affected: 2, items: [{ t: 'y!' }, { t: 'z!' }] },
    });
  });

  it('include partitioned tables', async () => {
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

  it('include tables with exclusion constraints', async () => {
    const { code, path } = await odd.error(
      'mutation { a: createSpan(item: { id: 1, r: "[1,5)" }) { id } b: createSpan(item: { id: 2, r: "[2,3)" }) { id } }',
    );
    expect([code, path]).toEqual(['ConstraintViolated', ['b']]);
    expect(await odd.data('mutation { replaceSpan(id: 1, item: { r: "[7,9)" }) { r } }')).toEqual({
      replaceSpan: { r: '[7,9)' },
    });
  });

  it('include tables with a deferrable key', async () => {
    expect(
      await odd.data(
        'mutation { a: replaceLate(id: 1, item: { t: "x" }) { t } b: replaceLate(id: 1, item: { t: "y" }) { t } }',
      ),
    ).toEqual({ a: { t: 'x' }, b: { t: 'y' } });
    const { code } = await odd.error('mutation { createLates(items: [{ id: 2 }, { id: 2 }]) { affected } }');
    expect(code).toBe('Conflict');
    expect(await odd.sql('select id, t from late')).toEqual([{ id: 1, t: 'y' }]);
  });
});

describe('columns of rare types', () => {
  it('may be enums and arrays of them, with any labels', async () => {
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

  it('may be arrays, which keep every item', async () => {
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

  it('may be domains with checks, defaults, and NOT NULL', async () => {
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
});

it('may be ranges as the key of a PUT', async () => {
  const put = () =>
    fetch(`${odd.origin}/api/Period/1/${encodeURIComponent('[2024-01-01,2024-02-01)')}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"v":"a"}',
    });
  expect([(await put()).status, (await put()).status]).toEqual([201, 200]);
});

describe('a table without columns', () => {
  it('has rows with only the placeholder field', async () => {
    expect(
      await odd.data(
        'mutation { a: createBare(item: {}) { _empty } b: createBares(items: [{}, { _empty: null }]) { affected items { _empty __typename } } }',
      ),
    ).toEqual({
      a: { _empty: null },
      b: {
        affected: 2,
        items: [
          { _empty: null, __typename: 'Bare' },
          { _empty: null, __typename: 'Bare' },
        ],
      },
    });
    expect(await odd.sql('select count(*)::int as n from bare')).toEqual([{ n: 3 }]);
  });

  it('accepts new rows over REST', async () => {
    const headers = { 'content-type': 'application/json', 'x-api-role': 'anonymous' };
    for (const body of ['{}', '[{}, {}]']) {
      const { status } = await fetch(`${odd.origin}/api/Bare`, { method: 'POST', body, headers });
      expect([body, status]).toEqual([body, 201]);
    }
    const { status } = await fetch(`${odd.origin}/api/Bare`, { headers: { 'x-api-role': 'anonymous' } });
    expect(status).toBeLessThan(500);
  });
});
