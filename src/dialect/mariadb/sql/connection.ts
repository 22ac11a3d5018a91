import { amount, clause, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ConnectionQuery, FactSql, HasPageSql } from '../../../sql/query.ts';
import { encode, positionCursor, requireFound, seekCursor } from '../../mysql-family/sql/cursors.ts';
import { glue, orNull, type Pieces } from '../../mysql-family/sql/glue.ts';
import { objectOf } from '../../mysql-family/sql/rows.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { count } from '../../standard/page-needs.ts';
import { groups } from './nested-groups.ts';
import { concatenated, listOf, nested } from './nested-rows.ts';

/**
 * A page with its facts within a row: aggregates over all rows that the cursors leave, of which those of texts take the
 * page's alone. Facts that follow each other share a subquery. No other subquery may stand within it: where an
 * aggregate finds no rows, all of these are NULL.
 */
export function connection(query: ConnectionQuery): Pieces {
  const parts = query.facts.map((fact, index) => {
    const { pieces, ...fromRows } = factValue(fact, query);
    return { pieces: [`${index === 0 ? '' : ','}${JSON.stringify(fact.key)}:`, ...pieces], ...fromRows };
  });
  const page = runsOf(parts).flatMap(({ pieces, aggregated }) =>
    aggregated ? [overRows(glue(pieces), query)] : pieces,
  );
  return query.found.length === 0 ? ['{', ...page, '}'] : [requireFound(query.found, glue(['{', ...page, '}']))];
}

/** A part of JSON text, and whether it is made of aggregates over the rows. */
interface Part {
  readonly pieces: Pieces;
  readonly aggregated?: true;
}

/** Parts of one kind that follow each other as one. */
function runsOf(parts: readonly Part[]): readonly Part[] {
  const runs: Part[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last === undefined || last.aggregated !== part.aggregated) runs.push(part);
    else runs[runs.length - 1] = { ...last, pieces: [...last.pieces, ...part.pieces] };
  }
  return runs;
}

const overRows = (aggregates: Sql, { rows, between }: ConnectionQuery): Sql =>
  subquery(sql`select ${aggregates}${fromWhere(rows, between)}`);

function factValue(fact: FactSql, query: ConnectionQuery): Part {
  switch (fact.kind) {
    case 'typename':
      return { pieces: [JSON.stringify(fact.name)] };
    case 'totalCount':
      // Where no cursor leaves any out, these are the rows that the page is taken of.
      return query.between === undefined
        ? { pieces: [raw('count(*)')], aggregated: true }
        : { pieces: [count(fact.rows)] };
    case 'groups':
      return { pieces: ['[', groups(fact.groups), ']'] };
    case 'items': {
      const item = objectOf(fact.entries, nested);
      return query.fromEnd
        ? { pieces: ['[', reversed(item, query), ']'] }
        : { pieces: ['[', listOf(item, query), ']'], aggregated: true };
    }
    case 'hasPage':
      return hasPage(fact, query);
    default:
      return cursorValue(fact, query);
  }
}

/** `beyond` is no aggregate. */
function hasPage({ more, beyond }: HasPageSql, query: ConnectionQuery): Part {
  if (beyond === undefined) {
    return more ? { pieces: [asJson(goesOn(query))], aggregated: true } : { pieces: ['false'] };
  }
  return { pieces: [asJson(more ? sql`${overRows(goesOn(query), query)} or ${beyond.sql}` : beyond.sql)] };
}

function cursorValue(fact: CursorFact, query: ConnectionQuery): Part {
  const { onlyIf } = fact;
  const there = sql`${rowsOfPage(query)} > 0`;
  const cursor = (holds: Sql): Sql =>
    orNull(sql`if(${holds}, ${glue(['"', encode(cursorOf(query, fact.kind)), '"'])}, null)`);
  if (onlyIf === undefined) return { pieces: [cursor(there)], aggregated: true };
  if (onlyIf.beyond === undefined) {
    return onlyIf.more
      ? { pieces: [cursor(sql`${there} and ${goesOn(query)}`)], aggregated: true }
      : { pieces: ['null'] };
  }
  const any = overRows(cursor(there), query);
  const holds = onlyIf.more ? sql`${overRows(goesOn(query), query)} or ${onlyIf.beyond.sql}` : onlyIf.beyond.sql;
  return { pieces: [sql`if(${holds}, ${any}, 'null')`] };
}

type CursorFact = Extract<FactSql, { kind: 'startCursor' | 'endCursor' }>;

/** Rows of the page itself. */
const rowsOfPage = ({ size, offset }: ConnectionQuery): Sql =>
  offset === undefined
    ? sql`least(count(*), ${amount(size)})`
    : sql`least(greatest(count(*) - ${amount(offset)}, 0), ${amount(size)})`;

const goesOn = ({ size, offset }: ConnectionQuery): Sql =>
  offset === undefined ? sql`count(*) > ${amount(size)}` : sql`count(*) > ${amount(offset)} + ${amount(size)}`;

const asJson = (truth: Sql): Sql => sql`if(${truth}, 'true', 'false')`;

function cursorOf(query: ConnectionQuery, which: 'startCursor' | 'endCursor'): Sql {
  const { cursor, order, size, offset, fromEnd } = query;
  if (cursor.kind === 'position') return positionCursor(cursor.order, positionOf(query, which));
  const json = seekCursor(cursor, order);
  const isFirst = (which === 'startCursor') !== fromEnd;
  const page = { size: isFirst ? 1 : size, ...(offset !== undefined && { offset }) };
  const taken = concatenated(json, { order, ...page }, raw(" separator '\\n'"));
  return isFirst ? taken : sql`substring_index(${taken}, '\\n', -1)`;
}

function positionOf(query: ConnectionQuery, which: 'startCursor' | 'endCursor'): Sql {
  const { cursor, offset } = query;
  const n = rowsOfPage(query);
  const isFromEnd = cursor.kind === 'position' && cursor.total !== undefined;
  const before = isFromEnd ? sql`count(*) - ${n}` : offset === undefined ? raw('0') : amount(offset);
  return sql`${before} + ${which === 'startCursor' ? raw('1') : n}`;
}

/**
 * The items of a page that is taken from the end, in their order: texts in a list, which a table of JSON numbers. Its
 * items are texts, not JSON, to come out as they were.
 */
function reversed(item: Sql, query: ConnectionQuery): Sql {
  const texts = sql`select concat('[', ${listOf(sql`json_quote(${item})`, query)}, ']')${fromWhere(query.rows, query.between)}`;
  const table = sql`json_table(${subquery(texts)}, '$[*]' columns (n for ordinality, v longtext character set utf8mb4 collate utf8mb4_bin path '$')) p`;
  return subquery(sql`select ifnull(group_concat(p.v order by p.n desc), '')${clause('from')}${table}`);
}
