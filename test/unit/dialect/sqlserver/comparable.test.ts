import { describe, expect, it } from 'vitest';
import type { TypeRow } from '../../../../src/dialect/sqlserver/catalog/catalog-rows.ts';
import { areComparable, resolveType } from '../../../../src/dialect/sqlserver/catalog/types.ts';

const type = (name: string, more: Partial<TypeRow> = {}) =>
  resolveType({ type: name, length: 8, precision: 10, scale: 2, ...more });

const compare = (one: ReturnType<typeof type>, other: ReturnType<typeof type>) =>
  areComparable(() => Promise.reject(new Error('The server is not asked')), one, other);

describe('SQL Server columns', () => {
  it.each([
    [type('bit'), type('bigint')],
    [type('money'), type('float')],
    [type('date'), type('datetimeoffset')],
    [type('varchar', { collation: 'Latin1_General_CI_AS' }), type('nvarchar', { collation: 'Latin1_General_CI_AS' })],
    [type('char'), type('text', { collation: 'Latin1_General_CI_AS' })],
    [type('hierarchyid'), type('hierarchyid')],
    [type('binary'), type('rowversion')],
  ])('are comparable: $native, $native', async (one, other) => {
    expect(await compare(one, other)).toBe(true);
  });

  it.each([
    [type('int'), type('nvarchar')],
    [type('uniqueidentifier'), type('char')],
    [type('time'), type('datetime2')],
    [type('xml'), type('xml')],
    [type('sql_variant'), type('sql_variant')],
    [type('hierarchyid'), type('varbinary')],
    [type('varchar', { collation: 'Latin1_General_CI_AS' }), type('varchar', { collation: 'Latin1_General_BIN2' })],
  ])('are not comparable: $native, $native', async (one, other) => {
    expect(await compare(one, other)).toBe(false);
  });
});
