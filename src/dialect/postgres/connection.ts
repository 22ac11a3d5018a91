import type { ConnectionQuery, EntrySql, FactSql, HasPageSql } from '../../sql/dialect.ts';
import { amount, join, raw, type Sql, sql } from '../../sql/fragment.ts';
import { groups } from './groups.ts';
import { orderBy, select, tail } from './rows.ts';

/**
 * A page with its facts, in two layers: the inner one takes the page's rows, one more where it must be known whether the page
 * goes on, and numbers them; the outer one aggregates what was asked. Without a fact about the page there is no inner layer.
 */
export function connection(query: ConnectionQuery): Sql {
  const items = query.facts.filter((fact) => fact.kind === 'items');
  const entries = query.facts.map(
    (fact): EntrySql => ({ key: fact.key, value: factValue(fact, query, items.indexOf(fact as ItemsFact)) }),
  );
  return select(entries, needsPage(query.facts) ? sql` from ${numberedPage(query, items)}` : []);
}

type ItemsFact = Extract<FactSql, { kind: 'items' }>;

const needsPage = (facts: readonly FactSql[]): boolean =>
  facts.some(
    (fact) =>
      fact.kind === 'items' ||
      fact.kind === 'startCursor' ||
      fact.kind === 'endCursor' ||
      (fact.kind === 'hasPage' && fact.more),
  );

function factValue(fact: FactSql, query: ConnectionQuery, itemsIndex: number): Sql {
  const { size, fromEnd, cursor } = query;
  const inPage = sql`filter (where q.n <= ${rowCount(size)})`;
  switch (fact.kind) {
    case 'typename':
      return text(fact.name);
    case 'totalCount':
      return fact.count;
    case 'groups':
      return groups(fact.groups);
    case 'items':
      return sql`coalesce(array_agg(q.${raw(`i${itemsIndex}`)} order by q.n${raw(fromEnd ? ' desc' : '')}) ${inPage}, '{}')`;
    case 'hasPage':
      return hasPage(fact, size);
    default: {
      if (cursor === undefined) return raw('null::text');
      const isFirstTaken = (fact.kind === 'startCursor') !== fromEnd;
      const text = isFirstTaken
        ? sql`max(q.k) filter (where q.n = 1 and q.n <= ${rowCount(size)})`
        : sql`(array_agg(q.k order by q.n desc) ${inPage})[1]`;
      return fact.onlyIf === undefined ? text : sql`case when ${hasPage(fact.onlyIf, size)} then ${text} end`;
    }
  }
}

function hasPage({ more, beyond }: HasPageSql, size: ConnectionQuery['size']): Sql {
  const goesOn = sql`count(*) > ${rowCount(size)}`;
  if (!more) return beyond ?? raw('false');
  return beyond === undefined ? goesOn : sql`(${goesOn} or ${beyond})`;
}

/** `(select …, row_number() over () as n from (<rows of the page>) p) q` */
function numberedPage(query: ConnectionQuery, items: readonly ItemsFact[]): Sql {
  const { facts, cursor, order, size, offset } = query;
  const records = items.map(({ entries }, index) => sql`${select(entries, [])} as ${raw(`i${index}`)}`);
  const asksCursor = facts.some(({ kind }) => kind === 'startCursor' || kind === 'endCursor');
  const cursors = asksCursor && cursor !== undefined ? [sql`${cursorText(cursor)} as k`] : [];
  const columns = [...records, ...cursors];
  const asksMore = facts.some(
    (fact) => (fact.kind === 'hasPage' && fact.more) || ('onlyIf' in fact && fact.onlyIf?.more === true),
  );
  const limit = asksMore ? sql`${rowCount(size)} + 1` : rowCount(size);
  const skipped = offset === undefined ? [] : sql` offset ${amount(offset)}`;
  const selected = columns.length === 0 ? raw('1 as one') : join(columns, ', ');
  const page = sql`select ${selected}${tail(query)}${orderBy(order)} limit ${limit}${skipped}`;
  return sql`(select p.*, row_number() over () as n from (${page}) p) q`;
}

/** The order's name and the row's values as the database's text for them, as `parseCursor` reads it. */
function cursorText({ order, expressions }: NonNullable<ConnectionQuery['cursor']>): Sql {
  const values = join([text(order), ...expressions.map((expression) => sql`${expression}::text`)], ', ');
  return sql`translate(encode(convert_to(json_build_array(${values})::text, 'UTF8'), 'base64'), E'+/=\\n', '-_')`;
}

/** A parameter whose type the place does not tell. */
const rowCount = (size: ConnectionQuery['size']): Sql =>
  typeof size === 'number' ? amount(size) : sql`${amount(size)}::bigint`;

/** Text known beforehand. */
export const text = (value: string): Sql => raw(`'${value.replaceAll("'", "''")}'::text`);
