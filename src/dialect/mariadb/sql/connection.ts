import { amount, clause, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ConnectionQuery, FactSql, HasPageSql } from '../../../sql/query.ts';
import { limitOffset } from '../../limit-offset/limit-offset.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { encode, positionCursor, requireFound, seekCursor } from './cursors.ts';
import { glue, orNull, type Pieces } from './glue.ts';
import { groups } from './groups.ts';
import { count, needsOf, needsPage } from './page.ts';
import { listOf, membersOf, objectOf, orderBy } from './rows.ts';

/**
 * A page with its facts within a row: aggregates over all rows that the cursors leave, of which those of texts take the page's alone.
 * Without a fact about the page nothing is read for it.
 */
export function connection(query: ConnectionQuery): Pieces {
  const pieces = membersOf(query.facts.map((fact) => ({ key: fact.key, value: factValue(fact, query) })));
  if (!needsPage(query, needsOf(query.facts))) return pieces;
  // Items that are taken from the end are no aggregate.
  const asOne = query.fromEnd ? sql`${clause('having')}count(*) >= 0` : [];
  const page = subquery(sql`select ${glue(pieces)}${fromWhere(query.rows, query.between)}${asOne}`);
  return [requireFound(query.found, page)];
}

function factValue(fact: FactSql, query: ConnectionQuery): Pieces {
  switch (fact.kind) {
    case 'typename':
      return [JSON.stringify(fact.name)];
    case 'totalCount':
      return [countAll(fact.rows, query)];
    case 'groups':
      return ['[', groups(fact.groups), ']'];
    case 'items':
      return [
        '[',
        query.fromEnd ? reversed(objectOf(fact.entries), query) : listOf(objectOf(fact.entries), query),
        ']',
      ];
    case 'hasPage':
      return [asJson(hasPage(fact, query))];
    default: {
      const there = sql`${rowsOfPage(query)} > 0`;
      const asked = fact.onlyIf === undefined ? there : sql`${there} and ${hasPage(fact.onlyIf, query)}`;
      return [orNull(sql`if(${asked}, ${glue(['"', encode(cursorOf(query, fact.kind)), '"'])}, null)`)];
    }
  }
}

/** Where no cursor leaves any out, the rows are counted that are read anyway. */
const countAll = (rows: ConnectionQuery['rows'], query: ConnectionQuery): Sql =>
  query.between === undefined && needsPage(query, needsOf(query.facts)) ? raw('count(*)') : count(rows);

/** Of the page itself. */
const rowsOfPage = ({ size, offset }: ConnectionQuery): Sql =>
  offset === undefined
    ? sql`least(count(*), ${amount(size)})`
    : sql`least(greatest(count(*) - ${amount(offset)}, 0), ${amount(size)})`;

function hasPage({ more, beyond }: HasPageSql, { size, offset }: ConnectionQuery): Sql {
  const goesOn =
    offset === undefined ? sql`count(*) > ${amount(size)}` : sql`count(*) > ${amount(offset)} + ${amount(size)}`;
  if (!more) return beyond === undefined ? raw('false') : beyond.sql;
  return beyond === undefined ? goesOn : sql`(${goesOn} or ${beyond.sql})`;
}

const asJson = (truth: Sql): Sql => sql`if(${truth}, 'true', 'false')`;

function cursorOf(query: ConnectionQuery, which: 'startCursor' | 'endCursor'): Sql {
  const { cursor, order, size, offset, fromEnd } = query;
  if (cursor.kind === 'position') return positionCursor(cursor.order, positionOf(query, which));
  const json = seekCursor(cursor, order);
  const isFirst = (which === 'startCursor') !== fromEnd;
  const page = { size: isFirst ? 1 : size, ...(offset !== undefined && { offset }) };
  const taken = sql`group_concat${subquery(sql`${json}${orderBy(order)} separator '\\n'${limitOffset(page)}`)}`;
  return isFirst ? taken : sql`substring_index(${taken}, '\\n', -1)`;
}

function positionOf(query: ConnectionQuery, which: 'startCursor' | 'endCursor'): Sql {
  const { cursor, offset } = query;
  const n = rowsOfPage(query);
  const isFromEnd = cursor.kind === 'position' && cursor.total !== undefined;
  const before = isFromEnd
    ? sql`${countAll(cursor.total, query)} - ${n}`
    : offset === undefined
      ? raw('0')
      : amount(offset);
  return sql`${before} + ${which === 'startCursor' ? raw('1') : n}`;
}

/**
 * The items of a page that is taken from the end, in their order: texts in a list, which a table of JSON numbers. Its items are texts, not
 * JSON, to come out as they were.
 */
function reversed(item: Sql, query: ConnectionQuery): Sql {
  const texts = sql`select concat('[', ${listOf(sql`json_quote(${item})`, query)}, ']')${fromWhere(query.rows, query.between)}`;
  const table = sql`json_table(${subquery(texts)}, '$[*]' columns (n for ordinality, v longtext character set utf8mb4 collate utf8mb4_bin path '$')) p`;
  return subquery(sql`select ifnull(group_concat(p.v order by p.n desc), '')${clause('from')}${table}`);
}
