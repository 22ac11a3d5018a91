import type { FieldType } from '../../../../model/model.ts';
import { clause, join, name, raw, type Sql, sql, subquery } from '../../../../sql/fragment.ts';
import type { RowSet, RowSource, TypedColumn } from '../../../../sql/query.ts';
import { conditionOf, fromWhere } from '../../../standard/row-set.ts';
import { isGeometry } from '../../catalog/geometries.ts';
import { columnNames, namedColumns } from './named-columns.ts';

/**
 * Returns whether a row may exceed the sort buffer, which makes the statement fail. Since MySQL 8.0.20, a sort buffers
 * all columns that the query block reads. With a column such as `mediumtext`, it buffers row positions instead.
 * https://dev.mysql.com/doc/refman/8.4/en/order-by-optimization.html
 */
export function areSortedWhole({ source }: Pick<RowSet, 'source'>, expressions: readonly Sql[]): boolean {
  if (source.kind !== 'table') return false;
  const names = new Set(columnNames(source.alias, expressions));
  const sizes = source.columns.filter((column) => names.has(column.name)).map(({ type }) => sizeOf(type));
  if (sizes.includes('position')) return false;
  const bytes = sizes.reduce<number>((sum, size) => sum + Number(size), 0);
  return bytes > SORTED_BYTES;
}

/** Bytes for row columns: half of the default `sort_buffer_size`. Sort keys use the other half. */
const SORTED_BYTES = 128 * 1024;

/** Returns the maximum bytes of a value in a sort buffer; `position` if the sort buffers row positions instead. */
function sizeOf({ native }: FieldType): number | 'position' {
  if (native === 'json' || (isGeometry(native) && !native.startsWith('point'))) return Number.POSITIVE_INFINITY;
  if (/^(?:medium|long)(?:text|blob)/.test(native)) return 'position';
  if (/^(?:text|blob)/.test(native)) return 65_535;
  const [, type, size = '0'] = /^(varchar|varbinary|vector)\((\d+)\)/.exec(native) ?? [];
  return type === 'varbinary' ? Number(size) : 4 * Number(size);
}

/**
 * Derives a table with the columns of the expressions and `others`, so that a sort does not buffer more columns. The
 * limit keeps the server from merging the table into the outer query.
 */
export function withColumns(rowSet: RowSet, expressions: readonly Sql[], others: readonly Sql[] = []): RowSet {
  const { alias } = rowSet.source;
  const columns = join([namedColumns(alias, expressions), ...others], ', ');
  const rows = sql`select ${columns}${fromWhere(rowSet)}${NO_LIMIT}`;
  return { source: { kind: 'derived', from: sql`${subquery(rows)} as ${name(alias)}`, alias }, link: [] };
}

const NO_LIMIT: Sql = sql`${clause('limit')}${raw('18446744073709551615')}`;

/** Filters in a derived table if the columns of the filter could exceed the sort buffer of the outer query. */
export function filterBeforeSort(rowSet: RowSet, expressions: readonly Sql[]): RowSet {
  const condition = conditionOf(rowSet);
  return condition !== undefined && areSortedWhole(rowSet, [condition.sql]) ? withColumns(rowSet, expressions) : rowSet;
}

/** Returns a unique key without nullable columns; the primary key if possible. */
export function uniqueKeyOf(source: RowSource): readonly TypedColumn[] | undefined {
  if (source.kind !== 'table') return undefined;
  const keys = source.indexes.flatMap(({ name: indexName, unique, columns }) => {
    const matches = columns.map((part) => source.columns.find((column) => column.name === part.name));
    const key = matches.filter((column) => column !== undefined && !column.nullable) as readonly TypedColumn[];
    return unique && key.length === columns.length ? [{ indexName, key }] : [];
  });
  return (keys.find(({ indexName }) => indexName === 'PRIMARY') ?? keys[0])?.key;
}
