import { invariant } from '../../../base/invariant.ts';
import { type Amount, oneMore } from '../../../plan/shape/slot.ts';
import { allOf } from '../../../sql/condition.ts';
import { amount, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ConnectionQuery, FactSql, HasPageSql, OrderSql } from '../../../sql/query.ts';
import { encode, positionCursor, requireFound, seekCursor } from '../../mysql-family/sql/cursors.ts';
import type { DerivedPage } from '../../mysql-family/sql/derived-page.ts';
import { glue, type Pieces } from '../../mysql-family/sql/glue.ts';
import { objectOf } from '../../mysql-family/sql/rows.ts';
import { uncut } from '../../mysql-family/sql/uncut.ts';
import { count, needsOf, type PageNeeds } from '../../standard/page-needs.ts';
import { fromPage } from './derived-page.ts';
import { groups } from './nested-groups.ts';
import { concatenated, nested } from './nested-rows.ts';

/**
 * A page with its facts within a row: one subquery over the rows of the page, which has one row more where it must be known whether it goes on.
 * What is no matter of these rows has subqueries of its own within.
 */
export function connection(query: ConnectionQuery): Pieces {
  const needs = needsOf(query.facts);
  const made = (order: readonly OrderSql[]): Pieces => objectOfFacts({ ...query, order }, needs);
  if (needs.items.length === 0 && !needs.cursor && !needs.more) return made(query.order);
  const page = takePage(query, needs, glue(made(query.order)));
  return [subquery(sql`select ${glue(made(page.order))}${page.from}`)];
}

/** The object of all facts. @param query with the order by what the rows of the page have */
function objectOfFacts(query: ConnectionQuery, needs: PageNeeds): Pieces {
  const page: PageRows = { ...query, hasMore: needs.more, answered: answeredOrder(query) };
  const facts = query.facts.flatMap((fact, index) => [
    `${index === 0 ? '' : ','}${JSON.stringify(fact.key)}:`,
    ...factValue(fact, page),
  ]);
  const object = ['{', ...facts, '}'];
  return query.found.length === 0 ? object : [requireFound(query.found, glue(object))];
}

/** The rows of the page, and whether one more is read than it has. */
interface PageRows extends ConnectionQuery {
  readonly hasMore: boolean;
  /** The order of the answer; `order` is the one in which the page is taken. */
  readonly answered: readonly OrderSql[];
}

const answeredOrder = ({ order, fromEnd }: ConnectionQuery): readonly OrderSql[] =>
  fromEnd
    ? order.map((term) => ({ ...term, descending: !term.descending, nulls: term.nulls === 'first' ? 'last' : 'first' }))
    : order;

function takePage({ rows, between, order, size, offset }: ConnectionQuery, needs: PageNeeds, used: Sql): DerivedPage {
  const where = allOf([rows.where, between]);
  const page = { order, size: needs.more ? oneMore(size) : size, ...(offset !== undefined && { offset }) };
  return fromPage([used], { ...rows, ...(where && { where }) }, page);
}

function factValue(fact: FactSql, page: PageRows): Pieces {
  switch (fact.kind) {
    case 'typename':
      return [JSON.stringify(fact.name)];
    case 'totalCount':
      return [count(fact.rows)];
    case 'groups':
      return ['[', groups(fact.groups), ']'];
    case 'items':
      return ['[', itemsOf(uncut(objectOf(fact.entries, nested)), page), ']'];
    case 'hasPage':
      return [sql`if(${hasPage(fact, page)}, 'true', 'false')`];
    default:
      return [cursorValue(fact, page)];
  }
}

/**
 * Items with commas between; to cut them there, a newline marks those commas. What is too long for REPLACE is NULL, and no empty text: so it
 * stays NULL.
 */
function itemsOf(item: Sql, page: PageRows): Sql {
  const texts = sql`ifnull(${textsOf(item, page.hasMore ? ',\\n' : ',', page)}, '')`;
  return page.hasMore ? sql`replace(${texts}, '\\n', '')` : texts;
}

/**
 * Texts of the rows of the page, in the order of the answer, with a separator between; NULL where there are none. Of the row too many the text
 * is cut off: the first one of a page from the end, else the last one.
 * @param separator what no text holds; a JSON string writes a newline as `\n`
 */
function textsOf(text: Sql, separator: string, { answered, fromEnd, hasMore, size }: PageRows): Sql {
  const all = concatenated(text, answered, separator);
  return hasMore ? sql`substring_index(${all}, '${[separator]}', ${fromEnd ? raw('-') : []}${amount(size)})` : all;
}

const hasPage = ({ more, beyond }: HasPageSql, { size }: PageRows): Sql => {
  const goesOn = more ? [sql`count(*) > ${amount(size)}`] : [];
  const asked = [...goesOn, ...(beyond === undefined ? [] : [beyond.sql])];
  const [first = raw('false'), other] = asked;
  return other === undefined ? first : sql`${first} or ${other}`;
};

type CursorFact = Extract<FactSql, { kind: 'startCursor' | 'endCursor' }>;

function cursorValue({ kind, onlyIf }: CursorFact, page: PageRows): Sql {
  const cursor = glue(['"', encode(cursorOf(kind, page)), '"']);
  const isThere = sql`${rowsOf(page)} > 0`;
  const holds = onlyIf === undefined ? isThere : sql`${isThere} and (${hasPage(onlyIf, page)})`;
  return sql`if(${holds}, ${cursor}, 'null')`;
}

function cursorOf(which: CursorFact['kind'], page: PageRows): Sql {
  const { cursor, order } = page;
  if (cursor.kind === 'position') return positionCursor(cursor.order, positionOf(which, page));
  const texts = textsOf(seekCursor(cursor, order), '\\n', page);
  return sql`substring_index(${texts}, '\\n', ${raw(which === 'startCursor' ? '1' : '-1')})`;
}

/** Counted from 1. */
function positionOf(which: CursorFact['kind'], page: PageRows): Sql {
  const { cursor, offset } = page;
  invariant(cursor.kind === 'position', 'cursors hold positions');
  const n = rowsOf(page);
  const start = offset === undefined ? raw('0') : amount(offset);
  const before = cursor.total === undefined ? start : sql`${count(cursor.total)} - ${n}`;
  return sql`${before} + ${which === 'startCursor' ? raw('1') : n}`;
}

/** How many rows the page itself has. */
const rowsOf = ({ hasMore, size }: { readonly hasMore: boolean; readonly size: Amount }): Sql =>
  hasMore ? sql`least(count(*), ${amount(size)})` : raw('count(*)');
