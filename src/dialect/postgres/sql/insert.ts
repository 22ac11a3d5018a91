import { invariant } from '../../../base/invariant.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { type Alias, clause, column, join, name, parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import type { InsertSql, SetColumn } from '../../../sql/write-query.ts';
import { tableName } from '../../standard/chosen-rows.ts';
import { typeName } from './names.ts';

/** `insert into … values …` @param called alias of the row, where RETURNING asks for more than its columns */
export function insert({ table, columns, overriding, rows, unlessTaken }: InsertSql, called?: Alias): Sql {
  invariant(rows.length > 0, 'what is inserted has rows');
  const into = called === undefined ? tableName(table) : sql`${tableName(table)} as ${name(called)}`;
  const taken =
    unlessTaken === undefined ? [] : sql`${clause('on conflict')}(${join(unlessTaken.map(name), ', ')}) do nothing`;
  if (columns.length === 0) return sql`insert into ${into}${defaultRows(rows.length)}${taken}`;
  const system = overriding === true ? raw(' overriding system value') : [];
  const values = rows.map(
    (row) =>
      sql`(${join(
        columns.map((_, index) => given(row[index])),
        ', ',
      )})`,
  );
  const names = join(columns.map(name), ', ');
  return sql`insert into ${into} (${names})${system}${clause('values')}${join(values, ', ')}${taken}`;
}

/** Rows of defaults alone; ` default values` makes only one. */
const defaultRows = (count: number): Sql =>
  count === 1 ? raw(' default values') : sql` select${clause('from')}pg_catalog.generate_series(1, ${raw(`${count}`)})`;

const given = (value: Slot | undefined): Sql => (value === undefined ? raw('default') : parameter(value));

/** `"status" = $1` */
export function assigned({ name: own, value }: SetColumn, alias: Alias): Sql {
  const isList = value?.use.kind === 'assign' && value.use.type.list;
  return sql`${name(own)} = ${isList ? givenList(value, column(alias, own)) : given(value)}`;
}

/**
 * The given list, or the array as it is where it has the same elements: so its dimensions and bounds, which no list
 * shows, are kept. The elements are compared as text, as not every type has equality.
 */
function givenList(value: Slot, old: Sql): Sql {
  const { use } = value;
  invariant(use.kind === 'assign', 'a list is assigned');
  const list = parameter(value);
  const array = sql`${list}::${raw(typeName(use.type.native))}[]`;
  return sql`case when ${old} is not null and array(select pg_catalog.unnest(${old}))::pg_catalog.text operator(pg_catalog.=) ${array}::pg_catalog.text then ${old} else ${list} end`;
}
