import { fileURLToPath } from 'node:url';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigurationError } from '../../src/base/problem.ts';
import type { QueryRows } from '../../src/dialect/introspection.ts';
import { introspectMariadb } from '../../src/dialect/mariadb/dialect.ts';
import type { Catalog } from '../../src/model/catalog.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn, serverUrl } from '../support/servers.ts';
import { columnTypes, findObject, foreignKeyLines } from './introspect-support.ts';

const fixture = fileURLToPath(new URL('fixtures/introspect.mariadb.sql', import.meta.url));

const queryOn =
  (connection: Connection): QueryRows =>
  async (text, values) =>
    (await connection.execute<RowDataPacket[]>(text, [...values] as string[]))[0];

describeOn('mariadb', 'introspection of MariaDB', () => {
  let connection: Connection;
  let catalog: Catalog;
  let statements = 0;

  beforeAll(async () => {
    // Another database, which must not appear.
    await createDatabase('mariadb', 'introspect_neighbor', [fixture]);
    connection = await createConnection({
      uri: await createDatabase('mariadb', 'introspect', [fixture]),
      supportBigNumbers: true,
      bigNumberStrings: true,
    });
    await connection.query('create table elsewhere (id bigint references introspect_neighbor.orders (id))');
    await connection.query('create temporary table passing (id int)');
    catalog = await introspectMariadb((text, values) => {
      statements += 1;
      return queryOn(connection)(text, values);
    });
  });
  afterAll(() => connection.end());

  test('maps every type to a scalar', () => {
    expect(columnTypes(findObject(catalog, 'every_type'))).toEqual({
      c_boolean: 'Boolean tinyint(1)',
      c_tinyint_1: 'Boolean tinyint(1)',
      c_tinyint_1_unsigned: 'Boolean tinyint(1) unsigned',
      c_bit: 'Boolean bit(1)',
      c_bit_1: 'Boolean bit(1)',
      c_bit_8: 'Long bit(8)',
      c_bit_63: 'Long bit(63)',
      c_bit_64: 'Decimal bit(64), 20 digits, 0 after the point',
      c_tinyint: 'Short tinyint(4)',
      c_tinyint_unsigned: 'Short tinyint(3) unsigned',
      c_smallint: 'Short smallint(6)',
      c_smallint_unsigned: 'Int smallint(5) unsigned',
      c_mediumint: 'Int mediumint(9)',
      c_mediumint_unsigned: 'Int mediumint(8) unsigned',
      c_int: 'Int int(11)',
      c_int_unsigned: 'Long int(10) unsigned',
      c_int_zerofill: 'Long int(6) unsigned zerofill',
      c_bigint: 'Long bigint(20)',
      c_bigint_unsigned: 'Decimal bigint(20) unsigned, 20 digits, 0 after the point',
      c_decimal: 'Decimal decimal(20,4), 20 digits, 4 after the point',
      c_decimal_unsigned: 'Decimal decimal(5,0) unsigned, 5 digits, 0 after the point',
      c_float: 'Single float',
      c_float_digits: 'Single float(7,3)',
      c_double: 'Float double',
      c_year: 'Short year(4)',
      c_char: 'String char(1), at most 1',
      c_char_n: 'String char(8), at most 8',
      c_varchar: 'String varchar(255), at most 255',
      c_nvarchar: 'String varchar(5), at most 5',
      c_tinytext: 'String tinytext, at most 255',
      c_text: 'String text, at most 65535',
      c_mediumtext: 'String mediumtext, at most 16777215',
      c_longtext: 'String longtext',
      c_json: 'JSON json',
      c_checked: 'JSON json',
      c_checked_more: 'String longtext',
      c_uuid: 'UUID uuid',
      c_date: 'Date date',
      c_datetime: 'DateTime datetime',
      c_datetime_6: 'DateTime datetime(6)',
      c_timestamp: 'DateTime timestamp',
      c_timestamp_3: 'DateTime timestamp(3)',
      c_time: 'LocalTime time',
      c_time_3: 'LocalTime time(3)',
      c_binary: 'Base64String binary(16), at most 16',
      c_varbinary: 'Base64String varbinary(20), at most 20',
      c_tinyblob: 'Base64String tinyblob, at most 255',
      c_blob: 'Base64String blob, at most 65535',
      c_mediumblob: 'Base64String mediumblob, at most 16777215',
      c_longblob: 'Base64String longblob',
      c_binary_charset: 'Base64String varbinary(7), at most 7',
      c_enum: "String enum('open','PAID','on hold'), enum",
      c_odd_enum: "String enum('a''b','c\"d','e,f','(g)','h\\\\i','','é日本','`','j\\nk'), enum",
      c_set: "text set('a','b')",
      c_inet4: 'text inet4',
      c_inet6: 'text inet6',
      c_point: 'text point',
      c_geometry: 'text geometry',
    });
  });

  test('reads enum labels in order, and names the enum after its column', () => {
    const { columns } = findObject(catalog, 'every_type');
    const column = columns.find(({ name }) => name === 'c_enum');
    expect(column?.comment).toBe('How far it has got.');
    expect(column?.type.enum).toEqual({ schema: '', name: 'every_type_c_enum', labels: ['open', 'PAID', 'on hold'] });
    const odd = columns.find(({ name }) => name === 'c_odd_enum');
    expect(odd?.type.enum?.labels).toEqual(["a'b", 'c"d', 'e,f', '(g)', 'h\\i', '', 'é日本', '`', 'j\nk']);
  });

  test('reads columns filled by the database', () => {
    const observations = (table: string): unknown =>
      Object.fromEntries(
        findObject(catalog, table).columns.map(({ name, nullable, generated, hasDefault }) => [
          name,
          [nullable ? 'NULL' : 'NOT NULL', generated, hasDefault],
        ]),
      );
    expect(observations('filled')).toEqual({
      id: ['NOT NULL', 'identity', true],
      stored: ['NULL', 'always', true],
      virtual: ['NULL', 'always', true],
      literal: ['NOT NULL', 'no', true],
      text_null: ['NOT NULL', 'no', true],
      clock: ['NULL', 'no', true],
      touched: ['NOT NULL', 'no', true],
      token: ['NULL', 'no', true],
      null_default: ['NULL', 'no', false],
      none: ['NULL', 'no', false],
      required: ['NOT NULL', 'no', false],
      unseen: ['NULL', 'no', false],
    });
    expect(observations('drawing')).toEqual({ id: ['NOT NULL', 'identity', true] });
    expect(observations('history')).toEqual({
      id: ['NOT NULL', 'no', false],
      began: ['NOT NULL', 'always', true],
      ended: ['NOT NULL', 'always', true],
    });
  });

  test('omits dropped columns, and reads full comments', () => {
    const trimmed = findObject(catalog, 'trimmed');
    expect(trimmed.comment).toBe('It\'s "quoted"\nand goes on; \\ back\\slashes -- ? too');
    expect(trimmed.columns.map(({ name, comment }) => [name, comment])).toEqual([
      ['a', 'first\r\nsecond\ttab \'quoted\' "too" é ß 日本'],
      ['b', undefined],
      ['added', undefined],
    ]);
  });

  test('keeps names; omits sequences, temporary tables, and other databases', () => {
    expect(catalog.searchPath).toEqual([]);
    expect(catalog.objects.every(({ schema }) => schema === '')).toBe(true);
    expect(catalog.objects.map(({ name }) => name).toSorted()).toEqual([
      'Select',
      'a name of exactly 64 characters, which is as long as names may b',
      'bookings',
      'broken',
      'customers',
      'drawing',
      'elsewhere',
      'events',
      'every_type',
      'every_type_view',
      'filled',
      'history',
      'orders',
      'orders; drop table `x`',
      'sales_by_customer',
      'trimmed',
    ]);
    expect(columnTypes(findObject(catalog, 'Select'))).toEqual({
      Id: 'Int int(11)',
      'with space': 'Int int(11)',
      'with "quotes"': 'Int int(11)',
      'with.dot': 'Int int(11)',
      "with'apostrophe": 'Int int(11)',
      'with`backtick': 'JSON json',
      'back\\slash': 'JSON json',
      order: 'Int int(11)',
      group: 'Int int(11)',
      '?': 'JSON json',
      'ünï-cödé': 'JSON json',
      abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl: 'Int int(11)',
    });
  });

  test('reads keys in key order, without the period of a versioned table', () => {
    const { primaryKey, uniqueKeys } = findObject(catalog, 'customers');
    expect(primaryKey).toEqual(['id', 'tenant']);
    expect(uniqueKeys.toSorted()).toEqual([
      ['biography'],
      ['last_name', 'first_name'],
      ['phone'],
      ['tenant', 'email'],
      ['tenant', 'id'],
    ]);
    expect(findObject(catalog, 'history').primaryKey).toEqual(['id']);
    expect(findObject(catalog, 'events').primaryKey).toEqual(['id', 'day']);
    expect(findObject(catalog, 'every_type')).not.toHaveProperty('primaryKey');
  });

  test('reads foreign keys: columns in order, self-references, several between two tables, none to other databases', () => {
    expect(foreignKeyLines(catalog)).toEqual([
      'customers_referrer: customers (tenant, referred_by) -> customers (tenant, id)',
      'orders_billed: orders (tenant, billed_to) -> customers (tenant, id)',
      'orders_customer: orders (customer_id, tenant) -> customers (id, tenant)',
      'orders_shipped: orders (tenant, shipped_to) -> customers (tenant, id)',
    ]);
  });

  test('reads constraints by name, and checks with the columns of their expression', () => {
    const constraintsOf = (table: string): string[] =>
      findObject(catalog, table).constraints.map(
        ({ name, kind, columns }) => `${kind} ${name} (${columns.join(', ')})`,
      );
    expect(constraintsOf('orders')).toEqual([
      'foreign orders_billed (tenant, billed_to)',
      'foreign orders_customer (customer_id, tenant)',
      'foreign orders_shipped (tenant, shipped_to)',
      'primary PRIMARY (id)',
    ]);
    expect(constraintsOf('every_type')).toContain('check c_json (c_json)');
  });

  test('reads views with types, no keys, and nullable columns', () => {
    const view = findObject(catalog, 'sales_by_customer');
    const changes = { insert: false, update: false, delete: false };
    expect(view).toMatchObject({ kind: 'view', uniqueKeys: [], foreignKeys: [], triggers: true, changes });
    expect(view).not.toHaveProperty('comment');
    expect(columnTypes(view)).toEqual({
      id: 'Int int(11)',
      email: 'String varchar(80), at most 80',
      orders: 'Long bigint(21)',
      is_first: 'Int int(1)',
      latest: 'Decimal bigint(20) unsigned, 20 digits, 0 after the point',
    });
    expect(view.columns.every(({ nullable }) => nullable)).toBe(true);
    expect(findObject(catalog, 'broken')).toMatchObject({ kind: 'view', columns: [] });
  });

  test('takes one statement, and one for the privileges of the login, for any number of tables', () => {
    expect(statements).toBe(2);
  });

  test('does not depend on the session’s quoting mode', async () => {
    await connection.query("set sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'");
    expect(await introspectMariadb(queryOn(connection))).toEqual(catalog);
    await connection.query('set sql_mode = default');
  });

  test('rejects a connection without a database and reports what to change', async () => {
    const nowhere = await createConnection(serverUrl('mariadb'));
    const problem = introspectMariadb(queryOn(nowhere));
    await expect(problem).rejects.toBeInstanceOf(ConfigurationError);
    await expect(problem).rejects.toMatchObject({
      problems: [{ message: 'Missing database in the connection string. Add its name.' }],
    });
    await nowhere.end();
  });
});
