import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { server } from '../support/server.ts';
import type { ServerName } from '../support/server-names.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

/** Key types, and keys as responses print them. */
type Keys = Readonly<Record<string, readonly unknown[]>>;

const texts = ['plain', 'a\'b"c\\d', '', ' ', '😀', 'null', 'NULL', '{}', '[1]', 'a\nb'];

/** Key types of MySQL and MariaDB. */
const familyKeys: Keys = {
  'varchar(40)': texts,
  'char(6)': ['ab', 'abcdef'],
  'varchar(20) character set latin1 collate latin1_swedish_ci': ['é€', 'Ab'],
  'varchar(20) collate utf8mb4_general_ci': ['Straße', 'a/b'],
  "enum('so so', 'a/b')": ['so so', 'a/b'],
  "set('x', 'y')": ['x,y', 'y'],
  date: ['2024-02-29', '0001-01-01'],
  'time(6)': ['00:00:00', '23:59:59.999999', '-12:00:00.5'],
  'datetime(6)': ['2024-02-29T12:00:00.123456+00:00', '0001-01-01T00:00:00+00:00'],
  datetime: ['2024-02-29T12:00:00+00:00'],
  year: [2024],
  'decimal(12, 6)': [0, -12.5, 123456.654321],
  'decimal(10, 2)': [1.1, 5],
  bigint: [9007199254740991, -5],
  'bigint unsigned': [9007199254740991],
  smallint: [-32768],
  tinyint: [-128],
  integer: [5],
  float: [0.1, 1e-30, -3.4e38, 16777216],
  double: [0.1, 2.5e-300, 1.7976931348623157e308],
  boolean: [true, false],
  'bit(9)': [257],
  'varbinary(8)': ['', 'AAECAw==', '++++'],
};

const keysOn: Readonly<Record<ServerName, Keys>> = {
  mariadb: { ...familyKeys, uuid: ['018bd50b-c3ff-77cd-87c8-36305ec7d8ed'], inet6: ['::1'] },
  mysql: familyKeys,
  sqlserver: {
    // The collation ignores trailing spaces and case.
    'nvarchar(40)': texts.filter((text) => text !== ' ' && text !== 'NULL'),
    'nvarchar(40) collate Latin1_General_BIN2': texts.filter((text) => text !== ' '),
    'nchar(6)': ['ab    ', 'abcdef'],
    'varchar(20) collate Latin1_General_CI_AS': ['é€', 'Ab'],
    date: ['2024-02-29', '0001-01-01'],
    time: ['00:00:00', '23:59:59.999999'],
    datetime2: ['2024-02-29T12:00:00.123456+00:00', '0001-01-01T00:00:00+00:00'],
    datetimeoffset: ['2024-02-29T12:00:00.123456+00:00'],
    datetime: ['2024-02-29T12:00:00+00:00'],
    'decimal(12, 6)': [0, -12.5, 123456.654321],
    'decimal(10, 2)': [1.1, 5],
    money: [1.1, -0.0001],
    bigint: [9007199254740991, -5],
    smallint: [-32768],
    tinyint: [255],
    int: [5],
    real: [0.1, 1e-30, -3.4e38],
    float: [0.1, 2.5e-300, 1.7976931348623157e308],
    bit: [true, false],
    uniqueidentifier: ['018bd50b-c3ff-77cd-87c8-36305ec7d8ed'],
    'varbinary(8)': ['', 'AAECAw==', '++++'],
  },
  postgres: {
    text: texts,
    'character(6)': ['ab    ', 'abcdef'],
    'varchar(5)': ['ab', 'ab   '],
    name: ['a/b'],
    '"char"': ['c'],
    uuid: ['018bd50b-c3ff-77cd-87c8-36305ec7d8ed'],
    date: ['2024-02-29', '0001-01-01'],
    time: ['00:00:00', '23:59:59.999999'],
    timetz: ['10:00:00+02'],
    timestamptz: ['2024-02-29T12:00:00.123456+00:00', '0001-01-01T00:00:00+00:00'],
    timestamp: ['2024-02-29T12:00:00+00:00', '2024-02-29T12:00:00.000001+00:00'],
    numeric: [0, -12.5, 123456.654321],
    'numeric(10, 2)': [1.1, 5],
    bigint: [9007199254740991, -5],
    smallint: [-32768],
    integer: [5],
    real: [0.1, 1e-30, -3.4e38],
    'double precision': [0.1, 5e-324, 1.7976931348623157e308],
    boolean: [true, false],
    color: ['RED'],
    mood: ['so so', 'a/b'],
    positive: [5],
    folded: ['AbC'],
    pair: ['(1,x)'],
    bytea: ['', 'AAECAw==', '++++'],
    inet: ['10.0.0.1/8', '::1'],
    cidr: ['10.0.0.0/8'],
    macaddr: ['08:00:2b:01:02:03'],
    interval: ['1 day 02:03:04', '-1 mons'],
    money: ['$12.50'],
    'bit(3)': ['101'],
    int4range: ['[1,5)'],
    jsonb: [{ a: 1 }, 'x', [1]],
    pg_lsn: ['0/16B3748'],
  },
};

const keys = keysOn[inject('server')];
const types = Object.keys(keys);
const typesOfPostgres = `
  create type color as enum ('RED', 'GREEN'); create type mood as enum ('so so', 'a/b');
  create domain positive as int check (value > 0); create type pair as (a int, b text);
  create collation folding (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
  create domain folded as text collate folding;`;

const lists = inject('server') === 'postgres' ? ['text[]', 'integer[]'] : [];
let served: ServedTables;

beforeAll(async () => {
  const tables = [...types, ...lists].map(
    (type, index) => `
      create table t${index} (k ${type} primary key, n int, r int);
      create trigger noted_${index} before insert or update on t${index} for each row execute function noted();
      create table c${index} (id int primary key, k ${type} references t${index} on delete cascade);`,
  );
  const permissions = [{ role: 'anonymous', actions: ['*'] }];
  const entities = tables.flatMap((_, index) => [
    [`T${index}`, { source: `t${index}`, permissions, relationships: { kids: { hasMany: `C${index}` } } }],
    [`C${index}`, { source: `c${index}`, permissions, relationships: { up: { belongsTo: `T${index}` } } }],
  ]);
  served = await serveTables(
    'mutations_keys',
    `${inject('server') === 'postgres' ? typesOfPostgres : ''}
     create function noted() returns trigger language plpgsql as $$ begin return new; end $$;
     ${tables.join('\n')}`,
    Object.fromEntries(entities),
  );
});
afterAll(() => served.close());

/** The table has a trigger, so each written row is looked up by its key. */
describe.each(types)('keys of the type %s', (type) => {
  const index = types.indexOf(type);
  const items = (keys[type] ?? []).map((k, n) => ({ k, n }));

  it.skipIf(type.includes('Latin1_General_BIN2') && !server.has('collatedForeignKeys'))(
    'identify new rows and link their children',
    async () => {
      expect(
        await served.data(
          `mutation ($i: [CreateT${index}Input!]!) { made: createT${index}s(items: $i) { items { k n kids { id } } } }`,
          { variables: { i: items } },
        ),
      ).toEqual({ made: { items: items.map((item) => ({ ...item, kids: [] })) } });
      await served.data(`mutation { deleteT${index}s(filter: {}, all: true) { affected } }`);
      expect(
        await served.data(
          `mutation ($i: [CreateT${index}Input!]!) { made: createT${index}s(items: $i) { items { n kids { id k up { n } } } } }`,
          {
            variables: { i: items.map((item) => ({ ...item, kids: [{ id: item.n }] })) },
          },
        ),
      ).toEqual({ made: { items: items.map(({ k, n }) => ({ n, kids: [{ id: n, k, up: { n } }] })) } });
      await served.data(`mutation { deleteT${index}s(filter: {}, all: true) { affected } }`);
      expect(
        await served.data(
          `mutation ($up: CreateT${index}Input!) { made: createC${index}(item: { id: 1, up: $up }) { k up { n } } }`,
          { variables: { up: items[0] } },
        ),
      ).toEqual({ made: { k: items[0]?.k, up: { n: 0 } } });
      await served.data(`mutation { deleteT${index}s(filter: {}, all: true) { affected } }`);
    },
  );

  it('identify a row to replace, update, and delete', async () => {
    const argument = new RegExp(`replaceT${index}\\(\\s*k: (\\S+)`).exec(served.application.sdl)?.[1];
    for (const { k, n } of items) {
      expect(
        await served.data(
          `mutation ($k: ${argument}) { a: replaceT${index}(k: $k, item: { n: 5 }) { k n } b: replaceT${index}(k: $k, item: { r: 6 }) { k n r }
            c: updateT${index}(k: $k, item: { n: ${n} }, ifMatch: "*") { k n r } d: deleteT${index}(k: $k) { k n } }`,
          { variables: { k } },
        ),
      ).toEqual({ a: { k, n: 5 }, b: { k, n: null, r: 6 }, c: { k, n, r: 6 }, d: { k, n } });
    }
  });
});

it.skipIf(!server.has('arrays'))(
  'identifies new rows by a list key, but offers no update, replace, or delete by it',
  async () => {
    for (const [offset, k] of [
      ['a,"b', 'c'],
      [1, 2],
    ].entries()) {
      const index = types.length + offset;
      expect(
        await served.data(
          `mutation ($i: [CreateT${index}Input!]!) { made: createT${index}s(items: $i) { items { k n kids { k } } } }`,
          {
            variables: {
              i: [
                { k, n: 1, kids: [{ id: 1 }] },
                { k: [], n: 2 },
              ],
            },
          },
        ),
      ).toEqual({
        made: {
          items: [
            { k, n: 1, kids: [{ k }] },
            { k: [], n: 2, kids: [] },
          ],
        },
      });
      expect(served.application.sdl).not.toMatch(new RegExp(`(update|replace|delete)T${index}`));
    }
  },
);
