import { type Condition, condition } from '../../../sql/condition.ts';
import { clause, join, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ColumnSql, GroupsQuery, OrderSql } from '../../../sql/query.ts';
import { limitOffset, limitOne } from '../../limit-offset/limit-offset.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { exact, groupSortKey, shown } from './aggregate.ts';
import { glue } from './glue.ts';
import { output } from './output.ts';
import type { Member } from './roots.ts';
import { listOf, objectOf, orderBy } from './rows.ts';

/** A row for each group. */
export function rootGroups(query: GroupsQuery): Member {
  const { rows, by, size } = query;
  const grouping =
    by.length === 0
      ? []
      : sql`${clause('group by')}${join(
          by.map((value) => exact(value.sql, value.type)),
          ', ',
        )}`;
  const page = sql`${orderBy(orderOf(query))}${limitOffset({ size })}`;
  return { columns: [itemOf(query)], rest: sql`${fromWhere(rows)}${grouping}${having(query)}${page}` };
}

/** Groups within a row, as texts with commas between. */
export function groups(query: GroupsQuery): Sql {
  const { by, size } = query;
  if (by.length === 0) return sql`ifnull(${ofGroup(itemOf(query), query, [having(query), limitOffset({ size })])}, '')`;
  const key = keyOf(query);
  const [item, ...terms] = [
    // What is no aggregate is equal in all rows of a group.
    ofGroup(itemOf(query), query, [having(query), limitOne(false)], isSame(key)),
    ...orderOf(query).map(({ expression }) => ofGroup(expression, query, [limitOne(false)], isSame(key))),
  ];
  const order = query.order.map((term, index) => ({ ...term, expression: terms[index] ?? [] }));
  return subquery(sql`select ${listOf(item ?? [], { order, size })}${clause('from')}${keysOf(key, query)}`);
}

/** A row for each distinct key, as a `json_table`: it can refer to the row around it, which a derived table cannot. */
const keysOf = (key: Sql, { rows }: GroupsQuery): Sql => {
  const keys = subquery(sql`select concat('[', group_concat(distinct json_quote(${key})), ']')${fromWhere(rows)}`);
  return sql`json_table(${keys}, '$[*]' columns (k longtext character set utf8mb4 collate utf8mb4_bin path '$')) g`;
};

/** The values that rows are grouped by, as one JSON text, which is compared exactly. */
const keyOf = ({ by }: GroupsQuery): Sql =>
  sql`convert(${glue(['[', ...by.flatMap(({ sql: value, type }, index) => [index === 0 ? '' : ',', output(value, type, 'number')]), ']'])} using utf8mb4) collate utf8mb4_bin`;

const isSame = (key: Sql): Condition => condition`${key} = g.k`;

/** An expression over the rows of one group. */
const ofGroup = (expression: Sql, { rows }: GroupsQuery, rest: readonly Sql[], of?: Condition): Sql =>
  subquery(sql`select ${expression}${fromWhere(rows, of)}${rest.flat()}`);

const itemOf = ({ entries, columns }: GroupsQuery): Sql => {
  const expressions = new Map(columns.map(({ name, value }) => [name, value]));
  return objectOf(entries, ({ name, type }: ColumnSql) => shown(expressions.get(name) ?? [], type));
};

/** Without `by`, HAVING with an aggregate makes one group of all rows, even where no aggregate is shown. */
function having({ having: asked, by }: GroupsQuery): Sql {
  if (asked !== undefined) return sql`${clause('having')}${asked.sql}`;
  return by.length === 0 ? sql`${clause('having')}count(*) >= 0` : [];
}

/** Values that rows are grouped by sort as they are compared, not as they are shown: labels by their places. */
const orderOf = ({ order, columns, by }: GroupsQuery): readonly OrderSql[] =>
  order.map((term) => {
    const own = by[columns.findIndex(({ name }) => name === term.column)];
    return { ...term, expression: own === undefined ? groupSortKey(term.expression, term.type) : own.sql };
  });
