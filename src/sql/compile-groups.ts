import { invariant } from '../base/invariant.ts';
import { countRows } from '../plan/read/plan-aggregate.ts';
import type { Aggregate } from '../plan/shape/aggregate.ts';
import type { GroupEntryValue, GroupOrderTerm, GroupSelection, Groups, GroupValue } from '../plan/shape/groups.ts';
import type { Connection } from '../plan/shape/rows.ts';
import { table } from './compile-link.ts';
import { compileAggregate } from './compile-operand.ts';
import type { Compiling } from './compile-plan.ts';
import { compilePredicate } from './compile-predicate.ts';
import { compileWhere } from './compile-rows.ts';
import type { GroupEntrySql, GroupsQuery, OrderSql } from './dialect.ts';
import { type Alias, column, name, type Sql } from './fragment.ts';

/** All rows that a connection's filter keeps, in groups, as a query; `parent` is the alias of the row that they hang on. */
export function compileGroups(
  groups: Groups,
  { connection, parent }: { readonly connection: Connection; readonly parent: Alias | undefined },
  compiling: Compiling,
): GroupsQuery {
  const { dialect, aliases } = compiling;
  const [rows, alias] = [aliases.next(), aliases.next()];
  const where = compileWhere(connection, { alias: rows, parent }, compiling);
  const having = groups.having && compilePredicate(groups.having, { alias: rows }, compiling);
  const by = groups.by.map((field) => dialect.comparand(column(rows, field.column), field.type));
  const aggregates = distinctAggregates(groups);
  const columnOf = (value: GroupValue): string => nameOf(value, groups, aggregates);
  return {
    from: table(connection.entity.source, rows),
    ...(where === undefined ? {} : { where }),
    by,
    ...(having === undefined ? {} : { having }),
    alias,
    columns: [
      ...groups.by.map(({ type }, index) => ({
        name: fieldName(index),
        value: dialect.groupKey(by[index] ?? [], type),
      })),
      ...aggregates.map((aggregate, index) => ({
        name: aggregateName(index),
        value: compileAggregate(aggregate, rows, compiling),
      })),
    ],
    order: groups.order.map((term) => compileTerm(term, columnOf)),
    size: groups.size,
    entries: compileEntries(groups.selection, (value) => column(alias, columnOf(value)), compiling),
  };
}

const fieldName = (index: number): string => `f${index}`;
const aggregateName = (index: number): string => `a${index}`;

/** Every aggregate that is shown or ordered by, once; where rows are one group there must be one, or each row would be a group. */
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

function nameOf(value: GroupValue, { by }: Groups, aggregates: readonly Aggregate[]): string {
  if (value.kind === 'field') return fieldName(by.indexOf(value.field));
  const index = aggregates.findIndex((aggregate) => identify(aggregate) === identify(value.aggregate));
  invariant(index >= 0, 'every aggregate has a column');
  return aggregateName(index);
}

type Place = (value: GroupValue) => Sql;

const compileTerm = (
  { value, descending, nulls }: GroupOrderTerm,
  columnOf: (value: GroupValue) => string,
): OrderSql => ({
  expression: name(columnOf(value)),
  type: value.kind === 'field' ? value.field.type : value.aggregate.type,
  descending,
  nulls,
  nullable: value.kind === 'field' ? value.field.nullable : value.aggregate.name !== 'count',
});

function compileEntries(selection: GroupSelection, place: Place, compiling: Compiling): readonly GroupEntrySql[] {
  return selection.map(({ key, value }) =>
    value.kind === 'object'
      ? { key, entries: compileEntries(value.selection, place, compiling) }
      : { key, value: compileValue(value, place, compiling) },
  );
}

function compileValue(value: Exclude<GroupEntryValue, { kind: 'object' }>, place: Place, compiling: Compiling): Sql {
  const { dialect, model } = compiling;
  switch (value.kind) {
    case 'typename':
      return dialect.text(value.name);
    case 'field':
      return dialect.output(place(value), value.field.type, model.numbers);
    case 'aggregate':
      return dialect.output(place(value), value.written, model.numbers);
  }
}
