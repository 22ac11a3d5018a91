import { allOf, type Condition, combine, condition } from '../../../sql/condition.ts';
import { clause, join, name, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ConnectionQuery, FactSql, HasPageSql } from '../../../sql/query.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { type ItemsFact, needsOf, needsPage, type PageNeeds } from '../../standard/page-needs.ts';
import { asValue, conditions } from './conditions.ts';
import { positionParts, requireFound, seekParts } from './cursors.ts';
import { JSON_ROW } from './for-json.ts';
import { groups } from './groups.ts';
import { markedCursor } from './marks.ts';
import { isNamed, objectOf, orderBy, pageOf, rowCount, rowNumber, spelledObject } from './rows.ts';
import { text } from './text.ts';

/**
 * A page with its facts as the text of an object, in two layers. The inner one takes the rows of the page, numbered, and one more where it must be
 * known whether more rows follow: an object of each, and its cursor. The outer one shows the facts, and leaves the additional row out.
 */
export function connection(query: ConnectionQuery): Sql {
  const { facts } = query;
  if (!isNamed(facts)) {
    const members = facts.map((fact) => ({ key: fact.key, json: factJson(fact, query) }));
    return subquery(sql`select ${spelledObject(members)}${fromPage(query)}`);
  }
  const members = facts.map((fact) => sql`${factMember(fact, query)} as ${name(fact.key)}`);
  return subquery(sql`select ${join(members, ', ')}${fromPage(query)}${JSON_ROW}`);
}

/** The same as a statement with a column of text for each fact: `select … as v0, … as v1 from …`. */
export const connectionApart = (query: ConnectionQuery): Sql =>
  sql`select ${join(
    query.facts.map((fact, index) => sql`${apartText(fact, query)} as ${raw(`v${index}`)}`),
    ', ',
  )}${fromPage(query)}`;

/** A cursor is the largest of texts, which not every engine that speaks T-SQL takes for one of all letters. */
const apartText = (fact: FactSql, query: ConnectionQuery): Sql =>
  fact.kind === 'startCursor' || fact.kind === 'endCursor'
    ? sql`cast(${factText(fact, query)} as nvarchar(max))`
    : factText(fact, query);

function fromPage(query: ConnectionQuery): Sql {
  const needs = needsOf(query.facts);
  if (!needsPage(query, needs)) return [];
  // Where nothing is told of its rows, one row is to be left of them all the same.
  const tells = needs.items.length > 0 || needs.cursor || needs.more;
  return sql`${clause('from')}${numberedPage(query, needs)}${tells ? [] : sql`${clause('having')}count(*) >= 0`}`;
}

/** A fact as FOR JSON should see it. */
function factMember(fact: FactSql, query: ConnectionQuery): Sql {
  switch (fact.kind) {
    case 'items':
    case 'groups':
    case 'startCursor':
    case 'endCursor':
      return sql`json_query(${factText(fact, query)})`;
    case 'hasPage':
      return asValue(isPage(fact, query.size));
    case 'totalCount':
      return count(fact.rows);
    case 'typename':
      return text(fact.name);
  }
}

/** A fact as JSON. */
function factJson(fact: FactSql, query: ConnectionQuery): Sql {
  if (fact.kind === 'typename') return text(`"${fact.name}"`);
  return sql`isnull(${factText(fact, query)}, N'null')`;
}

/** A fact as text. */
function factText(fact: FactSql, query: ConnectionQuery): Sql {
  switch (fact.kind) {
    case 'items':
      return itemsOf(fact, query);
    case 'groups':
      return groups(fact.groups);
    case 'totalCount':
      return sql`convert(nvarchar(20), ${count(fact.rows)})`;
    case 'hasPage':
      return sql`case when ${isPage(fact, query.size).sql} then N'true' else N'false' end`;
    case 'typename':
      return text(fact.name);
    default:
      return cursorOf(fact, query);
  }
}

const count = (rows: Parameters<typeof fromWhere>[0]): Sql => subquery(sql`select count_big(*)${fromWhere(rows)}`);

const asksMore = ({ facts }: ConnectionQuery): boolean => needsOf(facts).more;

/** Objects of the rows of the page; rows of one that is taken from the end are numbered from there. */
function itemsOf(fact: ItemsFact, query: ConnectionQuery): Sql {
  const own = raw(objectName(query, fact));
  const kept = asksMore(query) ? sql`case when r.n <= ${rowCount(query.size)} then ${own} end` : own;
  const order = raw(query.fromEnd ? 'r.n desc' : 'r.n');
  return sql`isnull(N'[' + string_agg(${kept}, N',') within group (order by ${order}) + N']', N'[]')`;
}

const objectName = ({ facts }: ConnectionQuery, fact: ItemsFact): string => `r.j${needsOf(facts).items.indexOf(fact)}`;

/** Whether there is such a page. */
function isPage({ more, beyond }: HasPageSql, size: ConnectionQuery['size']): Condition {
  const goesOn = condition`count_big(*) > ${rowCount(size)}`;
  if (!more) return beyond ?? conditions.constant(false);
  return beyond === undefined ? goesOn : combine('or', [goesOn, beyond]);
}

/** NULL unless there is a row on the page, and, where that is asked, a page beyond it. */
function cursorOf(
  { kind, onlyIf }: Extract<FactSql, { kind: 'startCursor' | 'endCursor' }>,
  query: ConnectionQuery,
): Sql {
  const { cursor, fromEnd } = query;
  const isFirst = (kind === 'startCursor') !== fromEnd;
  const own =
    cursor.kind === 'position'
      ? positionCursor(cursor, query, kind)
      : sql`max(case when r.n = ${isFirst ? raw('1') : lastNumber(query, raw('r.c'))} then r.k end)`;
  const conditions = [
    ...(cursor.kind === 'position' ? [sql`count_big(*) > 0`] : []),
    ...((isFirst || cursor.kind === 'position') && asksMore(query) && isMaybeEmpty(query.size)
      ? [sql`${rowCount(query.size)} > 0`]
      : []),
    ...(onlyIf === undefined ? [] : [isPage(onlyIf, query.size).sql]),
  ];
  return conditions.length === 0 ? own : sql`case when ${join(conditions, ' and ')} then ${own} end`;
}

/** Of a page of no rows, one row is read all the same. */
const isMaybeEmpty = (size: ConnectionQuery['size']): boolean => typeof size !== 'number' || size === 0;

/** The number of the last row of the page. @param count how many rows were taken */
const lastNumber = (query: ConnectionQuery, counted: Sql): Sql =>
  asksMore(query)
    ? sql`case when ${counted} < ${rowCount(query.size)} then ${counted} else ${rowCount(query.size)} end`
    : counted;

function positionCursor(
  { order, total }: Extract<ConnectionQuery['cursor'], { kind: 'position' }>,
  query: ConnectionQuery,
  kind: 'startCursor' | 'endCursor',
): Sql {
  // The cursor is a subquery: what it counts there has to name a column, so as to be counted of the page around it.
  const own = lastNumber(query, raw('count_big(r.n)'));
  const before =
    total !== undefined
      ? sql`${count(total)} - ${own}`
      : query.offset === undefined
        ? raw('0')
        : rowCount(query.offset);
  return markedCursor(positionParts(order, sql`${before} + ${kind === 'startCursor' ? raw('1') : own}`));
}

/** `(select top (5 + 1) (select …) as j0, … as k, row_number() over (order by …) as n from …) as r`; `c` is how many rows were taken. */
function numberedPage(query: ConnectionQuery, { items, cursor: asksCursor, more }: PageNeeds): Sql {
  const { cursor, order, offset } = query;
  const keys = asksCursor && cursor.kind === 'seek' ? [sql`${markedCursor(seekParts(cursor, order))} as k`] : [];
  const first = rowNumber(order);
  const selected = [
    ...items.map(({ entries }, index) => sql`${objectOf(entries)} as ${raw(`j${index}`)}`),
    ...keys,
    sql`${offset === undefined ? first : sql`${first} - ${rowCount(offset)}`} as n`,
  ];
  const where = allOf([
    query.rows.where,
    query.found.length > 0 ? requireFound(query.found) : undefined,
    query.between,
  ]);
  const chosen = { ...query.rows, ...(where && { where }) };
  const { top, rest, tail } = pageOf(chosen, query, more);
  const page = sql`select ${top}${join(selected, ', ')}${rest}${orderBy(order, tail)}`;
  const counted = keys.length > 0 ? sql`select p.*, count(*) over () as c from ${subquery(page)} as p` : page;
  return sql`${subquery(counted)} as r`;
}
