import { type Alias, clause, column, join, name, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ChosenRows, EntrySql, OrderSql, PagedQuery, RowsQuery, ValueSql } from '../../../sql/query.ts';
import { limitOffset, limitOne } from '../../limit-offset/limit-offset.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { connection } from './connection.ts';
import { hash } from './hash.ts';
import { output } from './output.ts';
import { text } from './text.ts';

/** PostgreSQL cuts longer names silently, so two long response keys could become one. */
const MAX_NAME_BYTES = 63;

/** The alias of a subquery that gives one row; no response key is a number. */
const ROW: Alias = '0';

/** A member of the answer, as `to_json` should see it. */
export function answerValue(value: ValueSql): Sql {
  switch (value.kind) {
    case 'column': {
      const { alias, name: own, type } = value.column;
      return output(column(alias, own), type, value.numbers);
    }
    case 'text':
      return text(value.text);
    case 'null':
      return raw('null');
    case 'hash':
      return hash(value.columns);
    case 'one':
      return row(value.query);
    case 'list':
      return rows(value.query);
    case 'connection':
      return connection(value.query);
    case 'object':
      return select(value.entries, []);
  }
}

/** At most one row as a record; NULL where there is none. `to_json` makes an object or null of it. */
export const row = (query: RowsQuery): Sql =>
  select(query.entries, sql`${fromWhere(query)}${limitOne(query.atMostOne)}`);

/**
 * Rows as an array of records, in order: `array(select … order by …)`, which is empty, not NULL, where there are none.
 */
export const rows = (query: PagedQuery): Sql => pageOf(query, query);

/** The same, where other rows than the query's own are chosen. */
export const pageOf = (query: Pick<PagedQuery, 'entries' | 'order' | 'size' | 'offset'>, chosen: ChosenRows): Sql =>
  sql`array${selectAs(
    query.entries.map(({ key, value }) => ({ key, value: ofPage(value) })),
    sql`${fromWhere(chosen)}${orderBy(query.order)}${limitOffset(query)}`,
  )}`;

/**
 * Within a subquery, the planner counts a hash as so expensive that it is computed after sorting and only of the page's
 * rows.
 */
export const ofPage = (value: ValueSql): Sql =>
  value.kind === 'hash' ? subquery(sql`select ${answerValue(value)}`) : answerValue(value);

/** A member that has been printed. */
interface PrintedEntry {
  readonly key: string;
  readonly value: Sql;
}

/** `(select record from (select … as "key", … <rest>) record)` */
export const select = (entries: readonly EntrySql[], rest: Sql): Sql => selectAs(entries.map(printEntry), rest);

/** The record of these entries, and the subquery that FROM needs for it. */
export const recordOf = (entries: readonly EntrySql[]): { value: Sql; from: Sql } =>
  record(entries.map(printEntry), ROW);

const printEntry = ({ key, value }: EntrySql): PrintedEntry => ({ key, value: answerValue(value) });

/** As `select`, of members that have been printed. */
export function selectAs(entries: readonly PrintedEntry[], rest: Sql): Sql {
  const { value, from } = record(entries, ROW, rest);
  return subquery(sql`select ${value}${clause('from')}${from}`);
}

/**
 * A subquery with these entries as columns, and each of its rows as a record.
 * @param alias not to be equal to a response key
 */
export function record(entries: readonly PrintedEntry[], alias: Alias, rest: Sql = []): { value: Sql; from: Sql } {
  const tooLong = entries.some(({ key }) => Buffer.byteLength(key) > MAX_NAME_BYTES);
  const columns = entries.map(({ key, value }, index) => sql`${value} as ${name(tooLong ? `${index}` : key)}`);
  return {
    value: tooLong ? objectOf(entries, alias) : name(alias),
    from: sql`${subquery(sql`select ${join(columns, ', ')}${rest}`)} ${name(alias)}`,
  };
}

/**
 * An object with keys that are too long for names. It is aggregated of rows, as `json_build_object` takes at most 50
 * pairs.
 */
function objectOf(entries: readonly PrintedEntry[], alias: Alias): Sql {
  const pairs = entries.map(
    ({ key }, index) =>
      sql`(${raw(`${index}`)}, '${raw(key.replaceAll("'", "''"))}', pg_catalog.to_json(${column(alias, `${index}`)}))`,
  );
  return sql`(select pg_catalog.json_object_agg(p.k, p.v order by p.n) from (values ${join(pairs, ', ')}) p(n, k, v))`;
}

export const orderBy = (order: readonly OrderSql[]): Sql =>
  order.length === 0 ? [] : sql`${clause('order by')}${join(order.map(orderTerm), ', ')}`;

/**
 * PostgreSQL sorts NULL as larger than every value. `nulls first` is said only where that is wrong, so that an index
 * can serve.
 */
function orderTerm({ expression, descending, nulls, nullable }: OrderSql): Sql {
  const placed = nullable && nulls !== (descending ? 'first' : 'last') ? ` nulls ${nulls}` : '';
  return sql`${expression}${raw(descending ? ' desc' : '')}${raw(placed)}`;
}
