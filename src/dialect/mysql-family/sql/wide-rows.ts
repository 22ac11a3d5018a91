import type { FieldType } from '../../../model/model.ts';
import { clause, join, name, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ChosenRows, RowSource, TypedColumn } from '../../../sql/query.ts';
import { conditionOf, fromWhere } from '../../standard/chosen-rows.ts';
import { isGeometry } from '../catalog/geometries.ts';
import { columnNames, namedColumns } from './named-columns.ts';

/**
 * Returns whether a sort of these rows keeps so many bytes of each row in its buffer that a row may not fit. Then the
 * statement fails however often it is repeated.
 *
 * Since MySQL 8.0.20, a sort keeps all columns that the query block reads, JSON and geometries included. Only for a
 * text or blob of more than 64 KiB does it keep the positions of the rows instead.
 * https://dev.mysql.com/doc/refman/8.4/en/order-by-optimization.html
 */
export function areSortedWhole({ source }: Pick<ChosenRows, 'source'>, expressions: readonly Sql[]): boolean {
  if (source.kind !== 'table') return false;
  const names = new Set(columnNames(source.alias, expressions));
  const sizes = source.columns.filter((own) => names.has(own.name)).map(({ type }) => sizeOf(type));
  if (sizes.includes('position')) return false;
  const bytes = sizes.reduce<number>((sum, size) => sum + Number(size), 0);
  return bytes > SORTED_BYTES;
}

/** Half of `sort_buffer_size` unless the server sets it: the other half is for the values that rows are sorted by. */
const SORTED_BYTES = 128 * 1024;

/** The most bytes that a sort keeps of a column; `position` where it keeps the position of the row instead. */
function sizeOf({ native }: FieldType): number | 'position' {
  if (native === 'json' || (isGeometry(native) && !native.startsWith('point'))) return Number.POSITIVE_INFINITY;
  if (/^(?:medium|long)(?:text|blob)/.test(native)) return 'position';
  if (/^(?:text|blob)/.test(native)) return 65_535;
  const [, type, size = '0'] = /^(varchar|varbinary|vector)\((\d+)\)/.exec(native) ?? [];
  return type === 'varbinary' ? Number(size) : 4 * Number(size);
}

/**
 * Returns the rows that the condition keeps as a derived table of a few columns, so that a sort does not keep the
 * columns of the condition. The limit keeps the server from merging the derived table into the query around it.
 */
export function narrowed(chosen: ChosenRows, expressions: readonly Sql[], others: readonly Sql[] = []): ChosenRows {
  const { alias } = chosen.source;
  const columns = join([namedColumns(alias, expressions), ...others], ', ');
  const rows = sql`select ${columns}${fromWhere(chosen)}${EVERY}`;
  return { source: { kind: 'derived', from: sql`${subquery(rows)} as ${name(alias)}`, alias }, link: [] };
}

const EVERY: Sql = sql`${clause('limit')}${raw('18446744073709551615')}`;

/** Returns the rows for a sort or a grouping of expressions: without the columns of the condition where these are wide. */
export function withoutWideCondition(chosen: ChosenRows, expressions: readonly Sql[]): ChosenRows {
  const condition = conditionOf(chosen);
  return condition !== undefined && areSortedWhole(chosen, [condition.sql]) ? narrowed(chosen, expressions) : chosen;
}

/** Returns the columns of a key that finds each row; undefined where the source has none. */
export function uniqueKeyOf(source: RowSource): readonly TypedColumn[] | undefined {
  if (source.kind !== 'table') return undefined;
  const keys = source.indexes.flatMap(({ name: own, unique, columns }) => {
    const found = columns.map((part) => source.columns.find((column) => column.name === part.name));
    const key = found.filter((column) => column !== undefined && !column.nullable) as readonly TypedColumn[];
    return unique && key.length === columns.length ? [{ own, key }] : [];
  });
  return (keys.find(({ own }) => own === 'PRIMARY') ?? keys[0])?.key;
}
