import { plainType } from '../../../model/plain-type.ts';
import { allOf } from '../../../sql/condition.ts';
import { clause, column, join, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ColumnSql, OrderSql, RowSet } from '../../../sql/query.ts';
import type { Returning, ReturningValue, WrittenMetadataSql } from '../../../sql/write-query.ts';
import { limitOne } from '../../standard/limit-offset.ts';
import { fromWhere } from '../../standard/row-set.ts';
import { rowWithMetadata } from './metadata.ts';
import { pageOf, select } from './rows.ts';

/** Expressions over rows that are re-read by key. Empty for the rows that the write itself returns. */
export interface Lookup {
  /** Position in the list of keys. */
  readonly position?: Sql | undefined;
  /** True if every key found its row. */
  readonly complete?: Sql;
}

/**
 * Returns the columns of a one-row result and their FROM: `k` (captured columns), `ok` (check predicate), and `v0` …
 * (response values).
 * @param first columns that precede the returned columns
 */
export function returningColumns(returning: Returning, rows: RowSet, lookup: Lookup, first: readonly Sql[] = []): Sql {
  const { columns, from } = responseColumns(returning, rows, lookup);
  return sql`${join([...first, ...captureColumns(returning, rows), ...checkColumns(returning, rows, lookup), ...columns], ', ')}${from}`;
}

/** Returns the captured columns as a JSON array of string arrays. */
function captureColumns({ captures }: Returning, rows: RowSet): readonly Sql[] {
  if (captures.length === 0) return [];
  return [
    sql`${subquery(sql`select pg_catalog.json_agg(${castToStrings(captures)})::pg_catalog.text${fromWhere(rows)}`)} as k`,
  ];
}

/** `pg_catalog.json_build_array("1"."id"::pg_catalog.text, …)` */
export const castToStrings = (captures: readonly ColumnSql[]): Sql =>
  sql`pg_catalog.json_build_array(${join(
    captures.map(({ alias, name: columnName }) => sql`${column(alias, columnName)}::pg_catalog.text`),
    ', ',
  )})`;

function checkColumns({ check }: Returning, rows: RowSet, { complete }: Lookup): readonly Sql[] {
  if (check === undefined) return [];
  const all = sql`pg_catalog.bool_and((${check.sql}) is true)`;
  const passesCheck = complete === undefined ? all : sql`(${complete} and ${all})`;
  return [sql`${subquery(sql`select ${passesCheck}::pg_catalog.text${fromWhere(rows)}`)} as ok`];
}

/** `from` is empty if the columns are subqueries. */
interface Columns {
  readonly columns: readonly Sql[];
  readonly from: Sql;
}

/**
 * Returns each response value as a subquery. A value with metadata is always the only value. A left join then finds the
 * written row once for all columns, and returns NULLs if the role cannot see that row.
 */
function responseColumns({ values }: Returning, rows: RowSet, lookup: Lookup): Columns {
  const [first] = values;
  if (first?.kind === 'one' && first.metadata.length > 0) {
    const row = subquery(writtenWithMetadata(first, rows));
    const columns = [first.query, ...first.metadata].map((_, index) => raw(`v.v${index}`));
    return { columns, from: sql`${clause('from')}(select 1) o${clause('left join')}${row} v on true` };
  }
  const columns = values.map(
    (value, index) =>
      sql`pg_catalog.to_json(${answerValue(value, rows, lookup)})::pg_catalog.text as ${raw(`v${index}`)}`,
  );
  return { columns, from: [] };
}

function writtenWithMetadata({ query, metadata }: Extract<ReturningValue, { kind: 'one' }>, rows: RowSet): Sql {
  const { where } = query;
  // Unfiltered metadata needs the row, so the policy is applied to every other column instead.
  if (where !== undefined && metadata.some(({ unfiltered }) => unfiltered)) {
    const hideInvisible = (text: Sql, member?: WrittenMetadataSql): Sql =>
      member?.unfiltered ? text : sql`case when ${where.sql} then ${text} end`;
    return rowWithMetadata({ ...query, metadata }, rows, hideInvisible);
  }
  return rowWithMetadata({ ...query, metadata }, visibleRows({ query }, rows));
}

function answerValue(value: ReturningValue, rows: RowSet, { position }: Lookup): Sql {
  const visible = visibleRows(value, rows);
  if (value.kind === 'one') return select(value.query.entries, sql`${fromWhere(visible)}${limitOne(false)}`);
  const { query } = value;
  const keyOrder = position === undefined ? [] : [orderByPosition(position)];
  return pageOf({ ...query, order: query.order.length > 0 ? query.order : keyOrder }, visible);
}

function visibleRows({ query }: Pick<ReturningValue, 'query'>, rows: RowSet): RowSet {
  const where = allOf([rows.where, query.where]);
  return { ...rows, ...(where && { where }) };
}

const orderByPosition = (position: Sql): OrderSql => ({
  expression: position,
  type: plainType('Long'),
  descending: false,
  nulls: 'last',
  nullable: false,
});
