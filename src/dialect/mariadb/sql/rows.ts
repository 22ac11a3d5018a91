import type { EntrySql, OrderSql, PagedQuery, RowsQuery } from '../../../sql/dialect.ts';
import {
  type Alias,
  amount,
  column,
  join,
  name,
  raw,
  type Sql,
  sql,
  type Token,
  tokensOf,
} from '../../../sql/fragment.ts';

/** At most one row: its object, or NULL where there is none. */
export const row = (query: RowsQuery): Sql => sql`(select ${objectOf(query.entries)}${tail(query)}${atMostOne(query)})`;

/** Rows: an array of objects. Without rows the aggregate is NULL; `json_array()` is JSON, where `'[]'` would be a string. */
export const rows = (query: PagedQuery): Sql =>
  sql`coalesce((select json_arrayagg(${objectOf(query.entries)}${paging(query)})${tail(query)}), json_array())`;

/** A member of the statement for at most one row. */
export const rootOne = (query: RowsQuery, root: Sql): Sql =>
  sql`(${selectRoot(root, query)}${tail(query)}${atMostOne(query)})`;

/**
 * A member of the statement with a row for each item. Where the condition asks other tables, the server may join them, and then
 * makes the JSON of every row that is found before it sorts and takes the page; so the page is taken first.
 */
export function rootRows(query: PagedQuery, root: Sql): Sql {
  const { alias, entries, order, size } = query;
  if (!asksOtherRows(query.where)) return sql`(${selectRoot(root, query)}${tail(query)}${paging(query)})`;
  const needed = [...entries.map(({ value }) => value), ...order.map(({ expression }) => expression)];
  const page = sql`select ${columnsOf(alias, needed)}${tail(query)}${paging(query)}`;
  return sql`(${selectRoot(root, query)} from (${page}) as ${name(alias)}${paging({ order, size })})`;
}

const selectRoot = (root: Sql, { entries }: RowsQuery): Sql => sql`select ${root} as r, ${objectOf(entries)} as j`;

function objectOf(entries: readonly EntrySql[]): Sql {
  const pairs = entries.map(({ key, value }) => sql`'${raw(key.replaceAll(/['\\\\]/g, '\\\\$&'))}', ${value}`);
  return sql`json_object(${join(pairs, ', ')})`;
}

/** ` from … where …` */
const tail = ({ from, where }: Pick<RowsQuery, 'from' | 'where'>): Sql =>
  where === undefined ? sql` from ${from}` : sql` from ${from} where ${where}`;

const atMostOne = (query: RowsQuery): Sql => raw(query.atMostOne ? '' : ' limit 1');

/** ` order by … limit … offset …` */
function paging({ order, size, offset }: Pick<PagedQuery, 'order' | 'size' | 'offset'>): Sql {
  const ordered = order.length === 0 ? [] : sql` order by ${join(order.map(orderTerm), ', ')}`;
  const limited = sql`${ordered} limit ${amount(size)}`;
  return offset === undefined ? limited : sql`${limited} offset ${amount(offset)}`;
}

/** MariaDB itself takes NULL as smaller than every value; it is placed only where that differs, so that an index can serve. */
export function orderTerm({ expression, descending, nulls, nullable }: OrderSql): Sql {
  const term = descending ? sql`${expression} desc` : expression;
  if (!nullable || nulls === (descending ? 'last' : 'first')) return term;
  return sql`${expression} is null${raw(nulls === 'first' ? ' desc' : '')}, ${term}`;
}

const asksOtherRows = (condition: Sql = []): boolean =>
  tokensOf(condition).some((token) => typeof token === 'string' && token.includes('(select '));

/** The columns of one table that the expressions name. */
function columnsOf(alias: Alias, expressions: readonly Sql[]): Sql {
  const tokens = tokensOf(expressions);
  const names = tokens.flatMap((token, index) => {
    const [dot, named] = tokens.slice(index + 1, index + 3);
    const isColumn = isName(token) && token.name === alias && dot === '.' && isName(named);
    return isColumn ? [named.name] : [];
  });
  const columns = [...new Set(names)].map((columnName) => column(alias, columnName));
  return columns.length === 0 ? raw('null') : join(columns, ', ');
}

type NameToken = Extract<Token, { kind: 'name' }>;

const isName = (token: Token | undefined): token is NameToken => typeof token === 'object' && token.kind === 'name';
