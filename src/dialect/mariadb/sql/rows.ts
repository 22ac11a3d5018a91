import { needsExactEquality } from '../../../model/text-equality.ts';
import { allOf } from '../../../sql/condition.ts';
import {
  amount,
  clause,
  column,
  isolatedSubquery,
  join,
  name,
  raw,
  type Sql,
  sql,
  subquery,
} from '../../../sql/fragment.ts';
import type {
  ConnectionQuery,
  GroupsQuery,
  HasPageSql,
  JoinedParent,
  KeyColumn,
  MetadataSql,
  RowSet,
} from '../../../sql/query.ts';
import { exact } from '../../mysql-family/sql/aggregate.ts';
import { encode, positionCursor, requireFound, seekCursor } from '../../mysql-family/sql/cursors.ts';
import { grouped, itemOf, orderOf } from '../../mysql-family/sql/groups.ts';
import { objectOf, orderedBy, type Page, placedTerms } from '../../mysql-family/sql/rows.ts';
import { type ConcatPieces, concat, orJsonNull } from '../../mysql-family/sql/text/concat.ts';
import type { NestedSqlVariant } from '../../mysql-family/sql/variant.ts';
import { limitOffset, limitOne } from '../../standard/limit-offset.ts';
import { count } from '../../standard/page-needs.ts';
import { fromItem, fromWhere } from '../../standard/row-set.ts';

/** Prints nested rows as aggregates with LIMIT, because derived tables cannot refer to the outer row. */
export const nested: NestedSqlVariant = {
  one: (query) => [
    orJsonNull(subquery(sql`select ${objectOf(query.entries, nested)}${fromWhere(query)}${limitOne(query.atMostOne)}`)),
  ],
  list: (query) => [
    '[',
    subquery(sql`select ${listOf(objectOf(query.entries, nested), query)}${fromWhere(query)}`),
    ']',
  ],
  connection,
};

/** Concatenates the items; '' if there are no rows. */
const listOf = (item: Sql, page: Page): Sql => sql`ifnull(${concatRows(item, page)}, '')`;

/**
 * Concatenates the strings; NULL if there are no rows. GROUP_CONCAT sorts NULL as 0 or '', so each nullable term needs
 * an `is null` before it.
 */
const concatRows = (text: Sql, { order, ...page }: Page, separator: Sql = []): Sql =>
  sql`group_concat${subquery(sql`${text}${orderedBy(placedTerms(order))}${separator}${limitOffset(page)}`)}`;

/**
 * Returns a page and its metadata. Adjacent aggregates share one subquery over all rows between the cursors. Values
 * that need their own subquery stay outside of it, because inside they would be NULL if no row exists.
 * @param isBare as in `NestedSqlVariant`
 */
function connection(query: ConnectionQuery, isBare = false): ConcatPieces {
  const parts = query.members.map((member, index) => {
    const { pieces, ...fromRows } = memberValue(member, query);
    const key = isBare ? [] : [`${index === 0 ? '' : ','}${JSON.stringify(member.key)}:`];
    return { pieces: [...key, ...pieces], ...fromRows };
  });
  const page = runsOf(parts).flatMap(({ pieces, aggregated }) =>
    aggregated ? [overRows(concat(pieces), query)] : pieces,
  );
  const whole = isBare ? page : ['{', ...page, '}'];
  return query.cursorRowsExist.length === 0 ? whole : [requireFound(query.cursorRowsExist, concat(whole))];
}

interface Part {
  readonly pieces: ConcatPieces;
  readonly aggregated?: true;
}

function runsOf(parts: readonly Part[]): readonly Part[] {
  const runs: Part[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last === undefined || last.aggregated !== part.aggregated) runs.push(part);
    else runs[runs.length - 1] = { ...last, pieces: [...last.pieces, ...part.pieces] };
  }
  return runs;
}

const overRows = (aggregates: Sql, { rows, seekCondition }: ConnectionQuery): Sql =>
  subquery(sql`select ${aggregates}${fromWhere(rows, seekCondition)}`);

function memberValue(member: MetadataSql, query: ConnectionQuery): Part {
  switch (member.kind) {
    case 'typename':
      return { pieces: [JSON.stringify(member.name)] };
    case 'totalCount':
      return query.seekCondition === undefined
        ? { pieces: [raw('count(*)')], aggregated: true }
        : { pieces: [count(member.rows)] };
    case 'groups':
      return { pieces: ['[', groups(member.groups), ']'] };
    case 'items': {
      const item = objectOf(member.entries, nested);
      return query.fromEnd
        ? { pieces: ['[', reversePage(item, query), ']'] }
        : { pieces: ['[', listOf(item, query), ']'], aggregated: true };
    }
    case 'hasPage':
      return hasPage(member, query);
    default:
      return cursorValue(member, query);
  }
}

function hasPage({ more, excludesRows }: HasPageSql, query: ConnectionQuery): Part {
  if (excludesRows === undefined) {
    return more ? { pieces: [asJson(hasNextRow(query))], aggregated: true } : { pieces: ['false'] };
  }
  return {
    pieces: [asJson(more ? sql`${overRows(hasNextRow(query), query)} or ${excludesRows.sql}` : excludesRows.sql)],
  };
}

function cursorValue(member: CursorMember, query: ConnectionQuery): Part {
  const { onlyIf } = member;
  const hasRows = sql`${rowsOfPage(query)} > 0`;
  const cursor = (condition: Sql): Sql =>
    orJsonNull(sql`if(${condition}, ${concat(['"', encode(cursorOf(query, member.kind)), '"'])}, null)`);
  if (onlyIf === undefined) return { pieces: [cursor(hasRows)], aggregated: true };
  if (onlyIf.excludesRows === undefined) {
    return onlyIf.more
      ? { pieces: [cursor(sql`${hasRows} and ${hasNextRow(query)}`)], aggregated: true }
      : { pieces: ['null'] };
  }
  const any = overRows(cursor(hasRows), query);
  const condition = onlyIf.more
    ? sql`${overRows(hasNextRow(query), query)} or ${onlyIf.excludesRows.sql}`
    : onlyIf.excludesRows.sql;
  return { pieces: [sql`if(${condition}, ${any}, 'null')`] };
}

type CursorMember = Extract<MetadataSql, { kind: 'startCursor' | 'endCursor' }>;

const rowsOfPage = ({ size, offset }: ConnectionQuery): Sql =>
  offset === undefined
    ? sql`least(count(*), ${amount(size)})`
    : sql`least(greatest(count(*) - ${amount(offset)}, 0), ${amount(size)})`;

const hasNextRow = ({ size, offset }: ConnectionQuery): Sql =>
  offset === undefined ? sql`count(*) > ${amount(size)}` : sql`count(*) > ${amount(offset)} + ${amount(size)}`;

const asJson = (truth: Sql): Sql => sql`if(${truth}, 'true', 'false')`;

function cursorOf(query: ConnectionQuery, kind: 'startCursor' | 'endCursor'): Sql {
  const { cursor, order, size, offset, fromEnd } = query;
  if (cursor.kind === 'position') return positionCursor(cursor.order, positionOf(query, kind));
  const json = seekCursor(cursor, order);
  const isFirst = (kind === 'startCursor') !== fromEnd;
  const page = { size: isFirst ? 1 : size, ...(offset !== undefined && { offset }) };
  const cursors = concatRows(json, { order, ...page }, raw(" separator '\\n'"));
  return isFirst ? cursors : sql`substring_index(${cursors}, '\\n', -1)`;
}

function positionOf(query: ConnectionQuery, kind: 'startCursor' | 'endCursor'): Sql {
  const { cursor, offset } = query;
  const n = rowsOfPage(query);
  const isFromEnd = cursor.kind === 'position' && cursor.total !== undefined;
  const before = isFromEnd ? sql`count(*) - ${n}` : offset === undefined ? raw('0') : amount(offset);
  return sql`${before} + ${kind === 'startCursor' ? raw('1') : n}`;
}

/** Reverses a page taken from the end. Each item passes through `json_table` as a string, which keeps its text. */
function reversePage(item: Sql, query: ConnectionQuery): Sql {
  const strings = sql`select concat('[', ${listOf(sql`json_quote(${item})`, query)}, ']')${fromWhere(query.rows, query.seekCondition)}`;
  const table = sql`json_table(${subquery(strings)}, '$[*]' columns (n for ordinality, v longtext character set utf8mb4 collate utf8mb4_bin path '$')) p`;
  return subquery(sql`select ifnull(group_concat(p.v order by p.n desc), '')${clause('from')}${table}`);
}

const GROUP_OPTIONS = { sortsWholeRows: false };

function groups(query: GroupsQuery): Sql {
  if (query.by.length === 0) {
    const group = subquery(sql`select ${itemOf(query)}${grouped(query, GROUP_OPTIONS)}${limitOffset(query)}`);
    return sql`ifnull(${group}, '')`;
  }
  if (query.joinParent !== undefined) return groupsOfParents(query, query.joinParent());
  const { link, ...rows } = query.rows;
  const key = link.map(({ column: linkColumn, parent }) => ({ value: column(rows.source.alias, linkColumn), parent }));
  return linkedGroups(query, { ...rows, link: [] }, key);
}

/**
 * Groups rows that are linked through a junction, or by columns of different types. The time is linear in the number of
 * rows of the junction or the parent's table.
 */
function groupsOfParents(query: GroupsQuery, { parent, distinct, key, rows }: JoinedParent): Sql {
  const { alias } = parent.source;
  const from =
    distinct === undefined
      ? sql`${fromItem(parent.source)} join ${fromItem(rows.source)}`
      : sql`${distinctRows(parent, distinct, key)} join ${fromItem(rows.source)}`;
  const where = distinct === undefined ? allOf([rows.where, parent.where]) : rows.where;
  const joined: RowSet = {
    source: { kind: 'derived', from, alias: rows.source.alias },
    link: rows.link,
    ...(where && { where }),
  };
  const values = key.map(({ column: keyColumn, parent: outer, type }) => {
    const value = column(alias, keyColumn);
    return type === undefined ? { value, parent: outer } : { value: exact(value, type), parent: exact(outer, type) };
  });
  return linkedGroups(query, joined, values);
}

/** Returns `(select distinct 7.holder, 7.card from holdings as 7) as 7`, with quoted names. */
function distinctRows(rows: RowSet, columns: readonly string[], key: readonly KeyColumn[]): Sql {
  const { alias } = rows.source;
  // DISTINCT compares by the collation. Exact copies of the columns keep the strings that only the link distinguishes.
  const bytes = key.flatMap(({ column: keyColumn, type }, index) =>
    type !== undefined && needsExactEquality(type)
      ? [sql`${exact(column(alias, keyColumn), type)} as ${raw(`k${index}`)}`]
      : [],
  );
  const values = [...columns.map((columnName) => column(alias, columnName)), ...bytes];
  return sql`${isolatedSubquery(sql`select distinct ${join(values, ', ')}${fromWhere(rows)}`)} as ${name(alias)}`;
}

/**
 * Groups by the parent's key: `from json_table('[1]', …) p straight_join (select 3.customer_id as l0, … group by
 * 3.customer_id, …) g on g.l0 = if(p.n, 1.id, null)`, with quoted names.
 * A derived table cannot refer to the outer row. With an index on the key, MariaDB groups only that parent's rows.
 * Otherwise it groups all parents' rows, once per statement.
 * https://mariadb.com/kb/en/lateral-derived-optimization/
 */
function linkedGroups(
  query: GroupsQuery,
  rows: RowSet,
  key: readonly { readonly value: Sql; readonly parent: Sql }[],
): Sql {
  const keyValues = key.map(({ value }) => value);
  const terms = orderOf(query);
  const columns = [
    ...keyValues.map((value, index) => sql`${value} as ${raw(`l${index}`)}`),
    sql`${itemOf(query)} as j`,
    ...terms.map(({ expression }, index) => sql`${expression} as ${raw(`t${index}`)}`),
  ];
  const all = isolatedSubquery(
    sql`select ${join(columns, ', ')}${grouped({ ...query, rows }, GROUP_OPTIONS, keyValues)}`,
  );
  const isLinked = key.map(({ parent }, index) => sql`g.${raw(`l${index}`)} = if(p.n, ${parent}, null)`);
  const order = terms.map((term, index) => ({ ...term, expression: sql`g.${raw(`t${index}`)}` }));
  const group = { order, size: query.size };
  if (key.length === 0) return subquery(sql`select ${listOf(raw('g.j'), group)}${clause('from')}${all} g`);
  const singleRow = sql`json_table('[1]', '$[*]' columns (n for ordinality)) p`;
  const from = sql`${clause('from')}${singleRow}${clause('straight_join')}${all} g on ${join(isLinked, ' and ')}`;
  return subquery(sql`select ${listOf(raw('g.j'), group)}${from}`);
}
