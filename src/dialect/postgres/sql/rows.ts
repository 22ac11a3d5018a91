import { allOf } from '../../../sql/condition.ts';
import { type Alias, amount, clause, column, join, name, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type {
  ConnectionQuery,
  EntrySql,
  GroupsQuery,
  HasPageSql,
  MetadataSql,
  OrderSql,
  PagedQuery,
  RowSet,
  RowsQuery,
  ValueSql,
} from '../../../sql/query.ts';
import { limitOffset, limitOne } from '../../standard/limit-offset.ts';
import { count, needsOf, needsPage, type PageNeeds } from '../../standard/page-needs.ts';
import { fromWhere } from '../../standard/row-set.ts';
import { asValue } from './conditions.ts';
import { cursorColumns, positionCursor, requireFound, seekCursor } from './cursors.ts';
import { hash } from './hash.ts';
import { COUNT } from './names.ts';
import { output } from './output.ts';
import { text } from './text.ts';

/** PostgreSQL silently truncates longer names, which could make two long response keys equal. */
const MAX_NAME_BYTES = 63;

/** Alias of a one-row subquery. Response keys are never numbers. */
const ROW: Alias = '0';

export function answerValue(value: ValueSql): Sql {
  switch (value.kind) {
    case 'column': {
      const { alias, name: columnName, type } = value.column;
      return output(column(alias, columnName), type, value.numbers);
    }
    case 'text':
      return text(value.text);
    case 'null':
      return raw('null');
    case 'hash':
      return hash(value.columns);
    case 'one':
      return row(value.query);
    case 'list':
      return rows(value.query);
    case 'connection':
      return connection(value.query);
    case 'object':
      return select(value.entries, []);
  }
}

/** Returns a record or NULL; `to_json` converts it to an object or null. */
export const row = (query: RowsQuery): Sql =>
  select(query.entries, sql`${fromWhere(query)}${limitOne(query.atMostOne)}`);

/** `array(select … order by …)`, empty (not NULL) without rows. */
export const rows = (query: PagedQuery): Sql => pageOf(query, query);

export const pageOf = (query: Pick<PagedQuery, 'entries' | 'order' | 'size' | 'offset'>, rowSet: RowSet): Sql =>
  sql`array${selectAs(
    query.entries.map(({ key, value }) => ({ key, value: pageValue(value) })),
    sql`${fromWhere(rowSet)}${orderBy(query.order)}${limitOffset(query)}`,
  )}`;

/**
 * Wraps a hash in a subquery, so that the planner rates it as expensive. It is then computed after sorting, only for
 * the rows of the page.
 */
const pageValue = (value: ValueSql): Sql =>
  value.kind === 'hash' ? subquery(sql`select ${answerValue(value)}`) : answerValue(value);

interface PrintedEntry {
  readonly key: string;
  readonly value: Sql;
}

/** `(select record from (select … as "key", … <rest>) record)` */
export const select = (entries: readonly EntrySql[], rest: Sql): Sql => selectAs(entries.map(printEntry), rest);

export const recordOf = (entries: readonly EntrySql[]): { value: Sql; from: Sql } =>
  record(entries.map(printEntry), ROW);

const printEntry = ({ key, value }: EntrySql): PrintedEntry => ({ key, value: answerValue(value) });

function selectAs(entries: readonly PrintedEntry[], rest: Sql): Sql {
  const { value, from } = record(entries, ROW, rest);
  return subquery(sql`select ${value}${clause('from')}${from}`);
}

/**
 * Returns a subquery with these entries as columns, and a record of each row.
 * @param alias must differ from every response key
 */
function record(entries: readonly PrintedEntry[], alias: Alias, rest: Sql = []): { value: Sql; from: Sql } {
  const tooLong = entries.some(({ key }) => Buffer.byteLength(key) > MAX_NAME_BYTES);
  const columns = entries.map(({ key, value }, index) => sql`${value} as ${name(tooLong ? `${index}` : key)}`);
  return {
    value: tooLong ? objectOf(entries, alias) : name(alias),
    from: sql`${subquery(sql`select ${join(columns, ', ')}${rest}`)} ${name(alias)}`,
  };
}

/**
 * Builds an object with keys that are too long for names. `json_build_object` takes at most 50 pairs, so rows are
 * aggregated.
 */
function objectOf(entries: readonly PrintedEntry[], alias: Alias): Sql {
  const pairs = entries.map(
    ({ key }, index) =>
      sql`(${raw(`${index}`)}, '${raw(key.replaceAll("'", "''"))}', pg_catalog.to_json(${column(alias, `${index}`)}))`,
  );
  return sql`(select pg_catalog.json_object_agg(p.k, p.v order by p.n) from (values ${join(pairs, ', ')}) p(n, k, v))`;
}

const orderBy = (order: readonly OrderSql[]): Sql =>
  order.length === 0 ? [] : sql`${clause('order by')}${join(order.map(orderTerm), ', ')}`;

/**
 * Prints an order term. PostgreSQL sorts NULL above every value. `nulls first` is printed only if needed, so that an
 * index can be used.
 */
function orderTerm({ expression, descending, nulls, nullable }: OrderSql): Sql {
  const nullsClause = nullable && nulls !== (descending ? 'first' : 'last') ? ` nulls ${nulls}` : '';
  return sql`${expression}${raw(descending ? ' desc' : '')}${raw(nullsClause)}`;
}

/**
 * Returns a page in three layers. The innermost layer selects the page's rows, plus an extra row to detect a next page.
 * The middle layer aggregates the rows into arrays in response order. The outer layer computes the metadata and drops
 * the extra row. Without metadata about rows, only the outer layer exists.
 */
export function connection(query: ConnectionQuery): Sql {
  const entries = query.members.map((member) => ({ key: member.key, value: memberValue(member, query) }));
  return selectAs(entries, fromPage(query));
}

/** Returns a text column per metadata value: `select pg_catalog.to_json(…)::pg_catalog.text as v0, … from …`. */
export function connectionMetadata(query: ConnectionQuery): Sql {
  const columns = query.members.map((member, index) => sql`${metadataText(member, query)} as ${raw(`v${index}`)}`);
  return sql`select ${join(columns, ', ')}${fromPage(query)}`;
}

function fromPage(query: ConnectionQuery): Sql {
  const needs = needsOf(query.members);
  return needsPage(query, needs) ? sql`${clause('from')}${aggregatedPage(query, needs)}` : [];
}

const needsExtraRow = (members: readonly MetadataSql[]): boolean => needsOf(members).more;

function memberValue(member: MetadataSql, query: ConnectionQuery): Sql {
  switch (member.kind) {
    case 'typename':
      return text(member.name);
    case 'totalCount':
      return count(member.rows, COUNT);
    case 'groups':
      return groups(member.groups);
    case 'items':
      return sql`coalesce(q.${raw(`i${needsOf(query.members).items.indexOf(member)}`)}${itemsOfPage(query)}, '{}')`;
    case 'hasPage':
      return hasPage(member, query.size);
    default: {
      const hasRows = sql`${rowsOfPage(query)} operator(pg_catalog.>) 0`;
      const condition =
        member.onlyIf === undefined ? hasRows : sql`${hasRows} and ${hasPage(member.onlyIf, query.size)}`;
      return sql`case when ${condition} then ${cursorOf(query, member.kind)} end`;
    }
  }
}

/** Returns a metadata value as text: its JSON, or an unquoted string. */
function metadataText(member: MetadataSql, query: ConnectionQuery): Sql {
  const value = memberValue(member, query);
  switch (member.kind) {
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

function cursorOf(query: ConnectionQuery, kind: 'startCursor' | 'endCursor'): Sql {
  const { cursor, offset } = query;
  if (cursor.kind === 'position') return positionCursor(cursor, { offset, kind, n: rowsOfPage(query) });
  return seekCursor(cursor, kind === 'startCursor' ? firstOfPage(query) : lastOfPage(query));
}

/** Number of fetched rows that belong to the page; `q.n` includes the extra row. */
const rowsOfPage = ({ members, size }: ConnectionQuery): Sql =>
  needsExtraRow(members) ? sql`least(q.n, ${rowCount(size)})` : raw('q.n');

const firstOfPage = (query: ConnectionQuery): Sql =>
  query.fromEnd && needsExtraRow(query.members)
    ? sql`q.n operator(pg_catalog.-) ${rowsOfPage(query)} operator(pg_catalog.+) 1`
    : raw('1');

const lastOfPage = (query: ConnectionQuery): Sql => (query.fromEnd ? raw('q.n') : rowsOfPage(query));

function itemsOfPage(query: ConnectionQuery): Sql {
  if (!needsExtraRow(query.members)) return [];
  return query.fromEnd ? sql`[${firstOfPage(query)}:]` : sql`[:${rowCount(query.size)}]`;
}

function hasPage({ more, excludesRows }: HasPageSql, size: ConnectionQuery['size']): Sql {
  const hasExtraRow = sql`q.n operator(pg_catalog.>) ${rowCount(size)}`;
  if (!more) return excludesRows === undefined ? raw('false') : asValue(excludesRows);
  return excludesRows === undefined ? hasExtraRow : sql`(${hasExtraRow} or ${asValue(excludesRows)})`;
}

/**
 * `(select pg_catalog.count(*) as n, pg_catalog.array_agg(…) as i0, … from (<rows of the page>) p, …) q`. Lateral
 * subqueries, which PostgreSQL flattens, build records only for fetched rows, not for all sorted rows. Aggregates read
 * rows in the order of their subquery.
 */
function aggregatedPage(query: ConnectionQuery, { items, cursor: needsCursor, more }: PageNeeds): Sql {
  const { cursor, order, size, offset, fromEnd } = query;
  const columns = items.flatMap(({ entries }, index) =>
    entries.map(({ value }, position) => sql`${pageValue(value)} as ${raw(`c${index}_${position}`)}`),
  );
  const keys = needsCursor && cursor.kind === 'seek' ? cursorColumns(cursor) : [];
  const selected = [...columns, ...keys.map(({ name: key, value }) => sql`${value} as ${raw(key)}`)];
  const limit = sql`${clause('limit')}${more ? rowCountPlusOne(size) : rowCount(size)}`;
  const offsetClause = offset === undefined ? [] : sql`${clause('offset')}${amount(offset)}`;
  const selectList = selected.length === 0 ? raw('1 as one') : join(selected, ', ');
  const filter = allOf([
    query.cursorRowsExist.length > 0 ? requireFound(query.cursorRowsExist) : undefined,
    query.seekCondition,
  ]);
  const page = sql`select ${selectList}${fromWhere(query.rows, filter)}${orderBy(order)}${limit}${offsetClause}`;
  const numbered = fromEnd ? sql`select p.*, pg_catalog.row_number() over () as n from ${subquery(page)} p` : page;
  const aggregate = (value: Sql): Sql => sql`pg_catalog.array_agg(${value}${raw(fromEnd ? ' order by p.n desc' : '')})`;
  const records = items.map(({ entries }, index) =>
    record(
      entries.map(({ key }, position) => ({ key, value: raw(`p.c${index}_${position}`) })),
      // A column of this name would hide the record. Response keys and their substitutes (`0`, `1`) are never negative
      // numbers.
      `${-1 - index}`,
    ),
  );
  const aggregates = [
    sql`${COUNT} as n`,
    ...records.map(({ value }, index) => sql`${aggregate(value)} as ${raw(`i${index}`)}`),
    ...keys.map(({ name: key }) => sql`${aggregate(raw(`p.${key}::pg_catalog.text`))} as ${raw(key)}`),
  ];
  const laterals = records.map(({ from }) => sql`${clause('cross join lateral')}${from}`);
  return sql`${subquery(sql`select ${join(aggregates, ', ')}${clause('from')}${subquery(numbered)} p${laterals.flat()}`)} q`;
}

const rowCountPlusOne = (size: ConnectionQuery['size']): Sql =>
  typeof size === 'number' ? amount(size + 1) : sql`${rowCount(size)} operator(pg_catalog.+) 1`;

/** Casts a parameter, because PostgreSQL cannot infer its type from the expression. */
const rowCount = (size: ConnectionQuery['size']): Sql =>
  typeof size === 'number' ? amount(size) : sql`${amount(size)}::pg_catalog.int8`;

/**
 * Returns an array of records, in two layers: the inner layer computes each group's columns, and the outer layer builds
 * the records. The subquery of a record cannot contain aggregates, because PostgreSQL evaluates an aggregate in the
 * query whose columns it reads. Order and limit are in the inner layer, where an index can be used.
 */
const groups = (query: GroupsQuery): Sql =>
  sql`array${select(query.entries, sql`${clause('from')}${subquery(groupedRows(query))} ${name(query.alias)}`)}`;

function groupedRows({ rows, by, having, columns, order, size }: GroupsQuery): Sql {
  const selected = columns.map(({ name: columnName, value }) => sql`${value} as ${name(columnName)}`);
  const grouping =
    by.length === 0
      ? []
      : sql`${clause('group by')}${join(
          by.map((value) => value.sql),
          ', ',
        )}`;
  const havingClause = having === undefined ? [] : sql`${clause('having')}${having.sql}`;
  const ordered = orderBy(order.map((term) => ({ ...term, expression: name(term.column) })));
  return sql`select ${join(selected, ', ')}${fromWhere(rows)}${grouping}${havingClause}${ordered}${limitOffset({ size })}`;
}
