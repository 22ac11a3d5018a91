import { fileURLToPath } from 'node:url';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueryRows } from '../../src/dialect/introspection.ts';
import { introspectMysql, readMysqlVersionHash } from '../../src/dialect/mysql/catalog/introspect.ts';
import type { Catalog } from '../../src/model/catalog.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn, serverUrl } from '../support/servers.ts';
import { columnTypes, findObject, foreignKeyLines } from './introspect-support.ts';

const fixture = fileURLToPath(new URL('fixtures/introspect.mysql.sql', import.meta.url));

describeOn('mysql', 'introspection of MySQL', () => {
  let connection: Connection;
  let catalog: Catalog;
  let statements = 0;

  const query: QueryRows = async (text, values) => {
    statements += 1;
    return (await connection.execute<RowDataPacket[]>(text, [...values] as string[]))[0];
  };

  beforeAll(async () => {
    // Another database, which must not appear.
    await createDatabase('mysql', 'introspect_neighbor', [fixture]);
    connection = await createConnection(await createDatabase('mysql', 'introspect', [fixture]));
    await connection.query(
      'create table elsewhere (id bigint, foreign key (id) references introspect_neighbor.orders (id))',
    );
    await connection.query('create temporary table passing (id int)');
    catalog = await introspectMysql(query);
  });
  afterAll(() => connection.end());

  test('maps every type to a scalar', () => {
    expect(columnTypes(findObject(catalog, 'every_type'))).toEqual({
      c_boolean: 'Boolean tinyint(1)',
      c_tinyint_1: 'Boolean tinyint(1)',
      c_bit: 'Boolean bit(1)',
      c_bit_8: 'Long bit(8)',
      c_bit_64: 'Decimal bit(64), 20 digits, 0 after the point',
      c_tinyint: 'Short tinyint',
      c_tinyint_unsigned: 'Short tinyint unsigned',
      c_smallint: 'Short smallint',
      c_smallint_unsigned: 'Int smallint unsigned',
      c_mediumint: 'Int mediumint',
      c_mediumint_unsigned: 'Int mediumint unsigned',
      c_int: 'Int int',
      c_int_unsigned: 'Long int unsigned',
      c_int_zerofill: 'Long int(6) unsigned zerofill',
      c_bigint: 'Long bigint',
      c_bigint_unsigned: 'Decimal bigint unsigned, 20 digits, 0 after the point',
      c_decimal: 'Decimal decimal(20,4), 20 digits, 4 after the point',
      c_decimal_unsigned: 'Decimal decimal(5,0) unsigned, 5 digits, 0 after the point',
      c_float: 'Single float',
      c_float_digits: 'Single float(7,3)',
      c_double: 'Float double',
      c_year: 'Short year',
      c_char: 'String char(1), at most 1',
      c_char_n: 'String char(8), at most 8',
      c_varchar: 'String varchar(255), at most 255',
      c_nvarchar: 'String varchar(5), at most 5',
      c_latin: 'String varchar(9), at most 9',
      c_tinytext: 'String tinytext, at most 255',
      c_text: 'String text, at most 65535',
      c_mediumtext: 'String mediumtext, at most 16777215',
      c_longtext: 'String longtext',
      c_json: 'JSON json',
      c_checked: 'String longtext',
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
      c_point: 'text point',
      c_geometry: 'text geometry',
      c_collection: 'text geomcollection',
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
    const observations = findObject(catalog, 'filled').columns.map(({ name, nullable, generated, hasDefault }) => [
      name,
      [nullable ? 'NULL' : 'NOT NULL', generated, hasDefault],
    ]);
    expect(Object.fromEntries(observations)).toEqual({
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

  test('keeps names; omits temporary tables and other databases', () => {
    expect(catalog.searchPath).toEqual([]);
    expect(catalog.objects.every(({ schema }) => schema === '')).toBe(true);
    expect(catalog.objects.map(({ name }) => name).toSorted()).toEqual([
      'Select',
      'a name of exactly 64 characters, which is as long as names may b',
      'broken',
      'customers',
      'elsewhere',
      'events',
      'every_type',
      'filled',
      'orders',
      'orders; drop table `x`',
      'orders_view',
      'sales_by_customer',
      'trimmed',
    ]);
    expect(Object.keys(columnTypes(findObject(catalog, 'Select')))).toEqual([
      'Id',
      'with space',
      'with "quotes"',
      'with.dot',
      "with'apostrophe",
      'with`backtick',
      'back\\slash',
      'order',
      '?',
      'ünï-cödé',
      'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl',
    ]);
  });

  test('reads keys in key order, without keys over expressions', () => {
    const { primaryKey, uniqueKeys } = findObject(catalog, 'customers');
    expect(primaryKey).toEqual(['id', 'tenant']);
    expect(uniqueKeys.toSorted()).toEqual([
      ['biography'],
      ['last_name', 'first_name'],
      ['phone'],
      ['referred_by'],
      ['tenant', 'email'],
      ['tenant', 'id'],
    ]);
    expect(findObject(catalog, 'events').primaryKey).toEqual(['id', 'day']);
    expect(findObject(catalog, 'every_type')).not.toHaveProperty('primaryKey');
  });

  test('reads constraints that an error can name, including those of expressions', () => {
    const lines = findObject(catalog, 'customers').constraints.map(
      ({ name, kind, columns }) => `${kind} ${name} (${columns.join(', ')})`,
    );
    expect(lines).toEqual([
      'unique customers_email (tenant, email)',
      'unique customers_mixed (phone)',
      'unique customers_names (last_name, first_name)',
      'unique customers_phone (phone)',
      'unique customers_prefix (biography)',
      'foreign customers_referrer (tenant, referred_by)',
      'unique customers_tenant (tenant, id)',
      'unique customers_unseen (referred_by)',
      'primary PRIMARY (id, tenant)',
      'unique customers_lower ()',
      'check customers_named (first_name)',
    ]);
  });

  test('reads usable indexes; expression columns have no name', () => {
    const lines = findObject(catalog, 'customers').indexes.map(
      ({ name, unique, columns }) =>
        `${unique ? 'unique ' : ''}${name} (${columns.map((part) => `${part.name ?? '?'}${part.descending ? ' desc' : ''}`).join(', ')})`,
    );
    expect(lines).toEqual([
      'unique customers_email (tenant, email)',
      'unique customers_lower (?)',
      'unique customers_mixed (phone, ?)',
      'unique customers_names (last_name desc, first_name)',
      'customers_ordinary (phone, email)',
      'unique customers_phone (phone)',
      'unique customers_prefix (?)',
      'customers_referrer (tenant, referred_by)',
      'unique customers_tenant (tenant, id)',
      'unique PRIMARY (id, tenant)',
    ]);
  });

  test('reads foreign keys: columns in order, none to other databases', () => {
    expect(foreignKeyLines(catalog)).toEqual([
      'customers_referrer: customers (tenant, referred_by) -> customers (tenant, id)',
      'orders_billed: orders (tenant, billed_to) -> customers (tenant, id)',
      'orders_customer: orders (customer_id, tenant) -> customers (id, tenant)',
    ]);
  });

  test('reads views with types, no keys, and nullable columns, and whether tables have triggers', () => {
    const view = findObject(catalog, 'sales_by_customer');
    const changes = { insert: false, update: false, delete: false };
    expect(view).toMatchObject({ kind: 'view', uniqueKeys: [], foreignKeys: [], triggers: true, changes });
    expect(view).not.toHaveProperty('comment');
    expect(columnTypes(view)).toEqual({
      id: 'Int int',
      email: 'String varchar(80), at most 80',
      orders: 'Long bigint',
      is_first: 'Int int',
      latest: 'Decimal bigint unsigned, 20 digits, 0 after the point',
    });
    expect(view.columns.every(({ nullable }) => nullable)).toBe(true);
    expect(findObject(catalog, 'orders_view')).toMatchObject({ changes: { insert: true, update: true, delete: true } });
    expect(findObject(catalog, 'orders').triggers).toBe(true);
    expect(findObject(catalog, 'customers')).not.toHaveProperty('triggers');
  });

  test('takes one statement, and one for the privileges of the login, for any number of tables', () => {
    expect(statements).toBe(2);
  });

  test('does not depend on the session’s quoting mode', async () => {
    await connection.query("set sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'");
    expect(await introspectMysql(query)).toEqual(catalog);
    await connection.query('set sql_mode = default');
  });

  test('keeps the catalog version until the catalog changes', async () => {
    const version = await readMysqlVersionHash(query);
    await connection.query('insert into trimmed (a) values (1)');
    expect(await readMysqlVersionHash(query)).toBe(version);
    await connection.query("alter table trimmed modify b text comment 'other'");
    const other = await readMysqlVersionHash(query);
    expect(other).not.toBe(version);
    await connection.query('create index trimmed_added on trimmed (added)');
    expect(await readMysqlVersionHash(query)).not.toBe(other);
  });

  test('rejects a connection without a database and reports what to change', async () => {
    const nowhere = await createConnection(serverUrl('mysql'));
    const found = introspectMysql(async (text) => (await nowhere.query<RowDataPacket[]>(text))[0]);
    await expect(found).rejects.toMatchObject({
      problems: [{ message: 'Missing database in the connection string. Add its name.' }],
    });
    await nowhere.end();
  });
});
