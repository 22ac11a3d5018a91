import type { Catalog } from '../../../../../src/model/catalog.ts';

/** MariaDB's types, and what a column of SQL Server is declared as in their place. */
const types: Readonly<Record<string, string>> = {
  int: 'int',
  smallint: 'smallint',
  bigint: 'bigint',
  tinyint: 'bit',
  text: 'nvarchar(max)',
  varchar: 'nvarchar',
  date: 'date',
  datetime: 'datetime2',
  time: 'time',
  double: 'float',
  float: 'real',
  decimal: 'decimal',
  uuid: 'uniqueidentifier',
  enum: 'nvarchar(20)',
  json: 'nvarchar(max)',
  blob: 'varbinary(max)',
};

/** A type with its own size, where the other one has the same: `varchar(20)` → `nvarchar(20)`, `int(11)` → `int`. */
function toNative(native: string): string {
  const [, word = '', size = ''] = /^(\w+)(\(.*\))?$/.exec(native) ?? [];
  const type = types[word] ?? word;
  return /^(nvarchar|decimal|datetime2|time)$/.test(type) ? type + size : type;
}

/** The catalog of the same tables in SQL Server. */
export function toSqlServer(catalog: Catalog): Catalog {
  return {
    ...catalog,
    searchPath: ['dbo'],
    objects: catalog.objects.map((object) => ({
      ...object,
      schema: 'dbo',
      foreignKeys: object.foreignKeys.map((key) => ({ ...key, targetSchema: 'dbo' })),
      columns: object.columns.map((column) => ({
        ...column,
        type: { ...column.type, native: toNative(column.type.native) },
      })),
    })),
  };
}
