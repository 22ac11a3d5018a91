import { plainType } from '../../../model/plain-type.ts';
import { allOf } from '../../../sql/condition.ts';
import { clause, column, join, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ChosenRows, ColumnSql, OrderSql } from '../../../sql/query.ts';
import type { Returning, ReturningValue, WrittenFactSql } from '../../../sql/write-query.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { limitOne } from '../../standard/limit-offset.ts';
import { rowApart } from './apart.ts';
import { pageOf, select } from './rows.ts';

/** What is known of rows that are read again by their keys; empty for the rows of a write itself. */
export interface Lookup {
  /** The position of a row's key among the keys. */
  readonly position?: Sql | undefined;
  /** An aggregate over the rows: whether there is a row for each key. */
  readonly complete?: Sql;
}

/**
 * What is asked of these rows, as the columns of one row: `k` captured, `ok` the row check, `v0` and so on the values
 * of the answer; then their FROM, where they need one.
 * @param first columns in front of them
 */
export function askedOf(asked: Returning, rows: ChosenRows, lookup: Lookup, first: readonly Sql[] = []): Sql {
  const { columns, from } = answered(asked, rows, lookup);
  return sql`${join([...first, ...captured(asked, rows), ...checked(asked, rows, lookup), ...columns], ', ')}${from}`;
}

/** Captured columns of all rows, as a JSON list of lists of texts. */
function captured({ captures }: Returning, rows: ChosenRows): readonly Sql[] {
  if (captures.length === 0) return [];
  return [
    sql`${subquery(sql`select pg_catalog.json_agg(${textsOf(captures)})::pg_catalog.text${fromWhere(rows)}`)} as k`,
  ];
}

/** `pg_catalog.json_build_array("1"."id"::pg_catalog.text, …)` */
export const textsOf = (captures: readonly ColumnSql[]): Sql =>
  sql`pg_catalog.json_build_array(${join(
    captures.map(({ alias, name: own }) => sql`${column(alias, own)}::pg_catalog.text`),
    ', ',
  )})`;

/** Whether all rows pass the row check. */
function checked({ check }: Returning, rows: ChosenRows, { complete }: Lookup): readonly Sql[] {
  if (check === undefined) return [];
  const all = sql`pg_catalog.bool_and((${check.sql}) is true)`;
  const passesCheck = complete === undefined ? all : sql`(${complete} and ${all})`;
  return [sql`${subquery(sql`select ${passesCheck}::pg_catalog.text${fromWhere(rows)}`)} as ok`];
}

/** Columns of a statement, and its FROM; empty where the columns are subqueries. */
interface Columns {
  readonly columns: readonly Sql[];
  readonly from: Sql;
}

/**
 * The values of the answer, each as a subquery. A value whose facts stand apart is the only one: a left join finds the
 * row once for all of them, so the statement still gives a row where the role may not see it.
 */
function answered({ values }: Returning, rows: ChosenRows, lookup: Lookup): Columns {
  const [first] = values;
  if (first?.kind === 'one' && first.apart.length > 0) {
    const found = subquery(writtenApart(first, rows));
    const columns = [first.query, ...first.apart].map((_, index) => raw(`v.v${index}`));
    return { columns, from: sql`${clause('from')}(select 1) o${clause('left join')}${found} v on true` };
  }
  const columns = values.map(
    (value, index) =>
      sql`pg_catalog.to_json(${answerValue(value, rows, lookup)})::pg_catalog.text as ${raw(`v${index}`)}`,
  );
  return { columns, from: [] };
}

function writtenApart({ query, apart }: Extract<ReturningValue, { kind: 'one' }>, rows: ChosenRows): Sql {
  const { where } = query;
  // The row is needed for unfiltered facts, so the policy applies to each other column instead.
  if (where !== undefined && apart.some(({ unfiltered }) => unfiltered)) {
    const shown = (text: Sql, fact?: WrittenFactSql): Sql =>
      fact?.unfiltered ? text : sql`case when ${where.sql} then ${text} end`;
    return rowApart({ ...query, apart }, rows, shown);
  }
  return rowApart({ ...query, apart }, chosenOf({ query }, rows));
}

function answerValue(value: ReturningValue, rows: ChosenRows, { position }: Lookup): Sql {
  const chosen = chosenOf(value, rows);
  if (value.kind === 'one') return select(value.query.entries, sql`${fromWhere(chosen)}${limitOne(false)}`);
  const { query } = value;
  const given = position === undefined ? [] : [inOrder(position)];
  return pageOf({ ...query, order: query.order.length > 0 ? query.order : given }, chosen);
}

/** Those of the rows that the role may see. */
function chosenOf({ query }: Pick<ReturningValue, 'query'>, rows: ChosenRows): ChosenRows {
  const where = allOf([rows.where, query.where]);
  return { ...rows, ...(where && { where }) };
}

const inOrder = (position: Sql): OrderSql => ({
  expression: position,
  type: plainType('Long'),
  descending: false,
  nulls: 'last',
  nullable: false,
});
