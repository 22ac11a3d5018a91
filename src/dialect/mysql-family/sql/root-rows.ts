import { type Sql, sql, tokensOf } from '../../../sql/fragment.ts';
import type { ChosenRows, EntrySql, OrderSql, PagedQuery, RowsQuery } from '../../../sql/query.ts';
import type { TextRow } from '../../../store/result.ts';
import { limitOne } from '../../limit-offset/limit-offset.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { derivePage, hasSubqueries } from './derived-page.ts';
import type { Forms, NestedForms } from './forms.ts';
import { refuseCut } from './refuse-cut.ts';
import type { Member, Root } from './roots.ts';
import { factText, objectOf, orderBy, type Page, paging } from './rows.ts';

/** At most one row. */
export const rootOne = (query: RowsQuery, nested: NestedForms): Root => ({
  members: [memberOne(query, [objectOf(query.entries, nested)])],
  read: ([rows]) => textOf(rows?.[0]),
});

/** At most one row, and its facts that stand apart. */
export const rowApart = (query: RowsQuery, apart: readonly EntrySql[], nested: NestedForms): Root<TextRow> => ({
  members: [memberOne(query, [objectOf(query.entries, nested), ...apart.map(factText)])],
  read: ([rows]) => [textOf(rows?.[0]), ...(rows?.[0]?.slice(2) ?? [])],
});

const memberOne = (query: RowsQuery, columns: readonly Sql[]): Member => ({
  columns,
  rest: sql`${fromWhere(query)}${limitOne(query.atMostOne)}`,
});

/** The JSON text of a row; null where there is none. @throws Refusal LimitExceeded for one that is too long to be made */
const textOf = (row: TextRow | undefined): string | null => (row === undefined ? null : (row[1] ?? refuseCut()));

/** A row for each item. */
export const rootList = (query: PagedQuery, forms: Forms): Root => ({
  members: [pageOf([objectOf(query.entries, forms.nested)], query, query, forms)],
  read: ([rows]) => `[${rows?.map(textOf).join(',')}]`,
});

/**
 * Columns of the rows of a page. Where the condition asks other tables, the server may join them; it would then compute
 * the columns of every row before it sorts and cuts the page. So there a derived table takes the page first, and where
 * the page comes in halves, or a sort could not hold the rows.
 * @param cursor gives a column made of the values of the order
 */
export function pageOf(
  columns: readonly Sql[],
  chosen: ChosenRows,
  page: Page,
  forms: Forms,
  cursor?: (order: readonly OrderSql[]) => Sql,
): Member {
  const used = cursor === undefined ? columns : [...columns, cursor(page.order)];
  const derived = derivePage(used, chosen, page, forms);
  const withCursor = (order: readonly OrderSql[]): readonly Sql[] =>
    cursor === undefined ? columns : [...columns, cursor(order)];
  if (!derived.isNeeded && !asksOtherRows(chosen) && !(cursor !== undefined && hasSubqueries(page.order)))
    return { columns: withCursor(page.order), rest: sql`${fromWhere(chosen)}${paging(page)}` };
  return {
    columns: withCursor(derived.order),
    rest: sql`${derived.from}${orderBy([...derived.order, ...derived.last])}`,
  };
}

const asksOtherRows = ({ where }: ChosenRows): boolean =>
  where !== undefined && tokensOf(where.sql).some((token) => typeof token === 'object' && token.kind === 'open');
