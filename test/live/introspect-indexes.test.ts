import { fileURLToPath } from 'node:url';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { introspectMariadb } from '../../src/dialect/mariadb/dialect.ts';
import { introspectPostgres } from '../../src/dialect/postgres/catalog/introspect.ts';
import type { Catalog } from '../../src/model/catalog.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { findObject } from './introspect-support.ts';

const file = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

/** `unique name (column asc nulls last, …) partial`; `?` for an expression. */
function indexesOf(catalog: Catalog, object: string): string[] {
  return findObject(catalog, object).indexes.map(({ name, unique, partial, columns }) => {
    const terms = columns.map(
      ({ name: column = '?', descending, nulls }) => `${column} ${descending ? 'desc' : 'asc'} nulls ${nulls}`,
    );
    return `${unique ? 'unique ' : ''}${name} (${terms.join(', ')})${partial ? ' partial' : ''}`;
  });
}

describeOn('postgres', 'indexes on PostgreSQL', () => {
  let catalog: Catalog;

  beforeAll(async () => {
    const connectionString = await createDatabase('postgres', 'indexes', [file('indexes.postgres.sql')]);
    const client = new Client({ connectionString });
    await client.connect();
    catalog = await introspectPostgres(
      async (text, values) => (await client.query<Record<string, unknown>>(text, [...values])).rows,
      { objects: [], routines: [] },
    ).finally(() => client.end());
  });

  test('lists ordered indexes with the columns they are ordered by', () => {
    expect(indexesOf(catalog, 'items')).toEqual([
      'unique items_code (code desc nulls first, rank asc nulls first)',
      'items_expression (? asc nulls last, id asc nulls last)',
      'items_late (rank asc nulls last, code asc nulls last)',
      'items_name (name asc nulls last)',
      'items_other_collation (? asc nulls last, ? asc nulls last)',
      'items_partial (rank asc nulls last) partial',
      'items_pattern (id asc nulls last, ? asc nulls last)',
      'unique items_pkey (id asc nulls last)',
      'items_rank (rank desc nulls last, id asc nulls last)',
    ]);
  });

  test('lists indexes of a partitioned table and a materialized view, but none of a view', () => {
    expect(indexesOf(catalog, 'parted')).toEqual(['unique parted_pkey (at asc nulls last, id asc nulls last)']);
    expect(indexesOf(catalog, 'kept')).toEqual(['unique kept_id (id asc nulls last)']);
    expect(indexesOf(catalog, 'seen')).toEqual([]);
  });

  test('omits indexes of a table with child tables', () => {
    expect(indexesOf(catalog, 'parents')).toEqual([]);
    expect(findObject(catalog, 'parents')).toMatchObject({ primaryKey: ['id'], isDeferrableKey: true });
    expect(indexesOf(catalog, 'heirs')).toEqual(['unique heirs_pkey (id asc nulls last)']);
  });
});

describeOn('mariadb', 'indexes on MariaDB', () => {
  let catalog: Catalog;

  beforeAll(async () => {
    const connection = await createConnection({
      uri: await createDatabase('mariadb', 'indexes', [file('indexes.mariadb.sql')]),
      supportBigNumbers: true,
      bigNumberStrings: true,
    });
    catalog = await introspectMariadb(
      async (text, values) => (await connection.execute<RowDataPacket[]>(text, [...values] as string[]))[0],
    ).finally(() => connection.end());
  });

  test('lists ordered indexes with the columns they are ordered by', () => {
    expect(indexesOf(catalog, 'items')).toEqual([
      'unique items_code (code desc nulls last, rank asc nulls first)',
      'items_name (id asc nulls first, ? asc nulls first)',
      'items_rank (rank desc nulls last, id asc nulls first)',
      'unique PRIMARY (id asc nulls first)',
    ]);
    expect(indexesOf(catalog, 'seen')).toEqual([]);
  });
});
