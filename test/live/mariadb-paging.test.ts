import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, execute } from './mariadb-support.ts';

/** Few distinct values per column, so that many rows are equal in it; NULL, and values with special characters. */
const columns: Readonly<Record<string, readonly [type: string, ...values: string[]]>> = {
  label: ['varchar(400) collate utf8mb4_general_ci', "'a'", "'A'", "'ä'", "''", `'a"b\\\\c'`, "repeat('x', 300)"],
  exact: [
    'text collate utf8mb4_nopad_bin',
    "'a'",
    "'A'",
    "'a '",
    "repeat('é\\n', 450)",
    "concat(repeat('é\\n', 450), 'b')",
  ],
  latin: ['varchar(20) character set latin1', "'é'", "'e'", "'É'"],
  amount: ['decimal(40,21)', '1.10', '-0.000000000000000000001', '1e18', '0'],
  single: ['float', '0.7', '0.1', '-3.4e38', '16777217', '0'],
  ratio: ['double', '0.1', '0.30000000000000004', '-1.7e308', '0', '-5e-324'],
  big: ['bigint', '-9223372036854775808', '9007199254740993', '9007199254740992'],
  huge: ['bigint unsigned', '18446744073709551615', '18446744073709551614', '0'],
  padded: ['int(7) zerofill', '42', '7'],
  bits: ['bit(9)', "b'101'", "b'100000001'"],
  flag: ['tinyint(1)', 'true', 'false'],
  mood: ["enum('happy', 'calm', 'angry')", "'happy'", "'calm'", "'angry'"],
  several: ["set('y', 'x')", "'x'", "'y'", "'x,y'", "''"],
  day: ['date', "'2024-02-29'", "'1582-10-15'"],
  moment: ['datetime(6)', "'2024-02-29 12:00:00.123456'", "'2024-02-29 12:00:00.123457'", "'2024-02-29 12:00:00'"],
  stamp: ['timestamp(3) null', "'2024-02-29 12:00:00.1'", "'2001-01-01 00:00:00'"],
  clock: ['time(6)', "'-100:00:00.5'", "'10:00:00'", "'10:00:00.000001'"],
  bytes: ['varbinary(9)', "'a'", "'A'", "x'00ff'", "x'00'"],
  code: ['uuid', "'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'", "'00000000-0000-4000-8000-000000000000'"],
  address: ['inet6', "'::1'", "'::ffff:10.0.0.1'", "'2001:db8::1'"],
};
const names = Object.keys(columns);

const COUNT = 41;

/** Each column cycles through its values with its own stride. */
const rows = Array.from({ length: COUNT }, (_, row) => [
  String(row + 1),
  String(1 + (row % 2)),
  ...Object.values(columns).map(([, ...values], index) => {
    const all = [...values, 'null'];
    return all[(row * (index + 1) + Math.floor(row / 5)) % all.length] ?? 'null';
  }),
]);

const tables = `
  create table shelves (id int primary key);
  insert into shelves values (1), (2), (3);
  create table things (id int primary key, shelf int, ${names.map((name) => `${name} ${columns[name]?.[0]}`).join(', ')});
  insert into things values ${rows.map((row) => `(${row.join(', ')})`).join(', ')};
  create table words (word varchar(700) primary key, n int);
  insert into words select concat(repeat(char(1 using utf8mb4), seq % 4 * 110), seq), seq div 4 from seq_1_to_17;
  create table marks (n int);
  insert into marks select seq from seq_1_to_17;`;

interface Page {
  readonly items: readonly { readonly id: number }[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

const selection = 'items { id } totalCount hasNextPage hasPreviousPage startCursor endCursor';

const modes = [
  ['prepared statements', true],
  ['statements without preparation', false],
] as const;

describe.each(modes)('with %s', (_title, prepared) => {
  describeOn('mariadb', 'pages of MariaDB', () => {
    let app: Application;

    beforeAll(async () => {
      const boot = await bootTables(`live_paging_${prepared}`, tables, {
        Shelf: {
          source: 'shelves',
          graphql: { type: { singular: 'Shelf', plural: 'Shelves' } },
          relationships: { things: { hasMany: 'Thing', on: { id: 'shelf' } } },
        },
        Thing: { source: 'things' },
        Word: { source: 'words' },
        Mark: { source: 'marks' },
      });
      app = await boot((config) => ({ ...config, dataSource: { ...config.dataSource, prepared } }));
    });
    afterAll(() => app.close());

    const quote = (cursor: string | null): string => JSON.stringify(cursor);

    /** Returns a page of all things, or of the things on a shelf. */
    async function page(argumentsText: string, shelf?: number): Promise<Page> {
      const connection = `things_connection(${argumentsText}) { ${selection} }`;
      const text = await execute(
        app,
        shelf === undefined ? `{ ${connection} }` : `{ shelf_by_pk(id: ${shelf}) { ${connection} } }`,
      );
      const data = JSON.parse(text);
      return (data.shelf_by_pk ?? data).things_connection;
    }

    const ids = ({ items }: Page): readonly number[] => items.map(({ id }) => id);

    /** Walks all pages forward and backward. */
    async function expectWalks(order: string, shelf?: number): Promise<void> {
      const all = await page(`orderBy: ${order}, first: 1000`, shelf);
      expect(ids(all)).toHaveLength(all.totalCount);
      const size = 3;
      let after: string | null = null;
      for (let start = 0; start < all.totalCount; start += size) {
        const found = await page(`orderBy: ${order}, first: ${size}, after: ${quote(after)}`, shelf);
        expect([order, start, ids(found)]).toEqual([order, start, ids(all).slice(start, start + size)]);
        expect([found.hasPreviousPage, found.hasNextPage]).toEqual([start > 0, start + size < all.totalCount]);
        after = found.endCursor;
      }
      let before: string | null = null;
      for (let end = all.totalCount; end > 0; end -= size) {
        const found = await page(`orderBy: ${order}, last: ${size}, before: ${quote(before)}`, shelf);
        expect([order, end, ids(found)]).toEqual([order, end, ids(all).slice(Math.max(0, end - size), end)]);
        expect([found.hasPreviousPage, found.hasNextPage]).toEqual([end > size, end < all.totalCount]);
        before = found.startCursor;
      }
    }

    test.each(names)(
      'returns each row once in the order of %s, in both directions, at the root and nested',
      async (name) => {
        await expectWalks(`[{ ${name}: ASC }]`);
        await expectWalks(`[{ ${name}: DESC_NULLS_LAST }, { flag: ASC_NULLS_FIRST }]`, 1);
      },
    );

    test('returns an empty page for a shelf without rows', async () => {
      const none = {
        items: [],
        totalCount: 0,
        hasNextPage: false,
        hasPreviousPage: false,
        startCursor: null,
        endCursor: null,
      };
      expect(await page('first: 3', 3)).toEqual(none);
      expect(await page('last: 3', 3)).toEqual(none);
    });

    test('reports a missing row whose key a cursor contains, at the root and nested', async () => {
      const order = 'orderBy: [{ exact: DESC_NULLS_LAST }]';
      const { endCursor } = await page(`${order}, first: 1`);
      const [name = '', ...values] = JSON.parse(Buffer.from(endCursor ?? '', 'base64url').toString());
      expect([name, values]).toEqual([expect.stringMatching(/\.key$/), [expect.any(String)]]);
      const gone = Buffer.from(JSON.stringify([name, '4711'])).toString('base64url');
      for (const shelf of [undefined, 1]) {
        await expect(page(`${order}, first: 1, after: ${quote(gone)}`, shelf)).rejects.toMatchObject({
          code: 'BadRequest',
          message: 'The row of the cursor no longer exists, or is hidden. Start again without a cursor.',
        });
      }
      // The row is not read there.
      expect(
        await execute(
          app,
          `{ shelf_by_pk(id: 9) { things_connection(${order}, after: ${quote(gone)}) { ${selection} } } }`,
        ),
      ).toBe('{"shelf_by_pk":null}');
    });

    const forged: Readonly<Record<string, readonly string[]>> = {
      amount: ['x', '1e5', '1) or (1 = 1', ''],
      single: ['x', '0x10', 'NaN or true'],
      big: ['1.5', '9223372036854775808', '1 or 1', ''],
      padded: ['one', '-'],
      flag: ['true', '1 or 1'],
      mood: ['happy', '4', '-1', '1 or 1'],
      several: ['x', '4'],
      day: ['2024-02-30', '2024-02-29 10:00:00', "2024-01-01' or '1"],
      moment: ['2024-02-29', '2024-02-29T12:00:00'],
      clock: ['10:61:00', 'noon'],
      bytes: ['0', 'xy', '0G'],
      code: ['f81d4fae'],
      address: ['::g'],
    };
    test.each(Object.entries(forged))('rejects an invalid value of %s in a cursor', async (name, values) => {
      const order = `orderBy: [{ ${name}: ASC }], first: 1`;
      const { endCursor } = await page(`${order}`);
      const [madeHash, , id] = JSON.parse(Buffer.from(endCursor ?? '', 'base64url').toString());
      for (const value of values) {
        const cursor = Buffer.from(JSON.stringify([madeHash, value, id])).toString('base64url');
        await expect([value, await page(`${order}, after: ${quote(cursor)}`).catch(({ code }) => code)]).toEqual([
          value,
          'BadRequest',
        ]);
      }
    });

    test('stores a long key as its hash, and a missing key as its position', async () => {
      for (const [list, field] of [
        ['words', 'word'],
        ['marks', 'n'],
      ] as const) {
        const connection = `${list}_connection`;
        const whole = JSON.parse(await execute(app, `{ ${connection}(first: 100) { items { ${field} } } }`))[connection]
          .items;
        const found: unknown[] = [];
        const forms = new Set<string>();
        let cursor: string | null = null;
        do {
          const text = await execute(
            app,
            `{ ${connection}(first: 3, after: ${quote(cursor)}) { items { ${field} } hasNextPage endCursor } }`,
          );
          const next: { items: unknown[]; hasNextPage: boolean; endCursor: string } = JSON.parse(text)[connection];
          found.push(...next.items);
          forms.add(JSON.parse(Buffer.from(next.endCursor, 'base64url').toString())[0].split('.')[1] ?? 'values');
          cursor = next.hasNextPage ? next.endCursor : null;
        } while (cursor !== null);
        expect(found).toEqual(whole);
        expect([...forms].sort()).toEqual(list === 'words' ? ['hash', 'values'] : ['position']);
      }
    });
  });
});
