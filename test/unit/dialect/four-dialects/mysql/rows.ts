import { limitOffset } from '../../../../../src/dialect/limit-offset/limit-offset.ts';
import { fromWhere } from '../../../../../src/dialect/standard/chosen-rows.ts';
import { oneMore } from '../../../../../src/plan/shape/slot.ts';
import { allOf } from '../../../../../src/sql/condition.ts';
import { clause, column, join, name, raw, type Sql, sql, subquery } from '../../../../../src/sql/fragment.ts';
import type {
  ChosenRows,
  ColumnSql,
  ConnectionQuery,
  EntrySql,
  FactSql,
  OrderSql,
  PagedQuery,
  RowsQuery,
  ValueSql,
} from '../../../../../src/sql/query.ts';
import { notShown } from '../not-shown.ts';
import { asValue } from './conditions.ts';

/** An object as text: `{"id":1,…}`. Glued, as MySQL's own JSON orders keys anew and rounds numbers. */
export function objectOf(entries: readonly EntrySql[]): Sql {
  const members = entries.map(
    ({ key, value }, index) => sql`'${raw(`${index === 0 ? '{' : ','}"${key}":`)}', ${jsonOf(value)}`,
  );
  return sql`concat(${join(members, ', ')}, '}')`;
}

/** JSON text, never NULL. */
function jsonOf(value: ValueSql): Sql {
  switch (value.kind) {
    case 'column':
      return sql`ifnull(${columnText(value.column)}, 'null')`;
    case 'text':
      return raw(`'"${value.text}"'`);
    case 'null':
      return raw(`'null'`);
    case 'one':
      return sql`ifnull(${row(value.query)}, 'null')`;
    case 'list':
      return list(value.query);
    case 'connection':
      return notShown('nested connections');
    default:
      return notShown(value.kind);
  }
}

function columnText({ alias, name: own, type }: ColumnSql): Sql {
  const value = column(alias, own);
  switch (type.scalar) {
    case 'Boolean':
      return sql`if(${value}, 'true', 'false')`;
    case 'Short':
    case 'Int':
    case 'Long':
    case 'Decimal':
    case 'Float':
      return value;
    default:
      return sql`json_quote(${value})`;
  }
}

/** At most one row: its object as text, NULL where there is none. */
export const row = (query: RowsQuery): Sql =>
  subquery(sql`select ${objectOf(query.entries)}${fromWhere(query)}${raw(query.atMostOne ? '' : ' limit 1')}`);

/**
 * Rows as the text of a list. The columns of the link stand in front of the order: else MySQL reads and sorts all rows of a parent
 * although an index has them in order.
 */
function list(query: PagedQuery): Sql {
  const { source, order, link } = query;
  const { alias } = source;
  const [first] = order;
  const direction = raw(first?.descending === true ? ' desc' : '');
  const prefix = link.map((own) => sql`${column(alias, own.column)}${direction}`);
  const page = sql`select ${name(alias)}.*${fromWhere(query)}${orderBy(order, prefix)}${limitOffset(query)}`;
  const glued = sql`group_concat(${objectOf(query.entries)}${orderBy(order)} separator ',')`;
  return subquery(
    sql`select concat('[', ifnull(${glued}, ''), ']')${clause('from')}${subquery(page)} as ${name(alias)}`,
  );
}

/** A member of the statement: a row for each item, with the number of its root. */
export const rootRows = (query: PagedQuery, root: number): Sql =>
  subquery(
    sql`select ${raw(`${root}`)} as r, ${objectOf(query.entries)} as j${fromWhere(query)}${orderBy(query.order)}${limitOffset(query)}`,
  );

/** A member with a row for each item, one more than asked for, and one for each fact that is no item's. */
export function rootConnection(query: ConnectionQuery, root: number): readonly Sql[] {
  const { rows, between, order, size, facts } = query;
  const items = facts.find((fact) => fact.kind === 'items');
  const page = subquery(
    sql`select ${raw(`${root}`)} as r, ${objectOf(items?.entries ?? [])} as j${fromWhere(rows, allOf([between]))}${orderBy(order)}${limitOffset({ size: oneMore(size) })}`,
  );
  return [page, ...facts.flatMap((fact) => factRow(fact, root))];
}

function factRow(fact: FactSql, root: number): readonly Sql[] {
  switch (fact.kind) {
    case 'totalCount':
      return [counted(fact.rows, root)];
    case 'hasPage':
      return fact.beyond === undefined ? [] : [subquery(sql`select ${raw(`${root}`)}, ${asValue(fact.beyond)}`)];
    case 'items':
      return [];
    default:
      return notShown(fact.kind);
  }
}

const counted = (rows: ChosenRows, root: number): Sql =>
  subquery(sql`select ${raw(`${root}`)}, concat(count(*))${fromWhere(rows)}`);

function orderBy(order: readonly OrderSql[], prefix: readonly Sql[] = []): Sql {
  const terms = [...prefix, ...order.map(orderTerm)];
  return terms.length === 0 ? [] : sql`${clause('order by')}${join(terms, ', ')}`;
}

/** MySQL takes NULL as the smallest: it is placed only where that differs. */
function orderTerm({ expression, descending, nulls, nullable }: OrderSql): Sql {
  const term = sql`${expression}${raw(descending ? ' desc' : '')}`;
  if (!nullable || nulls === (descending ? 'last' : 'first')) return term;
  return sql`${expression} is null${raw(nulls === 'first' ? ' desc' : '')}, ${term}`;
}
