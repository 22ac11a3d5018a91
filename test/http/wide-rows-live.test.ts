import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { server } from '../support/server.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

/**
 * Rows that each exceed the sort buffer of a session, 256 KiB by default. Ordered by `at`, which has no index, the ids
 * are 5, 3, 1, 6, 4, 2. `ranked` has an index. Ordered by `big` or `bytes`, the ids are descending.
 */
const ddl = `
  create table owners (id int primary key, name varchar(20));
  insert into owners values (1, 'second'), (2, 'first');
  create table events (
    id int primary key, owner_id int not null, at int, ranked int, j json, big longtext, bytes longblob,
    a TEXT, b TEXT, c TEXT, d TEXT, e TEXT,
    index (owner_id), index (ranked)
  );
  insert into events
    with recursive s (n) as (select 1 union all select n + 1 from s where n < 6)
    select n, 1 + n % 2, case n when 5 then 1 when 3 then 2 when 1 then 3 when 6 then 4 when 4 then 5 else 6 end, n,
      json_object('k', repeat('x', 700000), 'n', n), concat(7 - n, repeat('y', 700000)), concat(7 - n, repeat('z', 700000)),
      repeat('a', 65535), repeat('b', 65535), repeat('c', 65535), repeat('d', 65535), repeat('e', 65535)
    from s;
  create table keyless (n int, at int, j json);
  insert into keyless select id, at, j from events;
  create table keyless_texts (${Array.from({ length: 30 }, (_, index) => `t${index} longtext`).join(', ')});
  insert into keyless_texts (t0, t28, t29) select id, repeat(char(96 + id), 70000), 7 - id from events;
  create table archived (${Array.from({ length: 30 }, (_, index) => `t${index} text`).join(', ')})
    character set utf8mb4 collate utf8mb4_unicode_ci;
  insert into archived (t0, t29)
    with recursive s (n) as (select 1 union all select n + 1 from s where n < 20) select char(64 + n), n from s;
  create table by_name (name varchar(20) not null, at int, j json, unique index (name));
  insert into by_name select id, at, j from events;
  create view event_view as select id, at, j from events;
  create table narrow (id int primary key, body longtext character set utf8mb3);
  insert into narrow values (1, 'first "quoted" text'), (2, 'second');
  create table alike (id int primary key, body longtext);
  insert into alike values (1, concat(repeat('x', 5000), 'b')), (2, concat(repeat('x', 5000), 'a')), (3, repeat('x', 5000));`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];

let tables: ServedTables;
describe.skipIf(!server.has('mysqlSyntax'))('rows larger than the sort buffer', () => {
  beforeAll(async () => {
    tables = await serveTables('wide_rows', ddl, {
      Owner: {
        source: 'owners',
        permissions,
        relationships: { events: { hasMany: 'Event', on: { id: 'owner_id' } } },
      },
      Event: {
        source: 'events',
        permissions,
        relationships: { owner: { belongsTo: 'Owner', on: { owner_id: 'id' } } },
      },
      Keyless: { source: 'keyless', permissions, graphql: { type: { singular: 'Keyless', plural: 'Keylesses' } } },
      KeylessText: { source: 'keyless_texts', permissions },
      Archived: { source: 'archived', permissions, graphql: { type: { singular: 'Archived', plural: 'Archiveds' } } },
      ByName: { source: 'by_name', permissions },
      EventView: { source: { object: 'event_view', type: 'view', 'key-fields': ['id'] }, permissions },
      Narrow: { source: 'narrow', permissions, graphql: { type: { singular: 'Narrow', plural: 'Narrows' } } },
      Alike: { source: 'alike', permissions, graphql: { type: { singular: 'Alike', plural: 'Alikes' } } },
    });
  });
  afterAll(async () => {
    expect(tables.logged.filter(({ level }) => Number(level) >= 40)).toEqual([]);
    await tables.close();
  });

  interface Row {
    readonly id: number;
    readonly j: { readonly k: string; readonly n: number };
  }

  const numbers = (rows: unknown): readonly number[] => (rows as readonly Row[]).map(({ j }) => j.n);

  describe('a list of rows larger than the sort buffer', () => {
    it.each([
      ['orderBy: { at: ASC }', [5, 3, 1]],
      ['orderBy: { at: DESC }', [2, 4, 6]],
      ['orderBy: { at: ASC_NULLS_LAST }', [5, 3, 1]],
      ['orderBy: { at: ASC }, offset: 2', [1, 6, 4]],
      ['orderBy: [{ owner: { name: ASC } }, { at: ASC }]', [5, 3, 1]],
      ['orderBy: { ranked: DESC_NULLS_LAST }', [6, 5, 4]],
      ['orderBy: { ranked: ASC_NULLS_LAST }', [1, 2, 3]],
      ['orderBy: { big: ASC }', [6, 5, 4]],
      ['orderBy: { bytes: ASC }', [6, 5, 4]],
      ['orderBy: { at: ASC }, filter: { j: { path: { at: "$.k", neq: "a" } } }', [5, 3, 1]],
      [
        'orderBy: [{ owner: { name: DESC } }, { at: ASC }], filter: { j: { path: { at: "$.k", neq: "a" } } }',
        [6, 4, 2],
      ],
      ['filter: { ranked: { gt: 1 }, j: { path: { at: "$.k", neq: "a" } } }', [2, 3, 4]],
      ['filter: { ranked: { in: [5, 2, 3] } }', [2, 3, 5]],
      ['filter: { owner: { name: { eq: "first" } } }, orderBy: { at: ASC }', [5, 3, 1]],
      ['search: "aaa bbb ccc ddd eee", orderBy: { at: ASC }', [5, 3, 1]],
    ])('is sorted by %s', async (args, expected) => {
      expect(numbers((await tables.data(`{ events(first: 3, ${args}) { id j } }`)).events)).toEqual(expected);
    });

    it('is sorted by all 30 long strings if the table has no key', async () => {
      const query = '{ keylessTexts(first: 2, offset: 1, orderBy: { t5: ASC }) { t0 t29 } }';
      expect((await tables.data(query)).keylessTexts).toEqual([
        { t0: '2', t29: '5' },
        { t0: '3', t29: '4' },
      ]);
    });

    // MySQL reserves space for the sort keys of 15 rows. In this collation, 30 strings take 120 KiB per row.
    it('is sorted by all 30 strings with wide sort keys if the table has no key', async () => {
      const query = '{ archiveds(first: 2, offset: 1) { t0 t29 } }';
      expect((await tables.data(query)).archiveds).toEqual([
        { t0: 'B', t29: '2' },
        { t0: 'C', t29: '3' },
      ]);
    });

    it('is sorted if each selected string fits in the sort buffer, but not all together', async () => {
      const { events } = await tables.data('{ events(first: 2, orderBy: { at: ASC }) { id a b c d e } }');
      expect((events as Row[]).map(({ id }) => id)).toEqual([5, 3]);
    });

    it('is sorted over REST', async () => {
      const response = await fetch(`${tables.origin}/api/Event?$orderby=at&$first=3&$select=id,j`);
      const body = (await response.json()) as { readonly value: readonly Row[]; readonly nextLink: string };
      const next = (await (await fetch(new URL(body.nextLink, tables.origin))).json()) as typeof body;
      expect([numbers(body.value), numbers(next.value)]).toEqual([
        [5, 3, 1],
        [6, 4, 2],
      ]);
    });

    it('is sorted for a table without a primary key, a table with a unique key, and a view', async () => {
      const list = '(first: 2, orderBy: { at: DESC })';
      const read = await tables.data(`{ keylesses${list} { j } byNames${list} { j } eventViews${list} { id j } }`);
      expect([numbers(read.keylesses), numbers(read.byNames)]).toEqual([
        [2, 4],
        [2, 4],
      ]);
      expect((read.eventViews as Row[]).map(({ id }) => id)).toEqual([2, 4]);
    });
  });

  describe('a page of rows larger than the sort buffer', () => {
    const page = (args: string, name = 'events') =>
      tables.data(`{ ${name}_connection(first: 2, ${args}) { totalCount hasNextPage endCursor items { j } } }`);

    it.each(['{ at: ASC }', '{ at: DESC }', '{ big: DESC }', '[{ owner: { name: ASC } }, { at: ASC }]'])(
      'continues after its cursor, ordered by %s',
      async (orderBy) => {
        const seen: number[] = [];
        let after = '';
        for (let more = true; more; ) {
          const { events_connection: read } = (await page(`orderBy: ${orderBy}${after}`)) as Record<
            string,
            { readonly items: unknown; readonly hasNextPage: boolean; readonly endCursor: string }
          >;
          seen.push(...numbers(read?.items));
          more = read?.hasNextPage === true;
          after = `, after: "${read?.endCursor}"`;
        }
        expect(seen).toHaveLength(6);
        expect(new Set(seen).size).toBe(6);
      },
    );

    it('is read from the end', async () => {
      const { events_connection: read } = await tables.data(
        '{ events_connection(last: 2, orderBy: { at: ASC }) { items { j } } }',
      );
      expect(numbers((read as { readonly items: unknown }).items)).toEqual([4, 2]);
    });

    it('is sorted for a table without a key', async () => {
      const { keylesses_connection: read } = await page('orderBy: { at: ASC }', 'keylesses');
      expect(numbers((read as { readonly items: unknown }).items)).toEqual([5, 3]);
    });
  });

  describe('nested rows larger than the sort buffer', () => {
    it.each([
      [
        'events(first: 2, orderBy: { at: ASC })',
        [
          [6, 4],
          [5, 3],
        ],
      ],
      [
        'events(first: 2, orderBy: { at: ASC }, filter: { j: { path: { at: "$.k", neq: "a" } } })',
        [
          [6, 4],
          [5, 3],
        ],
      ],
      [
        'events(first: 2, orderBy: [{ owner: { name: ASC } }, { at: DESC }])',
        [
          [2, 4],
          [1, 3],
        ],
      ],
    ])('are sorted by %s', async (list, expected) => {
      const { owners } = await tables.data(`{ owners { ${list} { j } } }`);
      expect((owners as { readonly events: unknown }[]).map(({ events }) => numbers(events))).toEqual(expected);
    });

    it('are sorted in a page', async () => {
      const { owners } = await tables.data(
        '{ owners { events_connection(first: 2, orderBy: { at: ASC }) { hasNextPage endCursor items { j } } } }',
      );
      const pages = (owners as { readonly events_connection: { readonly items: unknown } }[]).map(
        ({ events_connection: { items } }) => numbers(items),
      );
      expect(pages).toEqual([
        [6, 4],
        [5, 3],
      ]);
    });
  });

  describe('groups of rows larger than the sort buffer', () => {
    it.each([
      ['(fields: [owner_id]) { fields { owner_id } aggregations { count(field: ranked, distinct: true) } }'],
      ['(fields: [big], first: 2) { fields { big } aggregations { count } }'],
      ['(fields: [owner_id], orderBy: { max: { at: ASC } }) { fields { owner_id } aggregations { count } }'],
    ])('are returned for groupBy%s', async (groups) => {
      const { events_connection: read } = await tables.data(
        `{ events_connection(filter: { j: { path: { at: "$.k", neq: "a" } } }) { groupBy${groups} } }`,
      );
      expect((read as { readonly groupBy: unknown }).groupBy).toHaveLength(2);
    });

    it('can use columns in "having" that are not selected', async () => {
      const { events_connection: read } = await tables.data(
        `{ events_connection(filter: { j: { path: { at: "$.k", neq: "a" } } }) {
        groupBy(fields: [owner_id], having: { countDistinct: { ranked: { gte: 3 } }, min: { at: { gt: 1 } } }) { fields { owner_id } }
      } }`,
      );
      expect(read).toEqual({ groupBy: [{ fields: { owner_id: 1 } }] });
    });

    it('return long strings completely', async () => {
      const { events_connection: read, owners } = await tables.data(
        `{ events_connection { groupBy(fields: [big, a], first: 2) { fields { big a } aggregations { minimum { big } maximum { a } count(field: big, distinct: true) } } }
        owners { events_connection { groupBy(fields: [big], first: 1) { fields { big } } } } }`,
      );
      const big = (first: number) => first + 'y'.repeat(700_000);
      const a = 'a'.repeat(65_535);
      expect(read).toEqual({
        groupBy: [1, 2].map((n) => ({
          fields: { big: big(n), a },
          aggregations: { minimum: { big: big(n) }, maximum: { a }, count: 1 },
        })),
      });
      expect(owners).toEqual([1, 2].map((n) => ({ events_connection: { groupBy: [{ fields: { big: big(n) } }] } })));
    });
  });

  it('long strings of a narrower character set are returned completely, also from a temporary table', async () => {
    const bodies = ['first "quoted" text', 'second'];
    const groups = 'groupBy(fields: [body]) { fields { body } }';
    const data = await tables.data(`{ narrows_connection { ${groups} } a: narrows { body } b: narrows { body } }`);
    expect(data).toEqual({
      narrows_connection: { groupBy: bodies.map((body) => ({ fields: { body } })) },
      a: bodies.map((body) => ({ body })),
      b: bodies.map((body) => ({ body })),
    });
  });

  it('long strings that differ only near the end are in key order on every page', async () => {
    const ids: number[] = [];
    let after = '';
    for (let time = 0; time < 3; time += 1) {
      const { alikes_connection: read } = (await tables.data(
        `{ alikes_connection(first: 1, orderBy: { body: ASC }${after}) { endCursor items { id } } }`,
      )) as Record<string, { readonly items: readonly Row[]; readonly endCursor: string }>;
      ids.push(...(read?.items.map(({ id }) => id) ?? []));
      after = `, after: "${read?.endCursor}"`;
    }
    expect(ids).toEqual([1, 2, 3]);
  });

  it('writes of many rows larger than the sort buffer return them', async () => {
    const { updateEvents } = await tables.data(
      'mutation { updateEvents(filter: { ranked: { gt: 2 } }, item: { at: 9 }) { affected items { id j } } }',
    );
    expect(numbers((updateEvents as { readonly items: unknown }).items)).toEqual([3, 4, 5, 6]);
  });
});
