import { sizePlusOne } from '../../../plan/shape/slot.ts';
import { nameCursor } from '../../../scalars/cursor.ts';
import { allOf } from '../../../sql/condition.ts';
import type { Dialect } from '../../../sql/dialect.ts';
import { amount, raw, type Sql, sql, tokensOf } from '../../../sql/fragment.ts';
import type {
  ConnectionQuery,
  CursorSql,
  EntrySql,
  HasPageSql,
  MetadataSql,
  OrderSql,
  PagedQuery,
  RootQuery,
  RowSet,
  RowsQuery,
} from '../../../sql/query.ts';
import type { TextRow } from '../../../store/result.ts';
import { limitOne } from '../../standard/limit-offset.ts';
import { count, needsOf, needsPage } from '../../standard/page-needs.ts';
import { fromWhere } from '../../standard/row-set.ts';
import { requireFound, seekCursor } from './cursors.ts';
import { derivePage, hasSubqueries } from './derived-tables/derived-page.ts';
import { rejectTruncated } from './failure/reject-truncated.ts';
import { rootGroups } from './groups.ts';
import { type Root, readRoots, type UnionMember, unionOf } from './roots.ts';
import { rootFunction } from './routines.ts';
import { metadataText, objectOf, orderBy, type Page, paging } from './rows.ts';
import type { NestedSqlVariant, SqlVariant } from './variant.ts';

/** Generates reads. `read` selects one row per list item and one row per object. */
export const readsOf = (variant: SqlVariant): Pick<Dialect, 'read' | 'readWithMetadata'> => ({
  read: (queries) => {
    const roots = queries.map((query) => rootOf(query, variant));
    return { sql: unionOf(roots, variant), read: readRoots(roots) };
  },
  readWithMetadata: (root) => {
    const metadata =
      root.kind === 'one'
        ? rowWithMetadata(root.query, root.metadata, variant.nested)
        : connectionMetadata(root.query, variant);
    const readOne = readRoots([metadata]);
    return { sql: unionOf([metadata], variant), read: (result) => readOne(result).flat() };
  },
});

function rootOf(root: RootQuery, variant: SqlVariant): Root {
  switch (root.kind) {
    case 'one':
      return rootOne(root.query, variant.nested);
    case 'list':
      return rootList(root.query, variant);
    case 'connection':
      return rootConnection(root.query, variant);
    case 'call':
      return rootFunction(root.query);
  }
}

export function rootConnection(query: ConnectionQuery, variant: SqlVariant): Root<string> {
  const { members, read } = connectionMetadata(query, variant);
  const write = query.members.map(({ key, kind }) => (text: string | null | undefined): string => {
    const isString = kind === 'typename' || kind === 'startCursor' || kind === 'endCursor';
    return `${JSON.stringify(key)}:${isString && typeof text === 'string' ? JSON.stringify(text) : text}`;
  });
  return {
    members,
    read: (rows) => {
      const strings = read(rows);
      return `{${write.map((member, index) => member(strings[index])).join(',')}}`;
    },
  };
}

/** Selects a row per item of the page, one more if `hasPage` needs it, a row of other metadata, and a row per group. */
export function connectionMetadata(query: ConnectionQuery, variant: SqlVariant): Root<TextRow> {
  const needs = needsOf(query.members);
  const members: UnionMember[] = [];
  const add = (member: UnionMember): number => members.push(member) - 1;
  const shared = new SharedColumns();
  const page = needsPage(query, needs) ? add(pageMember(query, variant)) : undefined;
  if (query.cursorRowsExist.length > 0) shared.add(requireFound(query.cursorRowsExist, raw('1')));
  const size = needs.more ? amountFrom(query.size, shared) : undefined;
  const requestedMembers = query.members.map((requested) => readerOf(requested, { query, shared, add, variant }));
  const metadata = shared.columns.length > 0 ? add({ columns: shared.columns, rest: [] }) : undefined;
  return {
    members,
    read: (rows) => {
      const sharedRow = (metadata === undefined ? undefined : rows[metadata]?.[0]) ?? [];
      const fetched = (page === undefined ? undefined : rows[page]) ?? [];
      const onPage = size === undefined ? fetched : fetched.slice(0, size(sharedRow));
      const result = {
        page: query.fromEnd ? onPage.toReversed() : onPage,
        hasMore: fetched.length > onPage.length,
        sharedRow,
        rows,
      };
      return requestedMembers.map((read) => read(result));
    },
  };
}

interface PageResult {
  /** Rows of the page in response order. Column 0 is the number of the member. */
  readonly page: readonly TextRow[];
  readonly hasMore: boolean;
  readonly sharedRow: TextRow;
  readonly rows: readonly (readonly TextRow[])[];
}

/** Returns JSON text, or a string without its quotes. */
type MemberReader = (result: PageResult) => string | null;

/** Expressions that share one row. Each becomes text, because a UNION with text would turn numbers into bytes. */
class SharedColumns {
  readonly columns: Sql[] = [];

  add(expression: Sql): (sharedRow: TextRow) => string | null {
    const index = this.columns.push(sql`concat(${expression})`);
    return (sharedRow) => sharedRow[index] ?? null;
  }
}

interface ReaderContext {
  readonly query: ConnectionQuery;
  readonly shared: SharedColumns;
  readonly add: (member: UnionMember) => number;
  readonly variant: SqlVariant;
}

function pageMember(query: ConnectionQuery, variant: SqlVariant): UnionMember {
  const { rows, seekCondition, members: requestedMembers, cursor, order, size, offset } = query;
  const needs = needsOf(requestedMembers);
  const where = allOf([rows.where, seekCondition]);
  return pageOf(
    needs.items.map(({ entries }) => objectOf(entries, variant.nested)),
    { ...rows, ...(where && { where }) },
    { order, size: needs.more ? sizePlusOne(size) : size, ...(offset !== undefined && { offset }) },
    variant,
    needs.cursor && cursor.kind === 'seek' ? (terms) => seekCursor(cursor, terms) : undefined,
  );
}

function readerOf(requested: MetadataSql, context: ReaderContext): MemberReader {
  const { query, shared, add, variant } = context;
  switch (requested.kind) {
    case 'typename':
      return () => requested.name;
    case 'totalCount': {
      const total = shared.add(count(requested.rows));
      return ({ sharedRow }) => `${total(sharedRow)}`;
    }
    case 'groups': {
      const index = add(rootGroups(requested.groups, variant));
      return ({ rows }) => `[${rows[index]?.map((row) => row[1] ?? rejectTruncated()).join(',')}]`;
    }
    case 'items': {
      const column = 1 + needsOf(query.members).items.indexOf(requested);
      return ({ page }) => `[${page.map((row) => row[column] ?? rejectTruncated()).join(',')}]`;
    }
    case 'hasPage': {
      const has = hasPage(requested, shared);
      return (result) => `${has(result)}`;
    }
    default: {
      const pageExists = requested.onlyIf === undefined ? () => true : hasPage(requested.onlyIf, shared);
      const cursorOf = cursorReader(requested.kind, context);
      return (result) => (result.page.length > 0 && pageExists(result) ? cursorOf(result) : null);
    }
  }
}

function hasPage({ more, excludesRows }: HasPageSql, shared: SharedColumns): (result: PageResult) => boolean {
  // `if()` is needed, because EXISTS would be returned as bytes.
  const rowsExcluded = excludesRows === undefined ? undefined : shared.add(sql`if(${excludesRows.sql}, 1, 0)`);
  return ({ hasMore, sharedRow }) => (more && hasMore) || rowsExcluded?.(sharedRow) === '1';
}

function cursorReader(kind: 'startCursor' | 'endCursor', { query, shared }: ReaderContext): MemberReader {
  const { cursor, members: requestedMembers } = query;
  if (cursor.kind === 'position') {
    const before = rowsBefore(query, cursor, shared);
    return ({ page, sharedRow }) => {
      const position = before(sharedRow, page.length) + (kind === 'startCursor' ? 1 : page.length);
      return encode(`["${nameCursor(cursor.order, 'position')}", "${position}"]`);
    };
  }
  const column = 1 + needsOf(requestedMembers).items.length;
  return ({ page }) => encode(page.at(kind === 'startCursor' ? 0 : -1)?.[column] ?? '');
}

function rowsBefore(
  query: ConnectionQuery,
  { total }: Extract<CursorSql, { kind: 'position' }>,
  shared: SharedColumns,
): (sharedRow: TextRow, rows: number) => number {
  if (total === undefined) return amountFrom(query.offset ?? 0, shared);
  const all = shared.add(count(total));
  return (sharedRow, rows) => Number(all(sharedRow)) - rows;
}

/** Reads an amount. A parameter is selected with the rows, so that the service knows its value. */
function amountFrom(size: ConnectionQuery['size'], shared: SharedColumns): (sharedRow: TextRow) => number {
  if (typeof size === 'number') return () => size;
  const column = shared.add(amount(size));
  return (row) => Number(column(row));
}

const encode = (json: string): string => Buffer.from(json).toString('base64url');

export const rootOne = (query: RowsQuery, nested: NestedSqlVariant): Root => ({
  members: [memberOne(query, [objectOf(query.entries, nested)])],
  read: ([rows]) => textOf(rows?.[0]),
});

export const rowWithMetadata = (
  query: RowsQuery,
  metadata: readonly EntrySql[],
  nested: NestedSqlVariant,
): Root<TextRow> => ({
  members: [memberOne(query, [objectOf(query.entries, nested), ...metadata.map(metadataText)])],
  read: ([rows]) => [textOf(rows?.[0]), ...(rows?.[0]?.slice(2) ?? [])],
});

const memberOne = (query: RowsQuery, columns: readonly Sql[]): UnionMember => ({
  columns,
  rest: sql`${fromWhere(query)}${limitOne(query.atMostOne)}`,
});

/** @throws ApiError LimitExceeded if the value is too long for the database */
const textOf = (row: TextRow | undefined): string | null => (row === undefined ? null : (row[1] ?? rejectTruncated()));

export const rootList = (query: PagedQuery, variant: SqlVariant): Root => ({
  members: [pageOf([objectOf(query.entries, variant.nested)], query, query, variant)],
  read: ([rows]) => `[${rows?.map(textOf).join(',')}]`,
});

/**
 * Selects a page. Uses a derived table if the condition reads other tables: without it, the server may compute the
 * columns of all rows, not only of the page.
 * @param cursor returns a column computed from the order values
 */
function pageOf(
  columns: readonly Sql[],
  rowSet: RowSet,
  page: Page,
  variant: SqlVariant,
  cursor?: (order: readonly OrderSql[]) => Sql,
): UnionMember {
  const expressions = cursor === undefined ? columns : [...columns, cursor(page.order)];
  const derivedPage = derivePage(expressions, rowSet, page, variant);
  const withCursor = (order: readonly OrderSql[]): readonly Sql[] =>
    cursor === undefined ? columns : [...columns, cursor(order)];
  if (!derivedPage.isNeeded && !readsOtherTables(rowSet) && !(cursor !== undefined && hasSubqueries(page.order)))
    return { columns: withCursor(page.order), rest: sql`${fromWhere(rowSet)}${paging(page)}` };
  return {
    columns: withCursor(derivedPage.order),
    rest: sql`${derivedPage.from}${orderBy([...derivedPage.order, ...derivedPage.trailingTerms])}`,
  };
}

const readsOtherTables = ({ where }: RowSet): boolean =>
  where !== undefined && tokensOf(where.sql).some((token) => typeof token === 'object' && token.kind === 'open');
