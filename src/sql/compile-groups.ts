import { invariant } from '../base/invariant.ts';
import { countRows } from '../plan/read/plan-aggregate.ts';
import type { Aggregate } from '../plan/shape/aggregate.ts';
import type { GroupEntryValue, GroupOrderTerm, GroupSelection, Groups, GroupValue } from '../plan/shape/groups.ts';
import type { Connection } from '../plan/shape/rows.ts';
import { chooseRows, joinParent } from './compile-link.ts';
import { compileAggregate } from './compile-operand.ts';
import { compilePredicate } from './compile-predicate.ts';
import type { Compiling } from './compiling.ts';
import { type Alias, column, type Sql } from './fragment.ts';
import type { EntrySql, GroupOrderSql, GroupsQuery, ValueSql } from './query.ts';

/**
 * The rows that a connection's filter keeps, in groups, as a query; `parent` is the alias of the row that they belong
 * to.
 */
export function compileGroups(
  groups: Groups,
  { connection, parent }: { readonly connection: Connection; readonly parent: Alias | undefined },
  compiling: Compiling,
): GroupsQuery {
  const { aliases, dialect, model } = compiling;
  const [rows, alias] = [aliases.next(), aliases.next()];
  const chosen = chooseRows(connection, { alias: rows, parent }, compiling);
  const joined = joinParent(connection, { alias: rows, parent }, compiling);
  const having = groups.having && compilePredicate(groups.having, { alias: rows }, compiling);
  const by = groups.by.map(({ column: own, type }) => ({
    sql: dialect.operands.column(column(rows, own), type),
    type,
  }));
  const aggregates = distinctAggregates(groups);
  const columns = [
    ...by.map(({ sql, type }, index) => ({
      name: fieldName(index),
      value: dialect.operands.groupKey(sql, type),
      type,
    })),
    ...aggregates.map((aggregate, index) => ({
      name: aggregateName(index),
      value: compileAggregate(aggregate, rows, compiling),
      type: aggregate.type,
    })),
  ];
  const nameOf = (value: GroupValue): string => columnName(value, groups, aggregates);
  const expressions = new Map(columns.map(({ name, value }) => [name, value]));
  return {
    rows: chosen,
    ...(joined && { joinParent: joined }),
    by,
    ...(having && { having }),
    alias,
    columns,
    order: groups.order.map((term) => compileTerm(term, nameOf(term.value), expressions)),
    size: groups.size,
    entries: compileEntries(groups.selection, (value, type) => ({
      kind: 'column',
      column: { alias, name: nameOf(value), type },
      numbers: model.numbers,
    })),
  };
}

const fieldName = (index: number): string => `f${index}`;
const aggregateName = (index: number): string => `a${index}`;

/**
 * Each aggregate that is shown or ordered by, once. Without `by` there is at least one: a SELECT without GROUP BY and
 * without an aggregate would give every row.
 */
function distinctAggregates({ by, order, selection }: Groups): readonly Aggregate[] {
  const used = [...aggregatesIn(selection), ...order.flatMap(({ value }) => aggregatesOf(value))];
  const needed = used.length === 0 && by.length === 0 ? [countRows] : used;
  return [...new Map(needed.map((aggregate) => [identify(aggregate), aggregate])).values()];
}

const aggregatesIn = (selection: GroupSelection): readonly Aggregate[] =>
  selection.flatMap(({ value }) => (value.kind === 'object' ? aggregatesIn(value.selection) : aggregatesOf(value)));

const aggregatesOf = (value: GroupValue | Exclude<GroupEntryValue, { kind: 'object' }>): readonly Aggregate[] =>
  value.kind === 'aggregate' ? [value.aggregate] : [];

const identify = (aggregate: Aggregate): string =>
  JSON.stringify([aggregate.name, aggregate.field?.column, aggregate.distinct, aggregate.type.scalar]);

function columnName(value: GroupValue, { by }: Groups, aggregates: readonly Aggregate[]): string {
  if (value.kind === 'field') return fieldName(by.indexOf(value.field));
  const index = aggregates.findIndex((aggregate) => identify(aggregate) === identify(value.aggregate));
  invariant(index >= 0, 'every aggregate has a column');
  return aggregateName(index);
}

const compileTerm = (
  { value, descending, nulls }: GroupOrderTerm,
  name: string,
  expressions: ReadonlyMap<string, Sql>,
): GroupOrderSql => ({
  column: name,
  expression: expressions.get(name) ?? [],
  type: value.kind === 'field' ? value.field.type : value.aggregate.type,
  descending,
  nulls,
  nullable: value.kind === 'field' ? value.field.nullable : value.aggregate.name !== 'count',
});

type ColumnOf = (value: GroupValue, type: Aggregate['type']) => ValueSql;

const compileEntries = (selection: GroupSelection, columnOf: ColumnOf): readonly EntrySql[] =>
  selection.map(({ key, value }) => ({ key, value: compileValue(value, columnOf) }));

function compileValue(value: GroupEntryValue, columnOf: ColumnOf): ValueSql {
  switch (value.kind) {
    case 'object':
      return { kind: 'object', entries: compileEntries(value.selection, columnOf) };
    case 'typename':
      return { kind: 'text', text: value.name };
    case 'field':
      return columnOf(value, value.field.type);
    case 'aggregate':
      return columnOf(value, value.written);
  }
}
