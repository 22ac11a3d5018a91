import { clause, join, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { GroupsQuery } from '../../../sql/query.ts';
import { limitOffset } from '../../limit-offset/limit-offset.ts';
import { grouped, itemOf, orderOf } from '../../mysql-family/sql/groups.ts';
import { orderBy } from '../../mysql-family/sql/rows.ts';
import { uncut } from '../../mysql-family/sql/uncut.ts';
import { listOf } from './nested-rows.ts';

/** Groups within a row, as texts with commas between, by a derived table: `from (select … as j, … as t0 … group by …) as g`. */
export function groups(query: GroupsQuery): Sql {
  const order = orderOf(query);
  const terms = order.map(({ expression }, index) => sql`${expression} as ${raw(`t${index}`)}`);
  const columns = join([sql`${uncut(itemOf(query))} as j`, ...terms], ', ');
  const all = subquery(
    sql`select ${columns}${grouped(query, { sortsWholeRows: true })}${orderBy(order)}${limitOffset(query)}`,
  );
  const shown = order.map((term, index) => ({ ...term, expression: raw(`g.t${index}`) }));
  return subquery(sql`select ${listOf(raw('g.j'), shown)}${clause('from')}${all} as g`);
}
