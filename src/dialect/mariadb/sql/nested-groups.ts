import { needsExactEquality } from '../../../model/text-equality.ts';
import { allOf } from '../../../sql/condition.ts';
import { clause, column, join, name, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ChosenRows, GroupsQuery, JoinedParent, KeyColumn } from '../../../sql/query.ts';
import { limitOffset } from '../../limit-offset/limit-offset.ts';
import { exact } from '../../mysql-family/sql/aggregate.ts';
import { grouped, itemOf, orderOf } from '../../mysql-family/sql/groups.ts';
import { fromItem, fromWhere } from '../../standard/chosen-rows.ts';
import { listOf } from './nested-rows.ts';

const FORMS = { sortsWholeRows: false };

/** Groups within a row, as texts with commas between. */
export function groups(query: GroupsQuery): Sql {
  if (query.by.length === 0) {
    const group = subquery(sql`select ${itemOf(query)}${grouped(query, FORMS)}${limitOffset(query)}`);
    return sql`ifnull(${group}, '')`;
  }
  if (query.joinParent !== undefined) return groupsOfParents(query, query.joinParent());
  const { link, ...rows } = query.rows;
  const key = link.map(({ column: own, parent }) => ({ value: column(rows.source.alias, own), parent }));
  return linkedGroups(query, { ...rows, link: [] }, key);
}

/**
 * Groups through a junction, or by columns of different types, by `linkedGroups` over a copy of the parent's table or over
 * the junction, which a derived table can refer to. The time is linear in the rows of that table.
 */
function groupsOfParents(query: GroupsQuery, { parent, distinct, key, rows }: JoinedParent): Sql {
  const { alias } = parent.source;
  const from =
    distinct === undefined
      ? sql`${fromItem(parent.source)} join ${fromItem(rows.source)}`
      : sql`${distinctRows(parent, distinct, key)} join ${fromItem(rows.source)}`;
  const where = distinct === undefined ? allOf([rows.where, parent.where]) : rows.where;
  const joined: ChosenRows = {
    source: { kind: 'derived', from, alias: rows.source.alias },
    link: rows.link,
    ...(where && { where }),
  };
  const values = key.map(({ column: own, parent: outer, type }) => {
    const value = column(alias, own);
    return type === undefined ? { value, parent: outer } : { value: exact(value, type), parent: exact(outer, type) };
  });
  return linkedGroups(query, joined, values);
}

/** `(select distinct `7`.`holder`, `7`.`card` from `holdings` as `7`) as `7``: values that a link refers to, each combination once. */
function distinctRows(rows: ChosenRows, columns: readonly string[], key: readonly KeyColumn[]): Sql {
  const { alias } = rows.source;
  // DISTINCT follows the collation, which may keep only one of two strings that the link distinguishes.
  const bytes = key.flatMap(({ column: own, type }, index) =>
    type !== undefined && needsExactEquality(type)
      ? [sql`${exact(column(alias, own), type)} as ${raw(`k${index}`)}`]
      : [],
  );
  const values = [...columns.map((own) => column(alias, own)), ...bytes];
  return sql`${subquery(sql`select distinct ${join(values, ', ')}${fromWhere(rows)}`)} as ${name(alias)}`;
}

/**
 * Groups in a derived table, whose rows know their parent: `from json_table('[1]', …) p straight_join (select `3`.`customer_id` as l0, …
 * group by `3`.`customer_id`, …) g on g.l0 = if(p.n, `1`.`id`, null)`. A derived table cannot refer to the row around it, but where another
 * table is joined to it, here one of a single row, MariaDB groups the rows of that parent alone, if they are in a table with an index on these
 * columns. Otherwise it groups the rows of all parents, once for the statement.
 * https://mariadb.com/kb/en/lateral-derived-optimization/
 */
function linkedGroups(
  query: GroupsQuery,
  rows: ChosenRows,
  key: readonly { readonly value: Sql; readonly parent: Sql }[],
): Sql {
  const own = key.map(({ value }) => value);
  const terms = orderOf(query);
  const columns = [
    ...own.map((value, index) => sql`${value} as ${raw(`l${index}`)}`),
    sql`${itemOf(query)} as j`,
    ...terms.map(({ expression }, index) => sql`${expression} as ${raw(`t${index}`)}`),
  ];
  const all = subquery(sql`select ${join(columns, ', ')}${grouped({ ...query, rows }, FORMS, own)}`);
  const isLinked = key.map(({ parent }, index) => sql`g.${raw(`l${index}`)} = if(p.n, ${parent}, null)`);
  const order = terms.map((term, index) => ({ ...term, expression: sql`g.${raw(`t${index}`)}` }));
  const one = sql`json_table('[1]', '$[*]' columns (n for ordinality)) p`;
  const from = sql`${clause('from')}${one}${clause('straight_join')}${all} g on ${join(isLinked, ' and ')}`;
  return subquery(sql`select ${listOf(raw('g.j'), { order, size: query.size })}${from}`);
}
