import { type Condition, condition } from '../../../sql/condition.ts';
import { clause, column, join, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ChosenRows, GroupsQuery, JoinedParent, OrderSql } from '../../../sql/query.ts';
import { limitOffset, limitOne } from '../../limit-offset/limit-offset.ts';
import { withoutFault } from '../../mysql-family/sql/error-value.ts';
import { glue } from '../../mysql-family/sql/glue.ts';
import { grouped, having, itemOf, orderOf } from '../../mysql-family/sql/groups.ts';
import { output } from '../../mysql-family/sql/output.ts';
import { fromItem, fromWhere } from '../../standard/chosen-rows.ts';
import { listOf } from './nested-rows.ts';

const FORMS = { sortsWholeRows: false };

/** Groups within a row, as texts with commas between. */
export function groups(query: GroupsQuery): Sql {
  if (query.by.length === 0) {
    const group = subquery(sql`select ${itemOf(query)}${grouped(query, FORMS)}${limitOffset(query)}`);
    return sql`ifnull(${group}, '')`;
  }
  if (query.rows.link.length > 0) return linkedGroups(query, query.rows);
  return query.joinParent === undefined ? groupsByKeys(query) : groupsOfParents(query, query.joinParent());
}

/**
 * Groups through a junction, or by compared columns, by `linkedGroups` over a copy of the parent's table or over the junction: a derived table
 * can refer to that, and its key identifies the parent. The time is linear in the parent's rows, and the junction's index on its parent columns is used.
 */
function groupsOfParents(query: GroupsQuery, { parent, key, rows }: JoinedParent): Sql {
  const from = sql`${fromItem(parent)} join ${fromItem(rows.source)}`;
  const joined: ChosenRows = { ...rows, source: { kind: 'derived', from, alias: rows.source.alias } };
  return linkedGroups(query, joined, { alias: parent.alias, link: key });
}

/**
 * Groups in a derived table, whose rows know their parent: `from json_table('[1]', …) p straight_join (select `3`.`customer_id` as l0, …
 * group by `3`.`customer_id`, …) g on g.l0 = if(p.n, `1`.`id`, null)`. A derived table cannot refer to the row around it, but where another
 * table is joined to it, here one of a single row, MariaDB groups the rows of that parent alone.
 * https://mariadb.com/kb/en/lateral-derived-optimization/
 */
function linkedGroups(
  query: GroupsQuery,
  rows: ChosenRows,
  { alias, link } = { alias: rows.source.alias, link: rows.link },
): Sql {
  const own = link.map(({ column: name }) => column(alias, name));
  const terms = orderOf(query);
  const columns = [
    ...own.map((value, index) => sql`${value} as ${raw(`l${index}`)}`),
    sql`${itemOf(query)} as j`,
    ...terms.map(({ expression }, index) => sql`${expression} as ${raw(`t${index}`)}`),
  ];
  const all = subquery(
    sql`select ${join(columns, ', ')}${grouped({ ...query, rows: { ...rows, link: [] } }, FORMS, own)}`,
  );
  const isLinked = link.map(({ parent }, index) => sql`g.${raw(`l${index}`)} = if(p.n, ${parent}, null)`);
  const order = withExpressions(terms, (index) => sql`g.${raw(`t${index}`)}`);
  const one = sql`json_table('[1]', '$[*]' columns (n for ordinality)) p`;
  const from = sql`${clause('from')}${one}${clause('straight_join')}${all} g on ${join(isLinked, ' and ')}`;
  return subquery(sql`select ${listOf(raw('g.j'), { order, size: query.size })}${from}`);
}

/**
 * Groups whose condition refers to an outer row, where neither that nor a junction has a unique key. A derived table cannot do that, but a
 * `json_table` can: it has a row for each distinct key, with a subquery each, so the time is the number of groups times the number of rows.
 * A derived table of distinct links would be linear, but MariaDB builds it for all parents, however few are selected.
 */
function groupsByKeys(query: GroupsQuery): Sql {
  const key = keyOf(query);
  const isSame = condition`${key} = g.k`;
  const item = ofGroup(itemOf(query), query, isSame, having(query));
  const terms = orderOf(query);
  const order = withExpressions(terms, (index) => ofGroup(terms[index]?.expression ?? [], query, isSame));
  const keys = subquery(
    sql`select concat('[', group_concat(distinct json_quote(${key})), ']')${fromWhere(query.rows)}`,
  );
  const table = sql`json_table(${keys}, '$[*]' columns (k longtext character set utf8mb4 collate utf8mb4_bin path '$')) g`;
  return subquery(sql`select ${listOf(item, { order, size: query.size })}${clause('from')}${table}`);
}

/** The values that a group is told by, as one text. */
function keyOf({ by }: GroupsQuery): Sql {
  const values = by.flatMap(({ sql: value, type }, index) => [
    index === 0 ? '' : ',',
    output(value, withoutFault(type), 'number'),
  ]);
  return sql`convert(${glue(['[', ...values, ']'])} using utf8mb4) collate utf8mb4_bin`;
}

/** An expression over the rows of one group, which all agree in what is no aggregate. */
const ofGroup = (expression: Sql, { rows }: GroupsQuery, isSame: Condition, kept: Sql = []): Sql =>
  subquery(sql`select ${expression}${fromWhere(rows, isSame)}${kept}${limitOne(false)}`);

const withExpressions = (order: readonly OrderSql[], expressionAt: (index: number) => Sql): readonly OrderSql[] =>
  order.map((term, index) => ({ ...term, expression: expressionAt(index) }));
