import { isFloating } from '../../../scalars/operators.ts';
import { clause, column, join, name, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { EntrySql, GroupsQuery, OrderSql } from '../../../sql/query.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { exact, mayDropZeros, mayFold } from './exact-texts.ts';
import { listOf } from './rows.ts';

/**
 * Groups as the text of a list, in two layers: the inner one computes the columns of each group, the outer one orders them, and makes objects of
 * those of the page.
 */
export const groups = (query: GroupsQuery): Sql =>
  listOf({
    entries: query.entries.map((entry) => ofOwnType(entry, query)),
    order: orderOf(query),
    size: query.size,
    rest: sql`${clause('from')}${subquery(grouped(query))} as ${name(query.alias)}`,
  });

function grouped({ rows, by, having, columns }: GroupsQuery): Sql {
  const selected = columns.map(({ name: columnName, value }) => sql`${value} as ${name(columnName)}`);
  const keys = by.map(({ sql: value, type }) => exact(value, type));
  const grouping = keys.length === 0 ? [] : sql`${clause('group by')}${join(keys, ', ')}`;
  const kept = having === undefined ? [] : sql`${clause('having')}${having.sql}`;
  return sql`select ${selected.length === 0 ? raw('null as f') : join(selected, ', ')}${fromWhere(rows)}${grouping}${kept}`;
}

/** Groups of texts that their collation takes for equal follow each other by their letters, those of bytes by their zeros at the end. */
const orderOf = ({ order, columns, by, alias }: GroupsQuery): readonly OrderSql[] =>
  order.flatMap((term) => {
    const own = by[columns.findIndex(({ name: columnName }) => columnName === term.column)];
    const told: OrderSql = { ...term, expression: column(alias, term.column) };
    return own !== undefined && (mayFold(own.type) || mayDropZeros(own.type))
      ? [told, { ...told, expression: exact(told.expression, own.type), nullable: false }]
      : told;
  });

/** An entry whose value is taken for what it is: a sum of floating point is a Decimal of the answer, and a `float` of the database. */
function ofOwnType({ key, value }: EntrySql, query: GroupsQuery): EntrySql {
  if (value.kind === 'object')
    return { key, value: { ...value, entries: value.entries.map((entry) => ofOwnType(entry, query)) } };
  if (value.kind !== 'column') return { key, value };
  const type = query.columns.find((own) => own.name === value.column.name)?.type;
  if (type === undefined || !isFloating(type)) return { key, value };
  const native = type.scalar === 'Single' ? 'real' : 'float';
  return { key, value: { ...value, column: { ...value.column, type: { ...value.column.type, native } } } };
}
