import { plainType } from '../model/plain-type.ts';
import type { Connection, Fact } from '../plan/shape/rows.ts';
import type { Amount } from '../plan/shape/slot.ts';
import { columnsOf } from './columns-of.ts';
import { compileGroups } from './compile-groups.ts';
import { chooseRows, type RowAliases } from './compile-link.ts';
import { compileOrder, reverseOrder } from './compile-order.ts';
import { compileSelection } from './compile-rows.ts';
import { compileFound, compileSeek } from './compile-seek.ts';
import { type Compiling, requireCapability } from './compiling.ts';
import { allOf, type Condition, condition } from './condition.ts';
import { type Alias, raw } from './fragment.ts';
import type { ChosenRows, ConnectionQuery, CursorSql, FactSql, HasPageSql, OrderSql } from './query.ts';

/** A page with its facts as a query; `parent` is the alias of the row that it belongs to, undefined at the root. */
export function compileConnection(
  connection: Connection,
  parent: Alias | undefined,
  compiling: Compiling,
): ConnectionQuery {
  requireCapability('connections', 'Connections, and so collections over REST,', compiling);
  const { entity, page, fromEnd, after, before } = connection;
  const alias = compiling.aliases.next();
  const order = compileOrder(connection.order, alias, compiling);
  const seeks = [after, before].filter((seek) => seek !== undefined);
  const between = allOf(seeks.map((seek) => compileSeek(seek, order, connection, compiling)));
  const context = { connection, alias, parent };
  return {
    rows: chooseRows(connection, context, compiling),
    ...(between && { between }),
    key: columnsOf(entity.key, alias),
    order: fromEnd ? reverseOrder(order) : order,
    fromEnd,
    ...page,
    found: seeks.map((seek) => compileFound(seek, connection, compiling)).filter((exists) => exists !== undefined),
    cursor: compileCursor(context, order, compiling),
    facts: connection.facts.map((fact) => compileFact(fact, context, compiling)),
  };
}

function compileCursor(context: Context, order: readonly OrderSql[], compiling: Compiling): CursorSql {
  const { entity, order: terms, cursors, cursorOrder, fromEnd } = context.connection;
  if (cursors === 'position') {
    return { kind: 'position', order: cursorOrder, ...(fromEnd && { total: allRows(context, compiling) }) };
  }
  const key = entity.key.map((field) => terms.findIndex((term) => term.path.length === 0 && term.field === field));
  return {
    kind: 'seek',
    order: cursorOrder,
    expressions: order.map(({ expression }) => expression),
    ...(cursors !== undefined && { key }),
    ...(cursors === 'longKey' && { hash: columnsOf(entity.key, context.alias) }),
  };
}

interface Context extends RowAliases {
  readonly connection: Connection;
}

function compileFact(fact: Fact, context: Context, compiling: Compiling): FactSql {
  const { fromEnd, page } = context.connection;
  switch (fact.kind) {
    case 'items':
      return { kind: 'items', key: fact.key, entries: compileSelection(fact.selection, context.alias, compiling) };
    case 'totalCount':
      return { kind: 'totalCount', key: fact.key, rows: allRows(context, compiling) };
    case 'hasNextPage':
      return { kind: 'hasPage', key: fact.key, ...hasNextPage(context, compiling) };
    case 'hasPreviousPage': {
      const skipped = page.offset === undefined ? undefined : isSkipping(page.offset, context, compiling);
      const beyond = leftOut('after', context, compiling) ?? skipped;
      return { kind: 'hasPage', key: fact.key, more: fromEnd, ...(beyond && { beyond }) };
    }
    case 'groups':
      return { kind: 'groups', key: fact.key, groups: compileGroups(fact.groups, context, compiling) };
    case 'typename':
      return fact;
    default:
      return {
        kind: fact.kind,
        key: fact.key,
        ...(fact.unlessLast === true && { onlyIf: hasNextPage(context, compiling) }),
      };
  }
}

function hasNextPage(context: Context, compiling: Compiling): HasPageSql {
  const beyond = leftOut('before', context, compiling);
  return { more: !context.connection.fromEnd, ...(beyond && { beyond }) };
}

/** Whether the cursor of this side leaves out rows that the filter keeps; undefined without such a cursor. */
function leftOut(side: 'after' | 'before', context: Context, compiling: Compiling): Condition | undefined {
  const { connection } = context;
  const seek = connection[side];
  if (seek === undefined) return undefined;
  const { conditions } = compiling.dialect;
  const rows = allRows(context, compiling, (order) =>
    conditions.isNotTrue(compileSeek(seek, order, connection, compiling)),
  );
  return conditions.exists(rows);
}

/** Whether `offset` skips any rows. */
function isSkipping(offset: Amount, context: Context, compiling: Compiling): Condition {
  const { conditions, operands } = compiling.dialect;
  const some = conditions.exists(allRows(context, compiling));
  if (typeof offset === 'number') return offset > 0 ? some : conditions.constant(false);
  const type = plainType('Long');
  const skipped = { sql: operands.value(offset, type), type };
  return condition`(${conditions.compare('gt', skipped, { sql: raw('0'), type })} and ${some})`;
}

/**
 * All rows that the filter keeps, on the page or not, under a new alias. `asked` adds a condition on their place in the
 * order.
 */
function allRows(
  { connection, parent }: Context,
  compiling: Compiling,
  asked?: (order: readonly OrderSql[]) => Condition,
): ChosenRows {
  const alias = compiling.aliases.next();
  const other = asked?.(compileOrder(connection.order, alias, compiling));
  return chooseRows(connection, { alias, parent }, compiling, [other]);
}
