import type { Catalog, CatalogIndex, CatalogObject, ForeignKey } from '../../../src/model/catalog.ts';
import type { CatalogColumn, ColumnType } from '../../../src/model/catalog-column.ts';
import { defaultGuess } from '../../../src/scaffold/guess-foreign-keys.ts';
import { proposeEntities, type ScaffoldOptions } from '../../../src/scaffold/propose-entities.ts';

const INT: ColumnType = { scalar: 'Int', list: false, native: 'int4', asText: false };
export const TEXT: ColumnType = { ...INT, scalar: 'String', native: 'text' };

export const column = (name: string, more: Partial<CatalogColumn> = {}): CatalogColumn => ({
  name,
  type: INT,
  nullable: false,
  hasDefault: false,
  generated: 'no',
  ...more,
});

/** A table; columns are integers, and the first is the key. */
export const table = (
  name: string,
  columns: readonly (string | CatalogColumn)[],
  more: Partial<CatalogObject> = {},
): CatalogObject => {
  const all = columns.map((each) => (typeof each === 'string' ? column(each) : each));
  return {
    kind: 'table',
    schema: 'public',
    name,
    columns: all,
    primaryKey: [all[0]?.name ?? 'id'],
    uniqueKeys: [],
    indexes: [],
    foreignKeys: [],
    constraints: [],
    ...more,
  };
};

/** `customer_id → customers.id` */
export const key = (reference: string): ForeignKey => {
  const [column = '', target = ''] = reference.split(' → ');
  const [targetName = '', targetColumn = ''] = target.split('.');
  return { name: reference, columns: [column], targetSchema: 'public', targetName, targetColumns: [targetColumn] };
};

/** An index for each column. */
export const indexed = (...columns: readonly string[]): { readonly indexes: readonly CatalogIndex[] } => ({
  indexes: columns.map((name) => ({ name, unique: false, columns: [{ name, descending: false, nulls: 'last' }] })),
});

export function propose(
  objects: readonly CatalogObject[],
  more: Partial<Catalog> = {},
  options: Partial<ScaffoldOptions> = {},
) {
  const catalog: Catalog = { objects, routines: [], routineNames: [], searchPath: ['public'], ...more };
  const guess = defaultGuess(catalog);
  return proposeEntities(catalog, { roles: [{ role: 'authenticated', actions: '*' }], guess, ...options });
}

export const namesOf = (...tables: readonly string[]): readonly string[] =>
  propose(tables.map((name) => table(name, ['id']))).map(({ name }) => name);

export const relationshipsOf = (objects: readonly CatalogObject[]): Readonly<Record<string, object>> =>
  Object.fromEntries(propose(objects).map(({ name, config }) => [name, config.relationships ?? {}]));
