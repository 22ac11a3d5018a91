import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, execute } from './mariadb-support.ts';

/** Columns with their type, a value in SQL, and the expected output. */
const columns: readonly (readonly [name: string, type: string, value: string, json: string])[] = [
  ['tiny', 'tinyint', '-128', '-128'],
  ['padded', 'int(7) zerofill', '42', '42'],
  ['big', 'bigint', '-9223372036854775808', '-9223372036854775808'],
  ['huge', 'bigint unsigned', '18446744073709551615', '18446744073709551615'],
  ['amount', 'decimal(30,10)', '12345678901234567890.1234567890', '12345678901234567890.1234567890'],
  ['rounded', 'decimal(5,2)', '7.5', '7.50'],
  ['single', 'float', '0.1', '0.1'],
  ['single_long', 'float', '16777217', '16777216'],
  ['single_short', 'float', '-0.333333333', '-0.33333334'],
  ['single_most', 'float', '3.4028234e38', '3.4028235e38'],
  ['single_least', 'float', '1.17549435e-38', '1.1754944e-38'],
  ['single_zero', 'float', '0', '0'],
  ['number', 'double', '0.1e0 + 0.2e0', '0.30000000000000004'],
  ['number_least', 'double', '5e-324', '5e-324'],
  ['flag', 'tinyint(1)', '1', 'true'],
  ['one_bit', 'bit(1)', "b'0'", 'false'],
  ['nine_bits', 'bit(9)', "b'100000001'", '257'],
  ['all_bits', 'bit(64)', '~0', '18446744073709551615'],
  ['released', 'year', '2024', '2024'],
  ['plain', 'text', `'a"b\\\\c/\\n\\t🎁 '`, '"a\\"b\\\\c/\\n\\t🎁 "'],
  ['latin', 'varchar(20) character set latin1', "'é€'", '"é€"'],
  ['any_case', 'varchar(20) collate utf8mb4_general_ci', "'Straße'", '"Straße"'],
  ['other_case', 'varchar(20) collate utf8mb4_unicode_ci', "'ÄÖ'", '"ÄÖ"'],
  ['exact', 'varchar(20) collate utf8mb4_bin', "'x  '", '"x  "'],
  ['like_json', 'longtext', `'{"a": 1}'`, '"{\\"a\\": 1}"'],
  ['document', 'json', `'{"b": 1.10, "a": [1, null, "é"]}'`, '{"b": 1.10, "a": [1, null, "é"]}'],
  ['code', 'uuid', "'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'", '"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"'],
  ['state', "enum('new','old','OLD')", "'old'", '"old"'],
  ['several', "set('x','y')", "'y,x'", '"x,y"'],
  ['address', 'inet6', "'::1'", '"::1"'],
  ['place', 'point', 'point(1, 2.5)', '"POINT(1 2.5)"'],
  ['day', 'date', "'2024-02-29'", '"2024-02-29"'],
  ['moment', 'datetime(6)', "'2024-02-29 10:23:54.120000'", '"2024-02-29T10:23:54.12+00:00"'],
  ['moment_whole', 'datetime(6)', "'2024-02-29 10:20:00'", '"2024-02-29T10:20:00+00:00"'],
  ['moment_short', 'datetime', "'0999-12-31 00:00:00'", '"0999-12-31T00:00:00+00:00"'],
  ['stamp', 'timestamp(3) null', "'2024-02-29 10:23:54.100'", '"2024-02-29T10:23:54.1+00:00"'],
  ['clock', 'time(6)', "'10:23:54.000100'", '"10:23:54.0001"'],
  ['clock_whole', 'time(2)', "'10:20:00'", '"10:20:00"'],
  ['clock_short', 'time', "'-838:59:59'", '"-838:59:59"'],
  [
    'bytes',
    'blob',
    `concat(repeat('a', 60), x'00ff80')`,
    `"${Buffer.from(`${'a'.repeat(60)}\0\xff\x80`, 'latin1').toString('base64')}"`,
  ],
  ['fixed_bytes', 'binary(4)', "'ab'", '"YWIAAA=="'],
];

const names = columns.map(([name]) => name);

const tables = `
  set names utf8mb4, time_zone = '+00:00';
  create table kinds (id int primary key, ${columns.map(([name, type]) => `${name} ${type}`).join(', ')});
  insert into kinds (id, ${names.join(', ')}) values (1, ${columns.map(([, , value]) => value).join(', ')});
  insert into kinds (id) values (2);
  create view kinds_view as select id, document, like_json, amount * 2 as amount, state from kinds;
  create table parts (id int primary key, kind int, hidden varchar(9) invisible default 'h');
  insert into parts (id, kind) values (1, 1), (2, 1), (3, 2);`;

/** Filters that match only the first row. */
const filters = [
  '{ padded: { eq: 42 } }',
  '{ big: { in: ["-9223372036854775808"] } }',
  '{ huge: { gt: "18446744073709551614.5" } }',
  '{ huge: { in: [18446744073709551615, 1e60] } }',
  '{ amount: { eq: 12345678901234567890.123456789 } }',
  '{ amount: { lt: 1e100 } }',
  '{ amount: { nin: ["12345678901234567890.1234567891", "1e60"] } }',
  '{ single: { eq: 0.1 } }',
  '{ single_short: { in: [-0.33333334] } }',
  '{ number: { eq: 0.30000000000000004 } }',
  '{ flag: { eq: true } }',
  '{ one_bit: { in: [false] } }',
  '{ nine_bits: { gte: 257 } }',
  '{ all_bits: { eq: "18446744073709551615" } }',
  '{ released: { eq: 2024 } }',
  '{ plain: { eq: "a\\"b\\\\c/\\n\\t🎁 " } }',
  '{ plain: { in: ["a\\"b\\\\c/\\n\\t🎁 "] } }',
  '{ latin: { in: ["é€", "漢"] } }',
  '{ any_case: { eq: "Straße" } }',
  '{ any_case: { in: ["Straße"] } }',
  '{ other_case: { in: ["ÄÖ"] } }',
  '{ other_case: { startsWith: "Ä" } }',
  '{ like_json: { contains: "\\"a\\"" } }',
  '{ document: { isNull: false } }',
  '{ code: { eq: "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6" } }',
  '{ code: { in: ["f81d4fae-7dec-11d0-a765-00a0c91e6bf6"] } }',
  '{ several: { eq: "x,y" } }',
  '{ address: { in: ["::1"] } }',
  '{ address: { gte: "0:0::1" } }',
  '{ address: { lt: "::ffff:10.0.0.1" } }',
  '{ several: { in: ["y,x"] } }',
  '{ several: { gt: "x" } }',
  '{ place: { isNull: false } }',
  '{ day: { in: ["2024-02-29"] } }',
  '{ moment: { eq: "2024-02-29T10:23:54.1200004Z" } }',
  '{ moment: { in: ["2024-02-29T11:23:54.12+01:00"] } }',
  '{ moment: { gt: "2024-02-29T10:23:54.1199994Z", lt: "2024-02-29T10:23:54.120001" } }',
  '{ stamp: { gt: "1900-01-01", lte: "2024-02-29T10:23:54.1" } }',
  '{ clock: { in: ["10:23:54.0001"] } }',
  '{ clock_whole: { eq: "10:20" } }',
  `{ bytes: { eq: "${Buffer.from(`${'a'.repeat(60)}\0\xff\x80`, 'latin1').toString('base64')}" } }`,
  '{ fixed_bytes: { in: ["YWIAAA=="] } }',
];

describeOn('mariadb', 'types of MariaDB', () => {
  let app: Application;
  let withTexts: Application;

  beforeAll(async () => {
    const start = await bootTables('live_types', tables, {
      Kind: { source: 'kinds', relationships: { parts: { hasMany: 'Part', on: { id: 'kind' } } } },
      KindView: { source: { object: 'kinds_view', type: 'view', 'key-fields': ['id'] } },
      Part: { source: 'parts', relationships: { kindOf: { belongsTo: 'Kind', on: { kind: 'id' } } } },
    });
    app = await start();
    withTexts = await start((config) => ({ ...config, runtime: { ...config.runtime, numbers: 'string' } }));
  });
  afterAll(() => Promise.all([app.close(), withTexts.close()]));

  test.each(columns)('reads the column %s of type %s', async (name, _type, _value, json) => {
    const text = await execute(app, `{ kinds { ${name} parts { id } } }`);
    expect(text).toBe(
      `{"kinds":[{"${name}":${json},"parts":[{"id":1},{"id":2}]},{"${name}":null,"parts":[{"id":3}]}]}`,
    );
  });

  test('reads all columns at once, with any collations, at the root and nested', async () => {
    const all = columns.map(([name, , , json]) => `"${name}":${json}`).join(',');
    const text = await execute(
      app,
      `{ kind_by_pk(id: 1) { ${names.join(' ')} } part_by_pk(id: 1) { kindOf { ${names.join(' ')} } } }`,
    );
    expect(text).toBe(`{"kind_by_pk":{${all}},"part_by_pk":{"kindOf":{${all}}}}`);
  });

  test('prints numbers beyond doubles as strings', async () => {
    expect(await execute(withTexts, '{ kind_by_pk(id: 1) { big huge amount rounded nine_bits tiny } }')).toBe(
      '{"kind_by_pk":{"big":"-9223372036854775808","huge":"18446744073709551615",' +
        '"amount":"12345678901234567890.1234567890","rounded":"7.50","nine_bits":"257","tiny":-128}}',
    );
  });

  test.each(filters)('finds the row by the filter %s', async (filter) => {
    expect(await execute(app, `{ kinds(filter: ${filter}) { id } }`)).toBe('{"kinds":[{"id":1}]}');
    expect(await execute(app, `{ parts(filter: { kindOf: ${filter} }) { id } }`)).toBe('{"parts":[{"id":1},{"id":2}]}');
  });

  test('prints JSON text of a view as a string, because views have no JSON type', async () => {
    expect(await execute(app, '{ kindView_by_pk(id: 1) { document like_json amount state } }')).toBe(
      '{"kindView_by_pk":{"document":"{\\"b\\": 1.10, \\"a\\": [1, null, \\"é\\"]}","like_json":"{\\"a\\": 1}",' +
        '"amount":24691357802469135780.2469135780,"state":"old"}}',
    );
  });

  test('reads columns hidden from "*", also when other tables are read', async () => {
    expect(
      await execute(
        app,
        '{ parts(filter: { kindOf: { id: { in: [1] } } }, orderBy: { hidden: DESC }, first: 1) { hidden } }',
      ),
    ).toBe('{"parts":[{"hidden":"h"}]}');
  });
});
