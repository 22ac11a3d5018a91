import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QueryRows } from '../../src/dialect/introspection.ts';
import { introspectPostgres } from '../../src/dialect/postgres/catalog/introspect.ts';
import type { Catalog } from '../../src/model/catalog.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { columnTypes, findObject, foreignKeyLines } from './introspect-support.ts';

const file = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

describeOn('postgres', 'introspection of PostgreSQL', () => {
  let client: Client;
  let catalog: Catalog;
  let statements = 0;

  const counted: QueryRows = async (text, values) => {
    statements += 1;
    return (await client.query<Record<string, unknown>>(text, [...values])).rows;
  };
  const introspect = (...objects: string[]): Promise<Catalog> => introspectPostgres(counted, { objects, routines: [] });
  const namesOf = ({ objects }: Catalog): string[] => objects.map(({ schema, name }) => `${schema}.${name}`);

  beforeAll(async () => {
    const connectionString = await createDatabase('postgres', 'introspect', [file('introspect.postgres.sql')]);
    client = new Client({ connectionString });
    await client.connect();
    await client.query('create temporary table passing (id int)');
    catalog = await introspect('customers', 'sales.orders', '"my.schema"."t.u"');
  });
  afterAll(() => client.end());

  test('maps every type to a scalar', () => {
    expect(columnTypes(findObject(catalog, 'every_type'))).toEqual({
      c_smallint: 'Short int2',
      c_integer: 'Int int4',
      c_bigint: 'Long int8',
      c_real: 'Single float4',
      c_double: 'Float float8',
      c_numeric: 'Decimal numeric',
      c_numeric_scaled: 'Decimal numeric, 20 digits, 4 after the point',
      c_boolean: 'Boolean bool',
      c_text: 'String text',
      c_varchar: 'String varchar',
      c_varchar_n: 'String varchar, at most 255',
      c_char: 'String bpchar, at most 1',
      c_char_n: 'String bpchar, at most 8',
      c_name: 'String name',
      c_citext: 'String "hidden"."citext"',
      c_uuid: 'UUID uuid',
      c_date: 'Date date',
      c_timestamp: 'DateTime timestamp',
      c_timestamp_3: 'DateTime timestamp',
      c_timestamptz: 'DateTime timestamptz',
      c_time: 'LocalTime time',
      c_time_3: 'LocalTime time',
      c_timetz: 'text timetz',
      c_bytea: 'Base64String bytea',
      c_json: 'JSON json',
      c_jsonb: 'JSON jsonb',
      c_enum: 'String "public"."order_status", enum',
      c_odd_enum: 'String "my.schema"."Odd ""Enum""", enum',
      c_empty_enum: 'String "public"."empty_enum", enum',
      c_int_list: '[Int] int4',
      c_text_list: '[String] text',
      c_varchar_list: '[String] varchar, at most 9',
      c_enum_list: '[String] "public"."order_status", enum',
      c_jsonb_list: '[JSON] jsonb',
      c_uuid_list: '[UUID] uuid',
      c_timestamptz_list: '[DateTime] timestamptz',
      c_bytea_list: '[Base64String] bytea',
      c_sized_list: '[Int] int4',
      c_matrix: '[Int] int4',
      c_domain_matrix: '[Int] int4',
      c_domain: 'String varchar, at most 40',
      c_required: 'String varchar, at most 40',
      c_default_status: 'String "public"."order_status", enum',
      c_status_list: '[String] "public"."order_status", enum',
      c_positive: 'Decimal numeric, 12 digits, 4 after the point',
      c_domain_list: '[String] varchar, at most 12',
      c_domain_enum_list: '[String] "public"."order_status", enum',
      c_nested_list: '[text] "public"."status_list"',
      c_money: 'text money',
      c_interval: 'text interval',
      c_inet: 'text inet',
      c_cidr: 'text cidr',
      c_macaddr: 'text macaddr',
      c_int4range: 'text int4range',
      c_multirange: 'text int4multirange',
      c_span: 'text "public"."span"',
      c_point: 'text point',
      c_polygon: 'text polygon',
      c_tsvector: 'text tsvector',
      c_tsquery: 'text tsquery',
      c_bit: 'text "bit"',
      c_varbit: 'text varbit',
      c_xml: 'text xml',
      c_pair: 'text "public"."pair"',
      c_oid: 'text oid',
      c_one_byte: 'text "char"',
      c_regclass: 'text regclass',
      c_jsonpath: 'text jsonpath',
      c_int2vector: 'text int2vector',
      c_money_list: '[text] money',
      c_inet_list: '[text] inet',
      c_pair_list: '[text] "public"."pair"',
    });
  });

  test('uses native names that can appear in a cast that changes no value', async () => {
    const samples: Readonly<Record<string, string>> = { c_bit: '101', c_one_byte: 'x', c_char_n: 'abcdefgh' };
    const types = findObject(catalog, 'every_type').columns.map(({ name, type }) => [name, type] as const);
    for (const [name, { native, list }] of types) {
      await client.query(`select null::${native}${list ? '[]' : ''}`);
      const sample = samples[name];
      if (sample === undefined) continue;
      const { rows } = await client.query(`select ($1::${native})::text as value`, [sample]);
      expect(rows).toEqual([{ value: sample }]);
    }
  });

  test('reads enum labels in order, and the comment of the enum', () => {
    const enums = new Map(findObject(catalog, 'every_type').columns.map(({ name, type }) => [name, type.enum]));
    const orderStatus = {
      schema: 'public',
      name: 'order_status',
      labels: ['open', 'cancelled', 'PAID', 'on hold'],
      comment: 'How far an order has got.',
    };
    expect(enums.get('c_enum')).toEqual(orderStatus);
    expect(enums.get('c_domain_enum_list')).toEqual(orderStatus);
    expect(enums.get('c_odd_enum')).toEqual({
      schema: 'my.schema',
      name: 'Odd "Enum"',
      labels: ['a"b', "c'd", 'e,f', '{g}', 'h\\i'],
    });
    expect(enums.get('c_empty_enum')?.labels).toEqual([]);
  });

  test('reads NOT NULL and defaults of domains', () => {
    const { columns } = findObject(catalog, 'every_type');
    expect(columns.filter(({ nullable }) => !nullable).map(({ name }) => name)).toEqual([
      'c_required',
      'c_status_list',
    ]);
    expect(columns.filter(({ hasDefault }) => hasDefault).map(({ name }) => name)).toEqual(['c_default_status']);
  });

  test('reads columns filled by the database', () => {
    const filled = findObject(catalog, 'filled').columns;
    expect(
      Object.fromEntries(filled.map(({ name, generated, hasDefault }) => [name, [generated, hasDefault]])),
    ).toEqual({
      small_serial: ['identity', true],
      serial: ['identity', true],
      big_serial: ['identity', true],
      by_default: ['identity', true],
      always: ['always', true],
      doubled: ['always', true],
      drawn: ['no', true],
      literal: ['no', true],
      clock: ['no', true],
      null_default: ['no', false],
      none: ['no', false],
    });
  });

  test('omits dropped columns, and reads full comments', () => {
    const trimmed = findObject(catalog, 'trimmed');
    expect(trimmed.comment).toBe('It\'s "quoted"\nand goes on; \\ back\\slashes -- $1 too');
    expect(trimmed.columns.map(({ name, comment, nullable }) => [name, comment, nullable])).toEqual([
      ['a', 'first\r\nsecond\ttab é ß 日本 😀', false],
      ['b', undefined, true],
      ['added', 'After dropped columns.', false],
    ]);
    expect(findObject(catalog, 'bare').columns).toEqual([]);
  });

  test('keeps names', () => {
    expect(namesOf(catalog)).toEqual([
      'far.lands',
      'far.towns',
      'my.schema.t.u',
      'public.Select',
      'public.a name of exactly 63 bytes, which is as long as names may be...',
      'public.bare',
      'public.customers',
      'public.events',
      'public.events_2024',
      'public.events_2025',
      'public.every_type',
      'public.filled',
      'public.notes',
      'public.orders',
      'public.orders; drop table "x"',
      'public.sales_by_customer',
      'public.totals',
      'public.trimmed',
      'sales.depots',
      'sales.orders',
    ]);
    expect(findObject(catalog, 'Select').columns.map(({ name }) => name)).toEqual([
      'Id',
      'with space',
      'with "quotes"',
      'with.dot',
      "with'apostrophe",
      'back\\slash',
      'order',
      'group',
      '$1',
      'ünï-cödé',
      '😀',
      'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk',
    ]);
  });

  test('reads keys in key order, without partial, expression, deferrable, and ordinary indexes', () => {
    const { primaryKey, uniqueKeys } = findObject(catalog, 'customers');
    expect(primaryKey).toEqual(['id', 'tenant']);
    expect(uniqueKeys).toEqual([['tenant', 'email'], ['last_name', 'first_name'], ['phone']]);
    expect(findObject(catalog, 'events_2024').primaryKey).toEqual(['id', 'at']);
    expect(findObject(catalog, 'every_type')).not.toHaveProperty('primaryKey');
  });

  test('reads foreign keys: columns in order, across schemas, self-references, several between two tables, partitions once', () => {
    expect(foreignKeyLines(catalog)).toEqual([
      'towns_land_fkey: far.towns (land) -> far.lands (id)',
      't.u_parent_fkey: my.schema.t.u (parent) -> my.schema.t.u (id)',
      'customers_referrer: public.customers (tenant, referred_by) -> public.customers (tenant, id)',
      'events_subject: public.events (subject) -> public.notes (id)',
      'events_subject: public.events_2024 (subject) -> public.notes (id)',
      'events_subject: public.events_2025 (subject) -> public.notes (id)',
      'notes_event: public.notes (event_id, event_at) -> public.events (id, at)',
      'depots_town_fkey: sales.depots (town) -> far.towns (id)',
      'orders_billed: sales.orders (tenant, billed_to) -> public.customers (tenant, id)',
      'orders_customer: sales.orders (customer_id, tenant) -> public.customers (id, tenant)',
      'orders_shipped: sales.orders (tenant, shipped_to) -> public.customers (tenant, id)',
    ]);
  });

  test('reads views with types and comments, no keys, and nullable columns', () => {
    const view = findObject(catalog, 'sales_by_customer');
    expect(view).toMatchObject({ kind: 'view', comment: 'Summed up.', uniqueKeys: [], foreignKeys: [] });
    expect(columnTypes(view)).toEqual({
      id: 'Int int4',
      email: 'String varchar, at most 50',
      orders: 'Long int8',
      order_ids: '[Long] int8',
      Note: 'String varchar, at most 40',
    });
    expect(view.columns.every(({ nullable }) => nullable)).toBe(true);
    expect(view.columns[2]?.comment).toBe('How many.');
    const materialized = findObject(catalog, 'totals');
    expect(materialized).toMatchObject({ kind: 'view', uniqueKeys: [] });
    expect(materialized).not.toHaveProperty('primaryKey');
  });

  test('reads only the requested schemas, and those their foreign keys refer to', async () => {
    const schemasFor = async (...objects: string[]): Promise<string[]> => [
      ...new Set((await introspect(...objects)).objects.map(({ schema }) => schema)),
    ];
    expect(await schemasFor()).toEqual(['public']);
    expect(await schemasFor('orders', 'pg_catalog.pg_class', 'information_schema.tables')).toEqual(['public']);
    expect(await schemasFor('SALES.orders')).toEqual(['far', 'public', 'sales']);
    expect(await schemasFor('"hidden"."never_named"')).toEqual(['hidden', 'public']);
  });

  test('reads the session’s search path without system schemas', async () => {
    expect(catalog.searchPath).toEqual(['public']);
    await client.query('set search_path = sales, missing, "my.schema", public');
    const elsewhere = await introspect();
    await client.query('reset search_path');
    expect(elsewhere.searchPath).toEqual(['sales', 'my.schema', 'public']);
    expect(namesOf(elsewhere)).toContain('my.schema.t.u');
  });

  describe('metadata for changes', () => {
    let changing: Catalog;
    beforeAll(async () => {
      changing = await introspect('changes.plain');
    });

    test('includes constraints by name with their columns, and all unique indexes', () => {
      const lines = findObject(changing, 'plain').constraints.map(
        ({ name, kind, columns }) => `${kind} ${name} (${columns.join(', ')})`,
      );
      expect(lines).toEqual([
        'check plain_both (price, note)',
        'unique plain_code_key (code)',
        'unique plain_expression (id, code, note)',
        'foreign plain_parent (id)',
        'unique plain_partial (note)',
        'primary plain_pkey (id)',
        'check plain_price_check (price)',
        'exclusion plain_span (span)',
      ]);
    });

    test('includes constraints and triggers of partitions', () => {
      const { constraints, triggers } = findObject(changing, 'parts');
      expect(constraints.map(({ name }) => name)).toEqual([
        'part_1_pkey',
        'part_2_1_pkey',
        'part_2_pkey',
        'part_2_positive',
        'parts_pkey',
      ]);
      expect(triggers).toBe(true);
    });

    test('includes triggers and rules, also below views', () => {
      const objects = changing.objects.filter(({ schema }) => schema === 'changes');
      expect(objects.filter(({ triggers }) => triggers).map(({ name }) => name)).toEqual([
        'handled',
        'kept',
        'kept_ruled',
        'only_inserted',
        'part_2',
        'part_2_1',
        'parts',
        'ruled',
        'simple',
        'summed',
        'watched',
      ]);
    });

    test('includes the operations and columns that a view can write', () => {
      const all = { insert: true, update: true, delete: true };
      const none = { insert: false, update: false, delete: false };
      const readOnly = (name: string): string[] =>
        findObject(changing, name).columns.flatMap((column) => (column.readOnly ? [column.name] : []));
      expect(findObject(changing, 'simple').changes).toEqual(all);
      expect(readOnly('simple')).toEqual(['twice']);
      expect(findObject(changing, 'summed').changes).toEqual(none);
      expect(findObject(changing, 'kept').changes).toEqual(none);
      expect(findObject(changing, 'handled').changes).toEqual(all);
      expect(readOnly('handled')).toEqual([]);
      expect(findObject(changing, 'only_inserted').changes).toEqual({ ...none, insert: true });
      expect(readOnly('only_inserted')).toEqual([]);
      expect(findObject(changing, 'plain')).not.toHaveProperty('changes');
      expect(findObject(changing, 'ruled').rules).toEqual(['insert', 'update']);
      expect(findObject(changing, 'kept_ruled').rules).toEqual(['delete']);
      expect(findObject(changing, 'simple')).not.toHaveProperty('rules');
    });
  });

  test('takes one statement for any number of tables, and one more if routines are configured', async () => {
    statements = 0;
    await introspect('sales.orders');
    expect(statements).toBe(1);
    await introspectPostgres(counted, { objects: ['sales.orders'], routines: ['a', 'b.c'] });
    expect(statements).toBe(3);
  });

  test('includes, since 18, virtual columns, keys over periods, and constraints not yet valid', async ({ skip }) => {
    const { rows } = await client.query("select current_setting('server_version_num')::int >= 180000 as is_new");
    if (rows[0]?.is_new !== true) skip('the server is older than PostgreSQL 18');
    const connectionString = await createDatabase('postgres', 'introspect_18', [file('introspect.postgres-18.sql')]);
    const newer = new Client({ connectionString });
    await newer.connect();
    const found = await introspectPostgres(async (text, values) => (await newer.query(text, [...values])).rows, {
      objects: [],
      routines: [],
    }).finally(() => newer.end());
    const bookings = findObject(found, 'bookings');
    expect(bookings.primaryKey).toEqual(['room', 'stay']);
    expect(bookings.columns.map(({ name, nullable, generated }) => [name, nullable, generated])).toEqual([
      ['room', false, 'no'],
      ['stay', false, 'no'],
      ['twice', true, 'always'],
      ['remark', true, 'no'],
    ]);
    expect(foreignKeyLines(found)).toEqual(['guests_host: public.guests (name) -> public.guests (name)']);
  });
});
