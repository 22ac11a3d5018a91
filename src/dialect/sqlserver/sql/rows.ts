import type { Amount } from '../../../plan/shape/slot.ts';
import { condition } from '../../../sql/condition.ts';
import { amount, clause, column, join, name, parameter, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { EntrySql, OrderSql, PagedQuery, RowsQuery, ValueSql } from '../../../sql/query.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { connection } from './connection.ts';
import { JSON_ROW, JSON_ROWS } from './for-json.ts';
import { hash } from './hash.ts';
import { output } from './output.ts';
import { text } from './text.ts';
import { cast } from './typed.ts';

/** Longer names are an error. */
const MAX_NAME = 128;

/** A member of an object, as FOR JSON should see it. JSON_QUERY says that a text is JSON. */
export function answerValue(value: ValueSql): Sql {
  switch (value.kind) {
    case 'column':
      return output(column(value.column.alias, value.column.name), value.column.type, value.numbers);
    case 'text':
      return text(value.text);
    case 'null':
      return raw('null');
    case 'hash':
      return hash(value.columns);
    case 'one':
      return sql`json_query(${row(value.query)})`;
    case 'list':
      return sql`json_query(${rows(value.query)})`;
    case 'connection':
      return sql`json_query(${connection(value.query)})`;
    case 'object':
      return sql`json_query(${objectOf(value.entries)})`;
  }
}

/** At most one row as the text of an object; NULL where there is none. */
export const row = (query: RowsQuery): Sql =>
  objectOf(query.entries, fromWhere(query), query.atMostOne ? [] : raw('top (1) '));

/** Rows as the text of a list, in order. */
export const rows = (query: PagedQuery): Sql => listOf({ ...query, ...pageOf(query, query) });

/** A page of rows to select from: what stands in front of the columns, and behind them. */
interface Page {
  readonly top?: Sql;
  readonly rest: Sql;
  readonly tail?: Sql;
}

/** What a page of rows takes, for a SELECT with an order. `top (5) … from …`, or `… from … offset 5 rows fetch next 5 rows only` */
export function pageOf(
  chosen: Parameters<typeof fromWhere>[0],
  { size, offset }: { readonly size: Amount; readonly offset?: Amount },
  more = false,
): Required<Page> {
  const count =
    typeof size === 'number' ? raw(`${size + Number(more)}`) : sql`${rowCount(size)}${raw(more ? ' + 1' : '')}`;
  if (offset === undefined) return { top: sql`top (${count}) `, rest: fromWhere(chosen), tail: [] };
  const isSome = typeof size === 'number' && size + Number(more) > 0;
  // FETCH takes one row at least.
  const fetched = isSome ? count : sql`(case when ${count} > 0 then ${count} else 1 end)`;
  const asked = isSome ? undefined : condition`${count} > 0`;
  const tail = sql`${clause('offset')}${rowCount(offset)} rows fetch next ${fetched} rows only`;
  return { top: [], rest: fromWhere(chosen, asked), tail };
}

/** A number of rows; parameters are texts. */
export const rowCount = (size: Amount): Sql =>
  typeof size === 'number' ? amount(size) : cast(parameter(size), 'bigint');

/**
 * Rows as the text of a list: `isnull((select top (5) … order by … for json path, include_null_values), N'[]')`. Not COALESCE, which would run the
 * subquery twice.
 */
export function listOf({
  entries,
  order,
  size,
  top = sql`top (${rowCount(size)}) `,
  rest,
  tail = [],
}: Page & Pick<PagedQuery, 'entries' | 'order' | 'size'>): Sql {
  const list = isNamed(entries)
    ? sql`select ${top}${columnsOf(entries)}${rest}${orderBy(order, tail)}${JSON_ROWS}`
    : sql`select N'[' + string_agg(r.j, N',') within group (order by r.n) + N']'${clause('from')}${subquery(
        sql`select ${top}${objectOf(entries)} as j, ${rowNumber(order)} as n${rest}${orderBy(order, tail)}`,
      )} as r`;
  return sql`isnull(${subquery(list)}, N'[]')`;
}

/** `row_number() over (order by …)` */
export const rowNumber = (order: readonly OrderSql[]): Sql =>
  sql`row_number() over (order by ${order.length === 0 ? raw('(select null)') : terms(order)})`;

/** Whether FOR JSON can write these members: it takes one at least, and their names are names of columns. */
export const isNamed = (members: readonly { readonly key: string }[]): boolean =>
  members.length > 0 && members.every(({ key }) => key.length <= MAX_NAME);

/** The text of an object: `(select … as [id], … for json path, include_null_values, without_array_wrapper)`. */
export function objectOf(entries: readonly EntrySql[], rest: Sql = [], top: Sql = []): Sql {
  if (isNamed(entries)) return subquery(sql`select ${top}${columnsOf(entries)}${rest}${JSON_ROW}`);
  // Members by themselves: each is written as one of an object of its own, and taken out of it.
  const members = entries.map(({ key, value }) => {
    const alone = subquery(sql`select ${answerValue(value)} as v${JSON_ROW}`);
    return { key, json: sql`reverse(stuff(reverse(stuff(${alone}, 1, 5, N'')), 1, 1, N''))` };
  });
  return subquery(sql`select ${top}${spelledObject(members)}${rest}`);
}

/** The text of an object whose members are JSON already: `cast(N'{' as nvarchar(max)) + N'"id":' + … + N'}'`. */
export function spelledObject(members: readonly { readonly key: string; readonly json: Sql }[]): Sql {
  if (members.length === 0) return cast(raw("N'{}'"), 'nvarchar(max)');
  const spelled = members.map(({ key, json }) => sql`N'"${raw(key)}":' + ${json}`);
  return sql`${cast(raw("N'{'"), 'nvarchar(max)')} + ${join(spelled, " + N',' + ")} + N'}'`;
}

const columnsOf = (entries: readonly EntrySql[]): Sql =>
  join(
    entries.map(({ key, value }) => sql`${answerValue(value)} as ${name(key)}`),
    ', ',
  );

/** ` order by …`; OFFSET stands behind an order alone. */
export function orderBy(order: readonly OrderSql[], tail: Sql = []): Sql {
  if (order.length > 0) return sql`${clause('order by')}${terms(order)}${tail}`;
  return tail.length === 0 ? [] : sql`${clause('order by')}(select null)${tail}`;
}

const terms = (order: readonly OrderSql[]): Sql => join(order.map(orderTerm), ', ');

/** SQL Server takes NULL as the smallest: it is placed only where that differs. */
function orderTerm({ expression, descending, nulls, nullable }: OrderSql): Sql {
  const term = sql`${expression}${raw(descending ? ' desc' : '')}`;
  if (!nullable || nulls === (descending ? 'last' : 'first')) return term;
  const [ofNull, others] = nulls === 'last' ? ['1', '0'] : ['0', '1'];
  return sql`case when ${expression} is null then ${raw(ofNull)} else ${raw(others)} end, ${term}`;
}
