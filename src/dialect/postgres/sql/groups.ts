import type { EntrySql, GroupEntrySql, GroupsQuery } from '../../../sql/dialect.ts';
import { amount, join, name, type Sql, sql } from '../../../sql/fragment.ts';
import { orderBy, select, tail } from './rows.ts';

/** Groups as an array of records, in two layers: the inner one reckons what is known of each, the outer one shapes it. */
export function groups(query: GroupsQuery): Sql {
  const { alias, entries } = query;
  return sql`array${select(entries.map(toEntry), sql` from (${grouped(query)}) ${name(alias)}`)}`;
}

function grouped({ by, having, columns, order, size, ...source }: GroupsQuery): Sql {
  const selected = columns.map(({ name: columnName, value }) => sql`${value} as ${name(columnName)}`);
  const grouping = by.length === 0 ? [] : sql` group by ${join(by, ', ')}`;
  const kept = having === undefined ? [] : sql` having ${having}`;
  return sql`select ${join(selected, ', ')}${tail(source)}${grouping}${kept}${orderBy(order)} limit ${amount(size)}`;
}

const toEntry = (entry: GroupEntrySql): EntrySql =>
  'value' in entry ? entry : { key: entry.key, value: select(entry.entries.map(toEntry), []) };
