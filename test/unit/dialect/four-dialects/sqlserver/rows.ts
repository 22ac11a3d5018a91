import { fromWhere } from '../../../../../src/dialect/standard/chosen-rows.ts';
import { allOf } from '../../../../../src/sql/condition.ts';
import { amount, clause, column, join, name, raw, type Sql, sql, subquery } from '../../../../../src/sql/fragment.ts';
import type {
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

const JSON_ROWS = clause('for json path, include_null_values');
const JSON_ROW = clause('for json path, include_null_values, without_array_wrapper');

/** At most one row: its object as text, NULL where there is none. */
export const row = (query: RowsQuery): Sql =>
  subquery(
    sql`select ${raw(query.atMostOne ? '' : 'top (1) ')}${columns(query.entries)}${fromWhere(query)}${JSON_ROW}`,
  );

/** Rows as the text of a list. ISNULL, as COALESCE would run the subquery twice. */
export const rows = (query: PagedQuery): Sql =>
  sql`isnull(${subquery(sql`select ${top(query)}${columns(query.entries)}${fromWhere(query)}${orderBy(query.order)}${JSON_ROWS}`)}, N'[]')`;

const top = ({ size, offset }: Pick<PagedQuery, 'size' | 'offset'>): Sql =>
  offset === undefined ? sql`top (${amount(size)}) ` : notShown('offsets');

const columns = (entries: readonly EntrySql[]): Sql =>
  join(
    entries.map(({ key, value }) => sql`${answerValue(value)} as ${name(key)}`),
    ', ',
  );

/** A member of an object that FOR JSON writes; JSON_QUERY says that a text is JSON. */
function answerValue(value: ValueSql): Sql {
  switch (value.kind) {
    case 'column':
      return column(value.column.alias, value.column.name);
    case 'text':
      return raw(`N'${value.text}'`);
    case 'null':
      return raw('null');
    case 'one':
      return sql`json_query(${row(value.query)})`;
    case 'list':
      return sql`json_query(${rows(value.query)})`;
    case 'connection':
      return sql`json_query(${connection(value.query)})`;
    default:
      return notShown(value.kind);
  }
}

/** A page with its facts: one row more than asked for, numbered, and left out of the list. */
export function connection(query: ConnectionQuery): Sql {
  const { rows: chosen, between, order, size, facts } = query;
  const items = facts.find((fact) => fact.kind === 'items');
  const object = items === undefined ? raw('null') : subquery(sql`select ${columns(items.entries)}${JSON_ROW}`);
  const page = sql`select top (${amount(size)} + 1) ${object} as j, row_number() over (order by ${terms(order)}) as n${fromWhere(chosen, allOf([between]))}${orderBy(order)}`;
  const members = facts.map((fact) => sql`${factValue(fact, query)} as ${name(fact.key)}`);
  return subquery(sql`select ${join(members, ', ')}${clause('from')}${subquery(page)} as r${JSON_ROW}`);
}

function factValue(fact: FactSql, { size }: ConnectionQuery): Sql {
  switch (fact.kind) {
    case 'totalCount':
      return subquery(sql`select count_big(*)${fromWhere(fact.rows)}`);
    case 'hasPage': {
      const goesOn = sql`cast(case when count_big(*) > ${amount(size)} then 1 else 0 end as bit)`;
      return fact.more ? goesOn : fact.beyond === undefined ? raw('cast(0 as bit)') : asValue(fact.beyond);
    }
    case 'items':
      return sql`json_query(isnull(N'[' + string_agg(case when r.n <= ${amount(size)} then r.j end, N',') within group (order by r.n) + N']', N'[]'))`;
    default:
      return notShown(fact.kind);
  }
}

const orderBy = (order: readonly OrderSql[]): Sql =>
  order.length === 0 ? [] : sql`${clause('order by')}${terms(order)}`;

const terms = (order: readonly OrderSql[]): Sql => join(order.map(orderTerm), ', ');

/** SQL Server takes NULL as the smallest: it is placed only where that differs. */
function orderTerm({ expression, descending, nulls, nullable }: OrderSql): Sql {
  const term = sql`${expression}${raw(descending ? ' desc' : '')}`;
  if (!nullable || nulls === (descending ? 'last' : 'first')) return term;
  const [ofNull, others] = nulls === 'last' ? [1, 0] : [0, 1];
  return sql`case when ${expression} is null then ${raw(`${ofNull}`)} else ${raw(`${others}`)} end, ${term}`;
}
