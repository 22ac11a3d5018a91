import {
  type Alias,
  clause,
  column,
  join,
  name,
  raw,
  type Sql,
  sql,
  subquery,
  type Token,
  tokensOf,
} from '../../../sql/fragment.ts';
import type { ChosenRows, EntrySql, PagedQuery, RowsQuery } from '../../../sql/query.ts';
import type { TextRow } from '../../../store/result.ts';
import { limitOne } from '../../limit-offset/limit-offset.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import type { Member, Root } from './roots.ts';
import { factText, objectOf, orderBy, type Page, paging } from './rows.ts';

/** At most one row. */
export const rootOne = (query: RowsQuery): Root => ({
  members: [memberOne(query, [objectOf(query.entries)])],
  read: ([rows]) => rows?.[0]?.[1] ?? null,
});

/** At most one row, and its facts that stand apart. */
export const rowApart = (query: RowsQuery, apart: readonly EntrySql[]): Root<TextRow> => ({
  members: [memberOne(query, [objectOf(query.entries), ...apart.map(factText)])],
  read: ([rows]) => rows?.[0]?.slice(1) ?? [null],
});

const memberOne = (query: RowsQuery, columns: readonly Sql[]): Member => ({
  columns,
  rest: sql`${fromWhere(query)}${limitOne(query.atMostOne)}`,
});

/** A row for each item. */
export const rootList = (query: PagedQuery): Root => ({
  members: [pageOf([objectOf(query.entries)], query, query)],
  read: ([rows]) => `[${rows?.map((row) => row[1]).join(',')}]`,
});

/**
 * Columns of the rows of a page. Where the condition asks other tables, the server may join them; it would then compute
 * the columns of every row before it sorts and cuts the page. So there a subquery takes the page first.
 */
export function pageOf(columns: readonly Sql[], chosen: ChosenRows, page: Page): Member {
  const found = fromWhere(chosen);
  if (!asksOtherRows(chosen)) return { columns, rest: sql`${found}${paging(page)}` };
  const { alias } = chosen.source;
  const needed = columnsOf(alias, [...columns, ...page.order.map(({ expression }) => expression)]);
  const taken = sql`select ${needed}${found}${paging(page)}`;
  // A derived table keeps no order.
  return { columns, rest: sql`${clause('from')}${subquery(taken)} as ${name(alias)}${orderBy(page.order)}` };
}

const asksOtherRows = ({ where }: ChosenRows): boolean =>
  where !== undefined && tokensOf(where.sql).some((token) => typeof token === 'object' && token.kind === 'open');

/** The columns of one table that the expressions name. */
function columnsOf(alias: Alias, expressions: readonly Sql[]): Sql {
  const tokens = tokensOf(expressions);
  const names = tokens.flatMap((token, index) => {
    const [dot, named] = tokens.slice(index + 1, index + 3);
    return isName(token) && token.name === alias && dot === '.' && isName(named) ? [named.name] : [];
  });
  const columns = [...new Set(names)].map((columnName) => column(alias, columnName));
  return columns.length === 0 ? raw('null') : join(columns, ', ');
}

const isName = (token: Token | undefined): token is Extract<Token, { kind: 'name' }> =>
  typeof token === 'object' && token.kind === 'name';
