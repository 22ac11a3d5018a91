import { assertNever, invariant } from '../base/invariant.ts';
import { plainType } from '../model/plain-type.ts';
import { countRows } from '../plan/read/plan-aggregate.ts';
import type { Aggregate } from '../plan/shape/aggregate.ts';
import type { GroupEntryValue, GroupOrderTerm, GroupSelection, Groups, GroupValue } from '../plan/shape/groups.ts';
import type { Connection, ConnectionMetadata, EntryValue, PagedRows, Rows, Selection } from '../plan/shape/rows.ts';
import type { Amount } from '../plan/shape/slot.ts';
import { columnsOf } from './columns-of.ts';
import { type CompileContext, requireCapability } from './compile-context.ts';
import { compileOrder, reverseOrder } from './compile-order.ts';
import { compileAggregate, compilePredicate, compileRowSet, joinParent, type RowAliases } from './compile-predicate.ts';
import { compileCursorRowExists, compileReleased, compileSeek } from './compile-seek.ts';
import { allOf, type Condition, condition } from './condition.ts';
import { type Alias, column, raw, type Sql } from './fragment.ts';
import type {
  ConnectionQuery,
  CursorSql,
  EntrySql,
  GroupOrderSql,
  GroupsQuery,
  HasPageSql,
  MetadataSql,
  OrderSql,
  PagedQuery,
  RowSet,
  RowsQuery,
  ValueSql,
} from './query.ts';

/** @param parent undefined at the root */
export function compileRows(rows: Rows, parent: Alias | undefined, context: CompileContext): RowsQuery {
  const alias = context.aliases.next();
  return {
    ...compileRowSet(rows, { alias, parent }, context),
    key: columnsOf(rows.entity.key, alias),
    entries: compileSelection(rows.selection, alias, context),
    atMostOne: rows.via?.link.unique ?? false,
  };
}

export function compilePagedRows(rows: PagedRows, parent: Alias | undefined, context: CompileContext): PagedQuery {
  const query = compileRows(rows, parent, context);
  const { size, offset } = rows.page;
  return {
    ...query,
    order: compileOrder(rows.order, query.source.alias, context),
    size,
    ...(offset === undefined ? {} : { offset }),
  };
}

export function compileSelection(selection: Selection, alias: Alias, context: CompileContext): readonly EntrySql[] {
  return selection.map(({ key, value }) => ({ key, value: compileValue(value, alias, context) }));
}

function compileValue(value: EntryValue, alias: Alias, context: CompileContext): ValueSql {
  switch (value.kind) {
    case 'field': {
      const { column: name, type } = value.field;
      return { kind: 'column', column: { alias, name, type }, numbers: context.model.numbers };
    }
    case 'typename':
      return { kind: 'text', text: value.name };
    case 'null':
      return value;
    case 'hash':
      return { kind: 'hash', columns: columnsOf(value.fields, alias) };
    case 'one':
      return { kind: 'one', query: compileRows(value.rows, alias, context) };
    case 'list':
      return { kind: 'list', query: compilePagedRows(value.rows, alias, context) };
    case 'connection':
      return { kind: 'connection', query: compileConnection(value.connection, alias, context) };
    default:
      return assertNever(value);
  }
}

/** @param parent undefined at the root */
export function compileConnection(
  connection: Connection,
  parent: Alias | undefined,
  context: CompileContext,
): ConnectionQuery {
  requireCapability('connections', 'Connections, and so collections over REST,', context);
  const { entity, page, fromEnd, after, before, released } = connection;
  const alias = context.aliases.next();
  const order = compileOrder(connection.order, alias, context);
  const seeks = [after, before].filter((seek) => seek !== undefined);
  const seekCondition = allOf([
    ...seeks.map((seek) => compileSeek(seek, order, connection, context)),
    released && compileReleased(released, { alias, order }, connection, context),
  ]);
  const scope = { connection, alias, parent };
  return {
    rows: compileRowSet(connection, scope, context),
    ...(seekCondition && { seekCondition }),
    key: columnsOf(entity.key, alias),
    order: fromEnd ? reverseOrder(order) : order,
    fromEnd,
    ...page,
    // Omits the cursor of `released`: if its row was deleted, the page is empty until the stream releases a later row.
    cursorRowsExist: seeks
      .map((seek) => compileCursorRowExists(seek, connection, context))
      .filter((exists) => exists !== undefined),
    cursor: compileCursor(scope, order, context),
    members: connection.members.map((member) => compileMetadata(member, scope, context)),
  };
}

function compileCursor(scope: ConnectionScope, order: readonly OrderSql[], context: CompileContext): CursorSql {
  const { entity, order: terms, cursors, cursorOrder, fromEnd } = scope.connection;
  if (cursors === 'position') {
    return { kind: 'position', order: cursorOrder, ...(fromEnd && { total: allRows(scope, context) }) };
  }
  const key = entity.key.map((field) => terms.findIndex((term) => term.path.length === 0 && term.field === field));
  return {
    kind: 'seek',
    order: cursorOrder,
    expressions: order.map(({ expression }) => expression),
    ...(cursors !== undefined && { key }),
    ...(cursors === 'longKey' && { hash: columnsOf(entity.key, scope.alias) }),
  };
}

interface ConnectionScope extends RowAliases {
  readonly connection: Connection;
}

function compileMetadata(member: ConnectionMetadata, scope: ConnectionScope, context: CompileContext): MetadataSql {
  const { fromEnd, page } = scope.connection;
  switch (member.kind) {
    case 'items':
      return { kind: 'items', key: member.key, entries: compileSelection(member.selection, scope.alias, context) };
    case 'totalCount':
      return { kind: 'totalCount', key: member.key, rows: allRows(scope, context) };
    case 'hasNextPage':
      return { kind: 'hasPage', key: member.key, ...hasNextPage(scope, context) };
    case 'hasPreviousPage': {
      const skipped = page.offset === undefined ? undefined : skipsRows(page.offset, scope, context);
      const excludesRows = hasExcludedRows('after', scope, context) ?? skipped;
      return { kind: 'hasPage', key: member.key, more: fromEnd, ...(excludesRows && { excludesRows: excludesRows }) };
    }
    case 'groups':
      return { kind: 'groups', key: member.key, groups: compileGroups(member.groups, scope, context) };
    case 'typename':
      return member;
    default:
      return {
        kind: member.kind,
        key: member.key,
        ...(member.nullOnLastPage === true && { onlyIf: hasNextPage(scope, context) }),
      };
  }
}

function hasNextPage(scope: ConnectionScope, context: CompileContext): HasPageSql {
  const excludesRows = hasExcludedRows('before', scope, context);
  return { more: !scope.connection.fromEnd, ...(excludesRows && { excludesRows: excludesRows }) };
}

/** Returns a condition that is true if the cursor excludes rows that match the filter. */
function hasExcludedRows(
  side: 'after' | 'before',
  scope: ConnectionScope,
  context: CompileContext,
): Condition | undefined {
  const { connection } = scope;
  const seek = connection[side];
  if (seek === undefined) return undefined;
  const { conditions } = context.dialect;
  const rows = allRows(scope, context, (order) => conditions.isNotTrue(compileSeek(seek, order, connection, context)));
  return conditions.exists(rows);
}

function skipsRows(offset: Amount, scope: ConnectionScope, context: CompileContext): Condition {
  const { conditions, operands } = context.dialect;
  const rowExists = conditions.exists(allRows(scope, context));
  if (typeof offset === 'number') return offset > 0 ? rowExists : conditions.constant(false);
  const type = plainType('Long');
  const count = { sql: operands.value(offset, type), type };
  return condition`(${conditions.compare('gt', count, { sql: raw('0'), type })} and ${rowExists})`;
}

/**
 * Selects all rows that match the filter, under a new alias.
 * @param positionCondition adds a condition on the position in the order
 */
function allRows(
  { connection, parent }: ConnectionScope,
  context: CompileContext,
  positionCondition?: (order: readonly OrderSql[]) => Condition,
): RowSet {
  const alias = context.aliases.next();
  const position = positionCondition?.(compileOrder(connection.order, alias, context));
  return compileRowSet(connection, { alias, parent }, context, [position]);
}

function compileGroups(
  groups: Groups,
  { connection, parent }: { readonly connection: Connection; readonly parent: Alias | undefined },
  context: CompileContext,
): GroupsQuery {
  const { aliases, dialect, model } = context;
  const [rows, alias] = [aliases.next(), aliases.next()];
  const rowSet = compileRowSet(connection, { alias: rows, parent }, context);
  const joined = joinParent(connection, { alias: rows, parent }, context);
  const having = groups.having && compilePredicate(groups.having, { alias: rows }, context);
  const by = groups.by.map(({ column: columnName, type }) => ({
    sql: dialect.operands.column(column(rows, columnName), type),
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
      value: compileAggregate(aggregate, rows, context),
      type: aggregate.type,
    })),
  ];
  const nameOf = (value: GroupValue): string => columnName(value, groups, aggregates);
  const expressions = new Map(columns.map(({ name, value }) => [name, value]));
  return {
    rows: rowSet,
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
 * Returns the distinct aggregates. Without `by`, there is at least one: a SELECT without GROUP BY or aggregates would
 * return every row.
 */
function distinctAggregates({ by, order, selection }: Groups): readonly Aggregate[] {
  const requested = [...aggregatesIn(selection), ...order.flatMap(({ value }) => aggregatesOf(value))];
  const needed = requested.length === 0 && by.length === 0 ? [countRows] : requested;
  return [...new Map(needed.map((aggregate) => [aggregateKey(aggregate), aggregate])).values()];
}

const aggregatesIn = (selection: GroupSelection): readonly Aggregate[] =>
  selection.flatMap(({ value }) => (value.kind === 'object' ? aggregatesIn(value.selection) : aggregatesOf(value)));

const aggregatesOf = (value: GroupValue | Exclude<GroupEntryValue, { kind: 'object' }>): readonly Aggregate[] =>
  value.kind === 'aggregate' ? [value.aggregate] : [];

const aggregateKey = (aggregate: Aggregate): string =>
  JSON.stringify([aggregate.name, aggregate.field?.column, aggregate.distinct, aggregate.type.scalar]);

function columnName(value: GroupValue, { by }: Groups, aggregates: readonly Aggregate[]): string {
  if (value.kind === 'field') return fieldName(by.indexOf(value.field));
  const index = aggregates.findIndex((aggregate) => aggregateKey(aggregate) === aggregateKey(value.aggregate));
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
  selection.map(({ key, value }) => ({ key, value: compileGroupValue(value, columnOf) }));

function compileGroupValue(value: GroupEntryValue, columnOf: ColumnOf): ValueSql {
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
