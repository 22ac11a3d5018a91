import { clause, column, join, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { EntrySql, OrderSql, PagedQuery, RowsQuery, ValueSql } from '../../../sql/query.ts';
import { limitOffset, limitOne } from '../../limit-offset/limit-offset.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { neverOffered } from './conditions.ts';
import { hash } from './hash.ts';
import { output, text } from './output.ts';

/** At most one row: its object, or NULL where there is none. */
const row = (query: RowsQuery): Sql =>
  subquery(sql`select ${objectOf(query.entries)}${fromWhere(query)}${limitOne(query.atMostOne)}`);

/** Rows: an array of objects. Without rows the aggregate is NULL; `json_array()` is JSON, where `'[]'` would be a string. */
const rows = (query: PagedQuery): Sql =>
  sql`coalesce(${subquery(sql`select json_arrayagg${subquery(sql`${objectOf(query.entries)}${paging(query)}`)}${fromWhere(query)}`)}, json_array())`;

/** A member of the statement for at most one row. @param apart facts of it, each a column behind its object */
export function rootOne(query: RowsQuery, root: Sql, apart: readonly EntrySql[] = []): Sql {
  const facts = apart.map((fact, index) => sql`, ${factText(fact)} as ${raw(`f${index}`)}`);
  return subquery(sql`${selectRoot(root, query)}${facts.flat()}${fromWhere(query)}${limitOne(query.atMostOne)}`);
}

/** A fact of a row, as its JSON would have it without quotes. */
export const factText = ({ value }: EntrySql): Sql =>
  value.kind === 'hash' ? hash(value.columns) : sql`json_value(json_array(${answerValue(value)}), '$[0]')`;

/** A member of the statement with a row for each item. */
export const rootRows = (query: PagedQuery, root: Sql): Sql =>
  subquery(sql`${selectRoot(root, query)}${fromWhere(query)}${paging(query)}`);

const selectRoot = (root: Sql, { entries }: RowsQuery): Sql => sql`select ${root} as r, ${objectOf(entries)} as j`;

/** The JSON text of an object. */
export function objectOf(entries: readonly EntrySql[]): Sql {
  const pairs = entries.map(({ key, value }) => sql`'${raw(key.replaceAll(/['\\]/g, '\\$&'))}', ${answerValue(value)}`);
  return sql`json_object(${join(pairs, ', ')})`;
}

/** A member of `json_object`. */
function answerValue(value: ValueSql): Sql {
  switch (value.kind) {
    case 'column': {
      const { alias, name: own, type } = value.column;
      return output(column(alias, own), type, value.numbers);
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
      return neverOffered();
    case 'object':
      return objectOf(value.entries);
  }
}

/** ` order by … limit … offset …` */
function paging({ order, ...page }: Pick<PagedQuery, 'order' | 'size' | 'offset'>): Sql {
  return sql`${orderBy(order)}${limitOffset(page)}`;
}

export const orderBy = (order: readonly OrderSql[]): Sql =>
  order.length === 0 ? [] : sql`${clause('order by')}${join(order.map(orderTerm), ', ')}`;

/** MariaDB itself takes NULL as smaller than every value; it is placed only where that differs, so that an index can serve. */
function orderTerm({ expression, descending, nulls, nullable }: OrderSql): Sql {
  const term = descending ? sql`${expression} desc` : expression;
  if (!nullable || nulls === (descending ? 'last' : 'first')) return term;
  return sql`${expression} is null${raw(nulls === 'first' ? ' desc' : '')}, ${term}`;
}
