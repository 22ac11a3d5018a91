import type { Catalog, CatalogObject } from '../../src/model/catalog.ts';
import type { CatalogColumn, ColumnType } from '../../src/model/catalog-column.ts';

/** Types as returned by PostgreSQL introspection. */
const types = {
  int: { scalar: 'Int', list: false, native: 'int4', asText: false },
  text: { scalar: 'String', list: false, native: 'text', asText: false },
  numeric: { scalar: 'Decimal', list: false, native: 'numeric', asText: false, precision: 12, scale: 2 },
  timestamptz: { scalar: 'DateTime', list: false, native: 'timestamptz', asText: false },
} as const satisfies Record<string, ColumnType>;

/** `text`; `text?` if nullable; `int=` if the database generates the value. */
type Column = `${keyof typeof types}${'' | '?' | '='}`;

/** The key is `id`. */
export interface Table {
  readonly name: string;
  readonly columns: Readonly<Record<string, Column>>;
  readonly references?: Readonly<Record<string, string>>;
}

export const makeCatalog = (tables: readonly Table[]): Catalog => ({
  objects: tables.map(describeTable),
  routines: [],
  routineNames: [],
  searchPath: ['public'],
});

function describeTable({ name, columns, references = {} }: Table): CatalogObject {
  const foreignKeys = Object.entries(references).map(([column, target]) => ({
    name: `${name}_${column}_fkey`,
    columns: [column],
    targetSchema: 'public',
    targetName: target,
    targetColumns: ['id'],
  }));
  return {
    kind: 'table',
    schema: 'public',
    name,
    columns: Object.entries(columns).map(describeColumn),
    primaryKey: ['id'],
    uniqueKeys: [],
    indexes: [{ name: `${name}_pkey`, unique: true, columns: [{ name: 'id', descending: false, nulls: 'last' }] }],
    foreignKeys,
    constraints: [
      ...foreignKeys.map((key) => ({ name: key.name, kind: 'foreign' as const, columns: key.columns })),
      { name: `${name}_pkey`, kind: 'primary' as const, columns: ['id'] },
    ],
  };
}

function describeColumn([name, column]: [string, Column]): CatalogColumn {
  const type = types[column.replace(/[?=]$/, '') as keyof typeof types];
  const hasDefault = column.endsWith('=');
  return {
    name,
    type,
    nullable: column.endsWith('?'),
    hasDefault,
    generated: hasDefault && name === 'id' ? 'identity' : 'no',
  };
}
