import type { EntrySql, OrderSql, PagedQuery, RowsQuery } from '../../../sql/dialect.ts';
import { type Alias, amount, column, join, name, raw, type Sql, sql } from '../../../sql/fragment.ts';

/** PostgreSQL cuts longer names silently, and with them two response keys may become one. */
const MAX_NAME_BYTES = 63;

/** What a subquery that gives one row is called inside; no response key can be. */
const ROW: Alias = '0';

/** At most one row: its record, or NULL where there is none; `to_json` makes an object or null of it. */
export function row(query: RowsQuery): Sql {
  return select(query.entries, sql`${tail(query)}${raw(query.atMostOne ? '' : ' limit 1')}`);
}

/** Rows: an array of records, empty by itself; `array(select … order by …)` keeps the order. */
export const rows = (query: PagedQuery): Sql =>
  sql`array${select(query.entries.map(ofPage), sql`${tail(query)}${paging(query)}`)}`;

/** In a subquery of its own the planner counts what is dear as dear enough to make it after sorting; in a single row it only costs. */
export const ofPage = (entry: EntrySql): EntrySql =>
  entry.dear === true ? { ...entry, value: sql`(select ${entry.value})` } : entry;

/** `(select record from (select … as "key", … <tail>) record)` */
export function select(entries: readonly EntrySql[], rest: Sql): Sql {
  const { value, from } = record(entries, ROW, rest);
  return sql`(select ${value} from ${from})`;
}

/** A subquery with these entries, and the record that each row of it is. @param alias no response key can be one */
export function record(entries: readonly EntrySql[], alias: Alias, rest: Sql = []): { value: Sql; from: Sql } {
  const tooLong = entries.some(({ key }) => Buffer.byteLength(key) > MAX_NAME_BYTES);
  const columns = entries.map(({ key, value }, index) => sql`${value} as ${name(tooLong ? `${index}` : key)}`);
  return {
    value: tooLong ? objectOf(entries, alias) : name(alias),
    from: sql`(select ${join(columns, ', ')}${rest}) ${name(alias)}`,
  };
}

/** An object with keys longer than names may be; its values come as rows, as `json_build_object` takes at most 50 pairs. */
function objectOf(entries: readonly EntrySql[], alias: Alias): Sql {
  const pairs = entries.map(
    ({ key }, index) =>
      sql`(${raw(`${index}`)}, '${raw(key.replaceAll("'", "''"))}', to_json(${column(alias, `${index}`)}))`,
  );
  return sql`(select json_object_agg(p.k, p.v order by p.n) from (values ${join(pairs, ', ')}) p(n, k, v))`;
}

/** ` from … where …` */
export const tail = ({ from, where }: Pick<RowsQuery, 'from' | 'where'>): Sql =>
  where === undefined ? sql` from ${from}` : sql` from ${from} where ${where}`;

/** ` order by … limit … offset …` */
function paging({ order, size, offset }: PagedQuery): Sql {
  const limited = sql`${orderBy(order)} limit ${amount(size)}`;
  return offset === undefined ? limited : sql`${limited} offset ${amount(offset)}`;
}

export const orderBy = (order: readonly OrderSql[]): Sql =>
  order.length === 0 ? [] : sql` order by ${join(order.map(orderTerm), ', ')}`;

/** PostgreSQL itself takes NULL as larger than every value; it is said only where that differs, so that an index can serve. */
export function orderTerm({ expression, descending, nulls, nullable }: OrderSql): Sql {
  const placed = nullable && nulls !== (descending ? 'first' : 'last') ? ` nulls ${nulls}` : '';
  return sql`${expression}${raw(descending ? ' desc' : '')}${raw(placed)}`;
}
