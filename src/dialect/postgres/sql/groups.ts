import { clause, join, name, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { GroupsQuery } from '../../../sql/query.ts';
import { limitOffset } from '../../limit-offset/limit-offset.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { orderBy, select } from './rows.ts';

/**
 * Groups as an array of records, in two layers. The inner one computes the columns of each group, the outer one makes
 * records of them: PostgreSQL counts an aggregate to the query whose column it reads, so it cannot stand in a subquery
 * that makes the record. Order and page are in the inner layer, where an index can serve them.
 */
export const groups = (query: GroupsQuery): Sql =>
  sql`array${select(query.entries, sql`${clause('from')}${subquery(grouped(query))} ${name(query.alias)}`)}`;

function grouped({ rows, by, having, columns, order, size }: GroupsQuery): Sql {
  const selected = columns.map(({ name: columnName, value }) => sql`${value} as ${name(columnName)}`);
  const grouping =
    by.length === 0
      ? []
      : sql`${clause('group by')}${join(
          by.map((value) => value.sql),
          ', ',
        )}`;
  const kept = having === undefined ? [] : sql`${clause('having')}${having.sql}`;
  const ordered = orderBy(order.map((term) => ({ ...term, expression: name(term.column) })));
  return sql`select ${join(selected, ', ')}${fromWhere(rows)}${grouping}${kept}${ordered}${limitOffset({ size })}`;
}
