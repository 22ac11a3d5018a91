import { invariant } from '../../../base/invariant.ts';
import { type Amount, sizePlusOne } from '../../../plan/shape/slot.ts';
import { allOf } from '../../../sql/condition.ts';
import { amount, clause, column, join, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ConnectionQuery, GroupsQuery, HasPageSql, MetadataSql, OrderSql, RowSet } from '../../../sql/query.ts';
import { encode, positionCursor, requireFound, seekCursor } from '../../mysql-family/sql/cursors.ts';
import { type DerivedPage, derivePage } from '../../mysql-family/sql/derived-tables/derived-page.ts';
import { failIfTruncated } from '../../mysql-family/sql/failure/fail-if-truncated.ts';
import { grouped, itemOf, orderOf } from '../../mysql-family/sql/groups.ts';
import { objectOf, orderBy, orderedBy, type Page, placedTerms } from '../../mysql-family/sql/rows.ts';
import { type ConcatPieces, concat, orJsonNull } from '../../mysql-family/sql/text/concat.ts';
import type { NestedSqlVariant } from '../../mysql-family/sql/variant.ts';
import { limitOffset, limitOne } from '../../standard/limit-offset.ts';
import { count, needsOf, type PageNeeds } from '../../standard/page-needs.ts';
import { fromWhere } from '../../standard/row-set.ts';

/** Prints nested rows as aggregates over a derived table, which can refer to the outer row. */
export const nested: NestedSqlVariant = {
  one: ({ entries, atMostOne, ...rows }) => [
    orJsonNull(
      subquery(sql`select ${failIfTruncated(objectOf(entries, nested))}${fromWhere(rows)}${limitOne(atMostOne)}`),
    ),
  ],
  list: (query) => {
    const item = failIfTruncated(objectOf(query.entries, nested));
    const { from, order } = fromPage([item], query, query);
    return ['[', subquery(sql`select ${listOf(item, order)}${from}`), ']'];
  },
  connection,
};

/** Concatenates the items; '' if there are no rows. */
const listOf = (item: Sql, order: Page['order']): Sql => sql`ifnull(${concatenated(item, order, ',')}, '')`;

/**
 * Concatenates the strings; NULL if there are no rows. GROUP_CONCAT sorts NULL as 0 or '', so a test for NULL is
 * always a term. The test is `<=> null`. `is null` is sometimes a constant, as for a count in a view; MySQL would then
 * sort the next term in the direction of the constant.
 */
const concatenated = (text: Sql, order: Page['order'], separator: string): Sql =>
  sql`group_concat${subquery(sql`${text}${orderedBy(placedTerms(order, '<=> null'))} separator '${[separator]}'`)}`;

/**
 * Returns a page and its metadata in one subquery, with an extra row if `hasPage` needs it. Other metadata has its own
 * subqueries.
 * @param isBare as in `NestedSqlVariant`
 */
function connection(query: ConnectionQuery, isBare = false): ConcatPieces {
  const needs = needsOf(query.members);
  const pieces = (order: readonly OrderSql[]): ConcatPieces => piecesOf({ ...query, order }, needs, isBare);
  if (needs.items.length === 0 && !needs.cursor && !needs.more) return pieces(query.order);
  const page = takePage(query, needs, concat(pieces(query.order)));
  return [subquery(sql`select ${concat(pieces(page.order))}${page.from}`)];
}

function piecesOf(query: ConnectionQuery, needs: PageNeeds, isBare: boolean): ConcatPieces {
  const page: PageRows = { ...query, hasMore: needs.more, responseOrder: responseOrderOf(query) };
  const members = query.members.flatMap((member, index) => [
    ...(isBare ? [] : [`${index === 0 ? '' : ','}${JSON.stringify(member.key)}:`]),
    ...memberValue(member, page),
  ]);
  const object = isBare ? members : ['{', ...members, '}'];
  return query.cursorRowsExist.length === 0 ? object : [requireFound(query.cursorRowsExist, concat(object))];
}

interface PageRows extends ConnectionQuery {
  readonly hasMore: boolean;
  /** Order of the response; `order` selects the page. */
  readonly responseOrder: readonly OrderSql[];
}

const responseOrderOf = ({ order, fromEnd }: ConnectionQuery): readonly OrderSql[] =>
  fromEnd
    ? order.map((term) => ({ ...term, descending: !term.descending, nulls: term.nulls === 'first' ? 'last' : 'first' }))
    : order;

function takePage(
  { rows, seekCondition, order, size, offset }: ConnectionQuery,
  needs: PageNeeds,
  expression: Sql,
): DerivedPage {
  const where = allOf([rows.where, seekCondition]);
  const page = { order, size: needs.more ? sizePlusOne(size) : size, ...(offset !== undefined && { offset }) };
  return fromPage([expression], { ...rows, ...(where && { where }) }, page);
}

function memberValue(member: MetadataSql, page: PageRows): ConcatPieces {
  switch (member.kind) {
    case 'typename':
      return [JSON.stringify(member.name)];
    case 'totalCount':
      return [count(member.rows)];
    case 'groups':
      return ['[', groups(member.groups), ']'];
    case 'items':
      return ['[', itemsOf(failIfTruncated(objectOf(member.entries, nested)), page), ']'];
    case 'hasPage':
      return [sql`if(${hasPage(member, page)}, 'true', 'false')`];
    default:
      return [cursorValue(member, page)];
  }
}

/**
 * Joins the items. If there may be an extra row, newlines separate them, at which `textsOf` cuts. A string that is too
 * long for REPLACE must stay NULL, not become ''.
 */
function itemsOf(item: Sql, page: PageRows): Sql {
  const strings = sql`ifnull(${textsOf(item, page.hasMore ? ',\\n' : ',', page)}, '')`;
  return page.hasMore ? sql`replace(${strings}, '\\n', '')` : strings;
}

/**
 * Concatenates the strings of the page, without the extra row, which comes first in a page from the end. NULL without
 * rows.
 * @param separator a string that no item contains, such as a newline, which JSON escapes
 */
function textsOf(text: Sql, separator: string, { responseOrder, fromEnd, hasMore, size }: PageRows): Sql {
  const all = concatenated(text, responseOrder, separator);
  return hasMore ? sql`substring_index(${all}, '${[separator]}', ${fromEnd ? raw('-') : []}${amount(size)})` : all;
}

const hasPage = ({ more, excludesRows }: HasPageSql, { size }: PageRows): Sql => {
  const hasMoreRows = more ? [sql`count(*) > ${amount(size)}`] : [];
  const conditions = [...hasMoreRows, ...(excludesRows === undefined ? [] : [excludesRows.sql])];
  const [first = raw('false'), other] = conditions;
  return other === undefined ? first : sql`${first} or ${other}`;
};

type CursorMember = Extract<MetadataSql, { kind: 'startCursor' | 'endCursor' }>;

function cursorValue({ kind, onlyIf }: CursorMember, page: PageRows): Sql {
  const cursor = concat(['"', encode(cursorOf(kind, page)), '"']);
  const hasRows = sql`${rowsOf(page)} > 0`;
  const condition = onlyIf === undefined ? hasRows : sql`${hasRows} and (${hasPage(onlyIf, page)})`;
  return sql`if(${condition}, ${cursor}, 'null')`;
}

function cursorOf(kind: CursorMember['kind'], page: PageRows): Sql {
  const { cursor, order } = page;
  if (cursor.kind === 'position') return positionCursor(cursor.order, positionOf(kind, page));
  const strings = textsOf(seekCursor(cursor, order), '\\n', page);
  return sql`substring_index(${strings}, '\\n', ${raw(kind === 'startCursor' ? '1' : '-1')})`;
}

function positionOf(kind: CursorMember['kind'], page: PageRows): Sql {
  const { cursor, offset } = page;
  invariant(cursor.kind === 'position', 'cursors hold positions');
  const n = rowsOf(page);
  const start = offset === undefined ? raw('0') : amount(offset);
  const before = cursor.total === undefined ? start : sql`${count(cursor.total)} - ${n}`;
  return sql`${before} + ${kind === 'startCursor' ? raw('1') : n}`;
}

const rowsOf = ({ hasMore, size }: { readonly hasMore: boolean; readonly size: Amount }): Sql =>
  hasMore ? sql`least(count(*), ${amount(size)})` : raw('count(*)');

function groups(query: GroupsQuery): Sql {
  const order = orderOf(query);
  const terms = order.map(({ expression }, index) => sql`${expression} as ${raw(`t${index}`)}`);
  const columns = join([sql`${failIfTruncated(itemOf(query))} as j`, ...terms], ', ');
  const all = subquery(
    sql`select ${columns}${grouped(query, { sortsWholeRows: true })}${orderBy(order)}${limitOffset(query)}`,
  );
  const groupOrder = order.map((term, index) => ({ ...term, expression: raw(`g.t${index}`) }));
  return subquery(sql`select ${listOf(raw('g.j'), groupOrder)}${clause('from')}${all} as g`);
}

const fromPage = (expressions: readonly Sql[], rowSet: RowSet, page: Page): DerivedPage =>
  derivePage(expressions, rowSet, page, { leadingTerms: linkTerms(rowSet, page.order), sortsWholeRows: true });

/**
 * Returns the link columns, which are constant on the page. Unless they lead the order, MySQL sorts all rows of the
 * parent despite an index. They have the direction of the order, so that MySQL can read the index backwards.
 */
const linkTerms = ({ source, link }: RowSet, [first]: readonly OrderSql[]): readonly Sql[] =>
  first === undefined
    ? []
    : link.map((linkColumn) => sql`${column(source.alias, linkColumn.column)}${raw(first.descending ? ' desc' : '')}`);
