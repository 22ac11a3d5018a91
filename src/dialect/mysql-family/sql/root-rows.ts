import { clause, name, type Sql, sql, subquery, tokensOf } from '../../../sql/fragment.ts';
import type { ChosenRows, EntrySql, PagedQuery, RowsQuery } from '../../../sql/query.ts';
import type { TextRow } from '../../../store/result.ts';
import { limitOne } from '../../limit-offset/limit-offset.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import type { NestedForms } from './forms.ts';
import { inHalves } from './halves.ts';
import { namedColumns } from './named-columns.ts';
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
export const rootList = (query: PagedQuery, nested: NestedForms): Root => ({
  members: [pageOf([objectOf(query.entries, nested)], query, query)],
  read: ([rows]) => `[${rows?.map(textOf).join(',')}]`,
});

/**
 * Columns of the rows of a page. Where the condition asks other tables, the server may join them; it would then compute
 * the columns of every row before it sorts and cuts the page. So there a subquery takes the page first, and where the page comes in halves.
 */
export function pageOf(columns: readonly Sql[], chosen: ChosenRows, page: Page): Member {
  const { alias } = chosen.source;
  const needed = namedColumns(alias, [...columns, ...page.order.map(({ expression }) => expression)]);
  const halves = inHalves(needed, chosen, page);
  if (halves === undefined && !asksOtherRows(chosen))
    return { columns, rest: sql`${fromWhere(chosen)}${paging(page)}` };
  const taken = halves ?? sql`select ${needed}${fromWhere(chosen)}${paging(page)}`;
  // A derived table keeps no order.
  return { columns, rest: sql`${clause('from')}${subquery(taken)} as ${name(alias)}${orderBy(page.order)}` };
}

const asksOtherRows = ({ where }: ChosenRows): boolean =>
  where !== undefined && tokensOf(where.sql).some((token) => typeof token === 'object' && token.kind === 'open');
