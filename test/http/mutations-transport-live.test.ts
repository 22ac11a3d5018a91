import { createClient } from 'graphql-http';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { server } from '../support/server.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

let things: ServedTables;

/** Babelfish reports column names in lowercase. */
const KEY_COLUMN = inject('server') === 'sqlserver' && inject('isBabelfish') ? 'key col' : 'Key Col';

/** As many digits as a decimal can have. */
const DECIMAL =
  inject('server') === 'sqlserver'
    ? '1234567890123456789.1234567890123456789'
    : '123456789012345678901234567890.123456789012345678901234567890';

beforeAll(async () => {
  const ddl = `create table things (id int primary key, name text, n bigint, price numeric(60, 30), doc jsonb, flag boolean, parent_id int references things);
    create table "w" (id int primary key, "n" int, "ok" text, "k" text, "v0" text, "excluded" text, "c" text, "v" text);
    create table "excluded" (id int primary key, "w" int references "w");
    create table "Odd ""Table"" of a name that is rather long indeed, longer t" ("${KEY_COLUMN}" int primary key, "sel'ect" text, "päth" text);`;
  const permissions = [
    { role: 'anonymous', actions: ['*'] },
    { role: 'reader', actions: ['read'] },
  ];
  things = await serveTables('mutations_transport', ddl, {
    Thing: {
      source: 'things',
      permissions,
      relationships: { parent: { belongsTo: 'Thing' }, children: { hasMany: 'Thing' } },
    },
    W: { source: 'w', permissions, relationships: { excludeds: { hasMany: 'Excluded' } } },
    Excluded: { source: 'excluded', permissions, relationships: { w_: { belongsTo: 'W' } } },
    Odd: {
      source: '"Odd ""Table"" of a name that is rather long indeed, longer t"',
      permissions,
      fields: [
        { name: KEY_COLUMN, alias: 'key_col' },
        { name: "sel'ect", alias: 'sel' },
        { name: 'päth', alias: 'path' },
      ],
    },
  });
});
beforeEach(() =>
  things
    .sql('truncate things, w, excluded, "Odd ""Table"" of a name that is rather long indeed, longer t"')
    .then(() => undefined),
);
afterAll(() => things.close());

const create = 'mutation { createThing(item: { id: 1, name: "a" }) { id } }';
const count = async (): Promise<unknown> => (await things.sql('select count(*)::int as n from things'))[0]?.n;

describe('GraphQL mutations over HTTP', () => {
  it('are rejected for GET', async () => {
    for (const url of [
      `${things.origin}/graphql?query=${encodeURIComponent(create)}`,
      `${things.origin}/graphql?query=${encodeURIComponent(`query a { __typename } ${create.replace('mutation', 'mutation b')}`)}&operationName=b`,
    ]) {
      const response = await fetch(url, { headers: { accept: 'application/graphql-response+json' } });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toMatch(/POST/);
    }
    expect(await count()).toBe(0);
  });

  it('send Cache-Control: no-store and no ETag', async () => {
    for (const id of [1, 1, 2]) {
      const { headers } = await things.send(`mutation { createThing(item: { id: ${id} }) { id } }`);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('etag')).toBeNull();
    }
  });

  it.each([
    ['application/graphql-response+json', 200, 400],
    ['application/json', 200, 200],
  ])('return the status codes of %s', async (accept, failed, refused) => {
    const good = await things.send(create, { headers: { accept } });
    expect([good.status, good.headers.get('content-type'), good.body]).toEqual([
      200,
      expect.stringContaining(accept),
      { data: { createThing: { id: 1 } } },
    ]);
    const conflict = await things.error(create, { headers: { accept } });
    expect([conflict.status, conflict.code]).toEqual([failed, 'Conflict']);
    const forbidden = await things.send(create, { role: 'reader', headers: { accept } });
    expect([forbidden.status, forbidden.body.errors?.[0]?.extensions.code]).toEqual([refused, 'Forbidden']);
    expect(forbidden.body).not.toHaveProperty('data.createThing');
  });

  it('are rejected in form data, which other sites can send', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const { status } = await fetch(`${things.origin}/graphql`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: JSON.stringify({ query: create }),
      });
      expect([type, status]).toEqual([type, 415]);
    }
    expect(await count()).toBe(0);
  });

  it('return the requested data to a client library', async () => {
    const client = createClient({ url: `${things.origin}/graphql`, headers: { 'x-api-role': 'anonymous' } });
    const send = (query: string, variables: Record<string, unknown>) =>
      new Promise((resolve, reject) => {
        let result: unknown;
        client.subscribe(
          { query, variables },
          {
            next: (value) => {
              result = value;
            },
            error: reject,
            complete: () => resolve(result),
          },
        );
      });
    const query = 'mutation Make($item: CreateThingInput!) { createThing(item: $item) { id name children { id } } }';
    expect(await send(query, { item: { id: 5, name: 'five', children: [{ id: 6 }] } })).toEqual({
      data: { createThing: { id: 5, name: 'five', children: [{ id: 6 }] } },
    });
    expect(await send(query, { item: { id: 5 } })).toMatchObject({
      data: null,
      errors: [{ path: ['createThing'], extensions: { code: 'Conflict' } }],
    });
    client.dispose();
  });
});

describe('names', () => {
  it('of tables, columns, and response keys do not collide with aliases of the generated SQL', async () => {
    expect(
      await things.data(
        `mutation {
          ok: createW(item: { id: 1, n: 5, ok: "o", k: "kk", v0: "v", excluded: "e", c: "c", v: "v", excludeds: [{ id: 1 }, { id: 2 }] }) {
            n ok k v0 excluded c v excludeds { id w w_ { k } } w: n v1: ok }
          n: replaceW(id: 1, item: { n: 6 }) { n: k ok: n k: ok v0: id excluded: v0 w: excludeds { n: id } }
          k: replaceExcluded(id: 9, item: { w: 1 }) { id w w_ { excludeds_connection { items: totalCount totalCount: items { k: id } } } }
          v0: updateWS(filter: { n: { eq: 6 } }, item: { ok: "2", c: "d" }) { n: affected ok: items { k: id } v0: items { v0 c } affected: __typename items: affected }
          w: deleteExcludeds(filter: { id: { lt: 5 } }) { affected items { id w_ { ok } } }
        }`,
      ),
    ).toEqual({
      ok: {
        n: 5,
        ok: 'o',
        k: 'kk',
        v0: 'v',
        excluded: 'e',
        c: 'c',
        v: 'v',
        excludeds: [
          { id: 1, w: 1, w_: { k: 'kk' } },
          { id: 2, w: 1, w_: { k: 'kk' } },
        ],
        w: 5,
        v1: 'o',
      },
      n: { n: null, ok: 6, k: null, v0: 1, excluded: null, w: [{ n: 1 }, { n: 2 }] },
      k: { id: 9, w: 1, w_: { excludeds_connection: { items: 3, totalCount: [{ k: 1 }, { k: 2 }, { k: 9 }] } } },
      v0: { n: 1, ok: [{ k: 1 }], v0: [{ v0: null, c: 'd' }], affected: 'WChanges', items: 1 },
      w: {
        affected: 2,
        items: [
          { id: 1, w_: { ok: '2' } },
          { id: 2, w_: { ok: '2' } },
        ],
      },
    });
  });

  it('may need quotes', async () => {
    expect(
      await things.data(
        `mutation {
          createOdd(item: { key_col: 1, sel: "a", path: "b" }) { key_col sel path _etag }
          r: replaceOdd(key_col: 1, item: { sel: "z" }) { sel path }
          i: replaceOdd(key_col: 2, item: { sel: "y" }) { sel path }
          u: updateOdds(filter: { sel: { eq: "z" } }, item: { path: "q" }) { items { path } }
          d: deleteOdd(key_col: 1) { path }
        }`,
      ),
    ).toEqual({
      createOdd: { key_col: 1, sel: 'a', path: 'b', _etag: expect.any(String) },
      r: { sel: 'z', path: null },
      i: { sel: 'y', path: null },
      u: { items: [{ path: 'q' }] },
      d: { path: 'q' },
    });
  });

  it.skipIf(!server.has('longIdentifiers'))('may be longer than identifiers of the database', async () => {
    const long = 'a'.repeat(70);
    await things.data('mutation { createOdd(item: { key_col: 1, sel: "z" }) { key_col } }');
    expect(
      await things.data(
        `mutation { ${long}: updateOdd(key_col: 1, item: { path: "p" }) { ${long}: path ${long}b: sel } }`,
      ),
    ).toEqual({ [long]: { [long]: 'p', [`${long}b`]: 'z' } });
  });
});

describe('an invalid mutation', () => {
  const nest = (levels: number): object => (levels === 0 ? { id: 0 } : { id: levels, children: [nest(levels - 1)] });
  const nestUp = (levels: number): object => (levels === 0 ? { id: 0 } : { id: levels, parent: nestUp(levels - 1) });

  it.each<[string, string, object]>([
    ['no item', 'mutation { createThing { id } }', {}],
    ['null for an item', 'mutation { createThing(item: null) { id } }', {}],
    ['a list for an item', 'mutation ($i: CreateThingInput!) { createThing(item: $i) { id } }', { i: [{ id: 1 }] }],
    ['a string for an item', 'mutation ($i: CreateThingInput!) { createThing(item: $i) { id } }', { i: 'x' }],
    [
      'a null among items',
      'mutation ($i: [CreateThingInput!]!) { createThings(items: $i) { affected } }',
      { i: [{ id: 1 }, null] },
    ],
    ['an absent item', 'mutation ($i: CreateThingInput!) { createThing(item: $i) { id } }', {}],
    [
      'an unknown field',
      'mutation ($i: CreateThingInput!) { createThing(item: $i) { id } }',
      { i: { id: 1, nam: 'x' } },
    ],
    [
      '__proto__',
      'mutation ($i: CreateThingInput!) { createThing(item: $i) { id } }',
      JSON.parse('{"i":{"id":1,"__proto__":{"name":"x"}}}'),
    ],
    [
      'constructor',
      'mutation ($i: CreateThingInput!) { createThing(item: $i) { id } }',
      { i: { id: 1, constructor: 'x' } },
    ],
    ['a number beyond 64 bits', 'mutation { createThing(item: { id: 1, n: 9223372036854775808 }) { id } }', {}],
    ['a number beyond 32 bits', 'mutation { createThing(item: { id: 2147483648 }) { id } }', {}],
    [
      'a number of a million digits',
      'mutation ($p: Decimal) { createThing(item: { id: 1, price: $p }) { id } }',
      { p: '9'.repeat(900_000) },
    ],
    [
      'a number of many fractional digits',
      'mutation ($p: Decimal) { createThing(item: { id: 1, price: $p }) { id } }',
      { p: `0.${'9'.repeat(20_000)}` },
    ],
    [
      'a number with a huge exponent',
      'mutation ($p: Decimal) { createThing(item: { id: 1, price: $p }) { id } }',
      { p: '1e999999' },
    ],
    ['a key of another type', 'mutation { updateThing(id: "1", item: {}) { id } }', {}],
    ['no key', 'mutation { updateThing(item: {}) { id } }', {}],
    ['null for a key', 'mutation ($id: Int!) { deleteThing(id: $id) { id } }', { id: null }],
    ['a number for an ETag', 'mutation { deleteThing(id: 1, ifMatch: 5) { id } }', {}],
    ['a NUL in an ETag', 'mutation ($t: String) { deleteThing(id: 1, ifMatch: $t) { id } }', { t: '\0' }],
    ['no filter', 'mutation { deleteThings(all: true) { affected } }', {}],
    ['null for a filter', 'mutation { deleteThings(filter: null, all: true) { affected } }', {}],
    ['a string for all', 'mutation { deleteThings(filter: {}, all: "true") { affected } }', {}],
    [
      '100 levels of new children',
      'mutation ($i: CreateThingInput!) { createThing(item: $i) { id } }',
      { i: { id: -1, nope: nest(100) } },
    ],
    [
      '600 levels of new children',
      'mutation ($i: CreateThingInput!) { createThing(item: $i) { id } }',
      { i: nest(600) },
    ],
    [
      '5,000 levels of new parents',
      'mutation ($i: CreateThingInput!) { createThing(item: $i) { id } }',
      { i: nestUp(2000) },
    ],
    [
      'a filter of 300 conditions',
      'mutation ($f: ThingFilterInput!) { deleteThings(filter: $f) { affected } }',
      { f: { or: Array.from({ length: 300 }, (_, id) => ({ id: { eq: id } })) } },
    ],
    [
      '1,001 values',
      'mutation ($f: [Int!]) { deleteThings(filter: { id: { in: $f } }) { affected } }',
      { f: Array.from({ length: 1001 }, (_, id) => id) },
    ],
    [
      'a selection that is too deep',
      `mutation { createThing(item: { id: 1 }) { ${'parent { '.repeat(12)} id ${'}'.repeat(12)} } }`,
      {},
    ],
    [
      'a product of pages',
      'mutation { createThings(items: [{ id: 1 }]) { items { children(first: 1000) { children(first: 1000) { children(first: 1000) { id } } } } } }',
      {},
    ],
    [
      'many aliases',
      `mutation { ${Array.from({ length: 60 }, (_, id) => `a${id}: createThing(item: { id: ${id} }) { id }`).join(' ')} }`,
      {},
    ],
    ['no selection', 'mutation { createThing(item: { id: 1 }) }', {}],
    ['a subscription', 'subscription { createThing(item: { id: 1 }) { id } }', {}],
    ['a mutation as query', 'query { createThing(item: { id: 1 }) { id } }', {}],
    ['a query as mutation', 'mutation { things { id } }', {}],
    ['the schema of a mutation', 'mutation { __schema { types { name } } }', {}],
  ])('returns an error and changes nothing: %s', async (_, document, variables) => {
    const { status, body, text } = await things.send(document, { variables: variables as Record<string, unknown> });
    expect(body.errors?.length, text).toBeGreaterThan(0);
    expect([400, 413]).toContain(status);
    for (const { extensions } of body.errors ?? [])
      expect(['BadRequest', 'InvalidField', 'LimitExceeded', 'EntityNotFound', 'ConstraintViolated']).toContain(
        extensions.code,
      );
    expect(await count()).toBe(0);
    expect(things.logged.filter(({ level }) => (level as number) >= 50)).toEqual([]);
  });

  it('deeply nested rows within the limits are created', async () => {
    const { createThing } = await things.data(
      'mutation ($i: CreateThingInput!) { createThing(item: $i) { id children { children { id } } } }',
      { variables: { i: nest(100) } },
    );
    expect(createThing).toEqual({ id: 100, children: [{ children: [{ id: 98 }] }] });
    expect(await count()).toBe(101);
    await things.data('mutation { deleteThings(filter: {}, all: true) { affected } }');
    await things.data('mutation ($i: CreateThingInput!) { createThing(item: $i) { id } }', {
      variables: { i: nestUp(100) },
    });
    expect(await things.sql('select count(*)::int as n from things where parent_id = id - 1')).toEqual([{ n: 100 }]);
  });

  it('every digit and character is preserved', async () => {
    const name = 'x\'"\\`{}%_$1\n\t\u0001😀é\u2028';
    const { status, text } = await things.send(
      `mutation ($name: String, $doc: JSON) { createThing(item: { id: 1, name: $name, n: -9223372036854775808, price: ${DECIMAL}, doc: $doc }) { name n price doc } }`,
      { variables: { name, doc: { 'a"b': [name, null, true, { '': {} }] } } },
    );
    expect(status).toBe(200);
    expect(text).toContain('-9223372036854775808');
    expect(text).toContain(DECIMAL);
    expect(
      (JSON.parse(text) as { data: { createThing: { name: string; doc: unknown } } }).data.createThing,
    ).toMatchObject({ name, doc: { 'a"b': [name, null, true, { '': {} }] } });
    expect(await things.sql('select name, n::text as n, price::text as price from things')).toEqual([
      { name, n: '-9223372036854775808', price: DECIMAL },
    ]);
  });

  it('a value that contains SQL is stored as a value', async () => {
    const evil = "'); drop table things; --";
    await things.data(
      'mutation ($e: String) { a: createThing(item: { id: 1, name: $e }) { id } b: updateThings(filter: { name: { eq: $e } }, item: { doc: ["$1"] }) { affected } }',
      { variables: { e: evil } },
    );
    expect(await things.sql('select name, doc from things')).toEqual([{ name: evil, doc: ['$1'] }]);
  });
});
