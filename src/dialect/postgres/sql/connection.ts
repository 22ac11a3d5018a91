import { allOf } from '../../../sql/condition.ts';
import { amount, clause, join, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ConnectionQuery, FactSql, HasPageSql } from '../../../sql/query.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { count, needsOf, needsPage, type PageNeeds } from '../../standard/page-needs.ts';
import { asValue } from './conditions.ts';
import { cursorColumns, positionCursor, requireFound, seekCursor } from './cursors.ts';
import { groups } from './groups.ts';
import { COUNT } from './names.ts';
import { ofPage, orderBy, record, selectAs } from './rows.ts';
import { text } from './text.ts';

/**
 * A page with its facts, in three layers. The innermost one takes the rows of the page, and one more where it must be
 * known whether more rows follow. The middle one makes arrays of them, in the order of the answer. The outer one shows
 * the facts, and leaves the additional row out. Without a fact about the page's rows there are no inner layers.
 */
export function connection(query: ConnectionQuery): Sql {
  const entries = query.facts.map((fact) => ({ key: fact.key, value: factValue(fact, query) }));
  return selectAs(entries, fromPage(query));
}

/**
 * The same as a statement with a column of text for each fact: `select pg_catalog.to_json(…)::pg_catalog.text as v0, …
 * from …`.
 */
export function connectionApart(query: ConnectionQuery): Sql {
  const columns = query.facts.map((fact, index) => sql`${factText(fact, query)} as ${raw(`v${index}`)}`);
  return sql`select ${join(columns, ', ')}${fromPage(query)}`;
}

function fromPage(query: ConnectionQuery): Sql {
  const needs = needsOf(query.facts);
  return needsPage(query, needs) ? sql`${clause('from')}${gatheredPage(query, needs)}` : [];
}

const asksMore = (facts: readonly FactSql[]): boolean => needsOf(facts).more;

function factValue(fact: FactSql, query: ConnectionQuery): Sql {
  switch (fact.kind) {
    case 'typename':
      return text(fact.name);
    case 'totalCount':
      return count(fact.rows, COUNT);
    case 'groups':
      return groups(fact.groups);
    case 'items':
      return sql`coalesce(q.${raw(`i${needsOf(query.facts).items.indexOf(fact)}`)}${itemsOfPage(query)}, '{}')`;
    case 'hasPage':
      return hasPage(fact, query.size);
    default: {
      const there = sql`${rowsOfPage(query)} operator(pg_catalog.>) 0`;
      const condition = fact.onlyIf === undefined ? there : sql`${there} and ${hasPage(fact.onlyIf, query.size)}`;
      return sql`case when ${condition} then ${cursorOf(query, fact.kind)} end`;
    }
  }
}

/** A fact as text: its JSON, a string without quotes. */
function factText(fact: FactSql, query: ConnectionQuery): Sql {
  const value = factValue(fact, query);
  switch (fact.kind) {
    case 'items':
    case 'groups':
      return sql`pg_catalog.to_json(${value})::pg_catalog.text`;
    case 'totalCount':
    case 'hasPage':
      return sql`(${value})::pg_catalog.text`;
    default:
      return value;
  }
}

function cursorOf(query: ConnectionQuery, which: 'startCursor' | 'endCursor'): Sql {
  const { cursor, offset } = query;
  if (cursor.kind === 'position') return positionCursor(cursor, { offset, which, n: rowsOfPage(query) });
  return seekCursor(cursor, which === 'startCursor' ? firstOfPage(query) : lastOfPage(query));
}

/** How many of the rows that were taken are of the page; `q.n` counts the additional row, too. */
const rowsOfPage = ({ facts, size }: ConnectionQuery): Sql =>
  asksMore(facts) ? sql`least(q.n, ${rowCount(size)})` : raw('q.n');

const firstOfPage = (query: ConnectionQuery): Sql =>
  query.fromEnd && asksMore(query.facts)
    ? sql`q.n operator(pg_catalog.-) ${rowsOfPage(query)} operator(pg_catalog.+) 1`
    : raw('1');

const lastOfPage = (query: ConnectionQuery): Sql => (query.fromEnd ? raw('q.n') : rowsOfPage(query));

function itemsOfPage(query: ConnectionQuery): Sql {
  if (!asksMore(query.facts)) return [];
  return query.fromEnd ? sql`[${firstOfPage(query)}:]` : sql`[:${rowCount(query.size)}]`;
}

function hasPage({ more, beyond }: HasPageSql, size: ConnectionQuery['size']): Sql {
  const goesOn = sql`q.n operator(pg_catalog.>) ${rowCount(size)}`;
  if (!more) return beyond === undefined ? raw('false') : asValue(beyond);
  return beyond === undefined ? goesOn : sql`(${goesOn} or ${asValue(beyond)})`;
}

/**
 * `(select pg_catalog.count(*) as n, pg_catalog.array_agg(…) as i0, … from (<rows of the page>) p, …) q`. Lateral subqueries, which
 * PostgreSQL flattens, make records of the rows that were taken, not of all that are sorted. Aggregates read rows in
 * the order of their subquery.
 */
function gatheredPage(query: ConnectionQuery, { items, cursor: asksCursor, more }: PageNeeds): Sql {
  const { cursor, order, size, offset, fromEnd } = query;
  const columns = items.flatMap(({ entries }, index) =>
    entries.map(({ value }, place) => sql`${ofPage(value)} as ${raw(`c${index}_${place}`)}`),
  );
  const keys = asksCursor && cursor.kind === 'seek' ? cursorColumns(cursor) : [];
  const selected = [...columns, ...keys.map(({ name: key, value }) => sql`${value} as ${raw(key)}`)];
  const limit = sql`${clause('limit')}${more ? oneMore(size) : rowCount(size)}`;
  const skipped = offset === undefined ? [] : sql`${clause('offset')}${amount(offset)}`;
  const what = selected.length === 0 ? raw('1 as one') : join(selected, ', ');
  const asked = allOf([query.found.length > 0 ? requireFound(query.found) : undefined, query.between]);
  const page = sql`select ${what}${fromWhere(query.rows, asked)}${orderBy(order)}${limit}${skipped}`;
  const taken = fromEnd ? sql`select p.*, pg_catalog.row_number() over () as n from ${subquery(page)} p` : page;
  const gather = (value: Sql): Sql => sql`pg_catalog.array_agg(${value}${raw(fromEnd ? ' order by p.n desc' : '')})`;
  const records = items.map(({ entries }, index) =>
    record(
      entries.map(({ key }, place) => ({ key, value: raw(`p.c${index}_${place}`) })),
      // A column of this name would hide the record. Neither response keys nor their stand-ins (`0`, `1`) are negative numbers.
      `${-1 - index}`,
    ),
  );
  const gathered = [
    sql`${COUNT} as n`,
    ...records.map(({ value }, index) => sql`${gather(value)} as ${raw(`i${index}`)}`),
    ...keys.map(({ name: key }) => sql`${gather(raw(`p.${key}::pg_catalog.text`))} as ${raw(key)}`),
  ];
  const laterals = records.map(({ from }) => sql`${clause('cross join lateral')}${from}`);
  return sql`${subquery(sql`select ${join(gathered, ', ')}${clause('from')}${subquery(taken)} p${laterals.flat()}`)} q`;
}

/** One row more than a page has. */
const oneMore = (size: ConnectionQuery['size']): Sql =>
  typeof size === 'number' ? amount(size + 1) : sql`${rowCount(size)} operator(pg_catalog.+) 1`;

/** A number of rows, cast where it is a parameter: PostgreSQL cannot tell its type from the expression. */
const rowCount = (size: ConnectionQuery['size']): Sql =>
  typeof size === 'number' ? amount(size) : sql`${amount(size)}::pg_catalog.int8`;
