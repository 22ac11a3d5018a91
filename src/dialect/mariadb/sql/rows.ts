import { clause, column, join, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ColumnSql, EntrySql, OrderSql, PagedQuery, RowsQuery, ValueSql } from '../../../sql/query.ts';
import { limitOffset, limitOne } from '../../limit-offset/limit-offset.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { connection } from './connection.ts';
import { glue, orNull, type Pieces } from './glue.ts';
import { hash } from './hash.ts';
import { output } from './output.ts';

/** The expression of a column's value. */
type ReadColumn = (column: ColumnSql) => Sql;

const ownColumn: ReadColumn = ({ alias, name }) => column(alias, name);

/** The JSON text of an object. @param read gives the expressions of columns, where they are not those of a table */
export const objectOf = (entries: readonly EntrySql[], read = ownColumn): Sql => glue(piecesOf(entries, read));

/** The same as pieces, of values that have been printed. */
const membersOf = (entries: readonly { readonly key: string; readonly value: Pieces }[]): Pieces => [
  '{',
  ...entries.flatMap(({ key, value }, index) => [`${index === 0 ? '' : ','}${JSON.stringify(key)}:`, ...value]),
  '}',
];

const piecesOf = (entries: readonly EntrySql[], read: ReadColumn): Pieces =>
  membersOf(entries.map(({ key, value }) => ({ key, value: answerValue(value, read) })));

/** A value of the answer as pieces of JSON text. */
function answerValue(value: ValueSql, read: ReadColumn): Pieces {
  switch (value.kind) {
    case 'column':
      return [output(read(value.column), value.column.type, value.numbers)];
    case 'text':
      return [JSON.stringify(value.text)];
    case 'null':
      return ['null'];
    case 'hash':
      return ['"', hash(value.columns), '"'];
    case 'one':
      return [orNull(row(value.query))];
    case 'list':
      return ['[', rows(value.query), ']'];
    case 'connection':
      return connection(value.query);
    case 'object':
      return piecesOf(value.entries, read);
  }
}

/** A fact of a row, as its JSON would have it without quotes. */
export function factText({ value }: EntrySql): Sql {
  if (value.kind === 'hash') return hash(value.columns);
  const pieces = answerValue(value, ownColumn);
  // json_value() makes 1 of true.
  const isTruth = value.kind === 'column' && value.column.type.scalar === 'Boolean';
  return isTruth ? sql`nullif(${glue(pieces)}, 'null')` : sql`json_value(${glue(['[', ...pieces, ']'])}, '$[0]')`;
}

/** At most one row as an object; NULL where there is none. */
const row = (query: RowsQuery): Sql =>
  subquery(sql`select ${objectOf(query.entries)}${fromWhere(query)}${limitOne(query.atMostOne)}`);

/** Rows as objects with commas between, without brackets; an empty text where there are none. */
const rows = (query: PagedQuery): Sql =>
  subquery(sql`select ${listOf(objectOf(query.entries), query)}${fromWhere(query)}`);

/** An aggregate: the texts of a page's rows with commas between; an empty text where there are none. */
export const listOf = (item: Sql, page: Page): Sql => sql`ifnull(${concatenated(item, page)}, '')`;

/**
 * An aggregate: the texts of a page's rows with a separator between; NULL where there are none. Within GROUP_CONCAT, NULL sorts as 0 or as
 * an empty text, so `is null` is always a term.
 */
export const concatenated = (text: Sql, { order, ...page }: Page, separator: Sql = []): Sql =>
  sql`group_concat${subquery(sql`${text}${orderedBy(order.flatMap(placedTerm))}${separator}${limitOffset(page)}`)}`;

/** Which rows are taken, and in which order. */
export type Page = Pick<PagedQuery, 'order' | 'size' | 'offset'>;

/** ` order by … limit … offset …` */
export const paging = ({ order, ...page }: Page): Sql => sql`${orderBy(order)}${limitOffset(page)}`;

export const orderBy = (order: readonly OrderSql[]): Sql => orderedBy(order.flatMap(orderTerm));

const orderedBy = (terms: readonly Sql[]): Sql =>
  terms.length === 0 ? [] : sql`${clause('order by')}${join(terms, ', ')}`;

/**
 * MariaDB sorts NULL as smaller than every value. `is null` is a term only where that is wrong, so that an index can
 * serve.
 */
const orderTerm = (term: OrderSql): readonly Sql[] =>
  term.nulls === (term.descending ? 'last' : 'first') ? [directed(term)] : placedTerm(term);

const placedTerm = (term: OrderSql): readonly Sql[] =>
  term.nullable
    ? [sql`${term.expression} is null${raw(term.nulls === 'first' ? ' desc' : '')}`, directed(term)]
    : [directed(term)];

const directed = ({ expression, descending }: OrderSql): Sql => (descending ? sql`${expression} desc` : expression);
