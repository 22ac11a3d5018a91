import type { Connection, Fact } from '../plan/shape/rows.ts';
import { compileGroups } from './compile-groups.ts';
import { compileHash } from './compile-hash.ts';
import { table } from './compile-link.ts';
import { compileOrder, reverseOrder } from './compile-order.ts';
import { type Compiling, requireCapability } from './compile-plan.ts';
import { allOf } from './compile-predicate.ts';
import { compileSelection, compileWhere } from './compile-rows.ts';
import { compileFound, compileSeek } from './compile-seek.ts';
import type { ConnectionQuery, CursorSql, FactSql, HasPageSql, OrderSql } from './dialect.ts';
import { type Alias, amount, raw, type Sql, sql } from './fragment.ts';

/** A page with its facts as a query; `parent` is the alias of the row that it hangs on. */
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
  const where = allOf([
    compileWhere(connection, { alias, parent }, compiling),
    ...seeks.map((seek) => compileSeek(seek, order, connection, compiling)),
  ]);
  return {
    from: table(entity.source, alias),
    ...(where === undefined ? {} : { where }),
    order: fromEnd ? reverseOrder(order) : order,
    fromEnd,
    ...page,
    found: seeks
      .map((seek) => compileFound(seek, connection, compiling))
      .filter((condition) => condition !== undefined),
    cursor: compileCursor({ connection, alias, parent }, order, compiling),
    facts: connection.facts.map((fact) => compileFact(fact, { connection, alias, parent }, compiling)),
  };
}

function compileCursor(context: Context, order: readonly OrderSql[], compiling: Compiling): CursorSql {
  const { entity, order: terms, cursors, cursorOrder, fromEnd } = context.connection;
  if (cursors === 'position') {
    const total = fromEnd ? { total: sql`(select count(*) ${allRows(context, compiling)})` } : {};
    return { kind: 'position', order: cursorOrder, ...total };
  }
  const key = entity.key.map((field) => terms.findIndex((term) => term.path.length === 0 && term.field === field));
  return {
    kind: 'seek',
    order: cursorOrder,
    expressions: order.map(({ expression }) => expression),
    ...(cursors !== undefined && { key }),
    ...(cursors === 'longKey' && { hash: compileHash(entity.key, context.alias, compiling) }),
  };
}

interface Context {
  readonly connection: Connection;
  readonly alias: Alias;
  readonly parent: Alias | undefined;
}

function compileFact(fact: Fact, context: Context, compiling: Compiling): FactSql {
  const { fromEnd, page, after } = context.connection;
  switch (fact.kind) {
    case 'items':
      return { kind: 'items', key: fact.key, entries: compileSelection(fact.selection, context.alias, compiling) };
    case 'totalCount':
      return { kind: 'totalCount', key: fact.key, count: sql`(select count(*) ${allRows(context, compiling)})` };
    case 'hasNextPage':
      return { kind: 'hasPage', key: fact.key, ...hasNextPage(context, compiling) };
    case 'hasPreviousPage': {
      const skipped =
        page.offset === undefined ? undefined : sql`(${amount(page.offset)} > 0 and ${exists(context, compiling)})`;
      const beyond =
        after === undefined
          ? skipped
          : exists(
              context,
              compiling,
              (order) => sql`(${compileSeek(after, order, context.connection, compiling)}) is not true`,
            );
      return { kind: 'hasPage', key: fact.key, more: fromEnd, ...(beyond === undefined ? {} : { beyond }) };
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
  const { fromEnd, before } = context.connection;
  if (before === undefined) return { more: !fromEnd };
  const beyond = exists(
    context,
    compiling,
    (order) => sql`(${compileSeek(before, order, context.connection, compiling)}) is not true`,
  );
  return { more: !fromEnd, beyond };
}

function exists(context: Context, compiling: Compiling, condition?: (order: readonly OrderSql[]) => Sql): Sql {
  return sql`exists (select 1 ${allRows(context, compiling, condition)})`;
}

/** FROM and WHERE of all rows that the filter keeps, whatever the page, under an alias of their own. */
function allRows(
  { connection, parent }: Context,
  compiling: Compiling,
  condition?: (order: readonly OrderSql[]) => Sql,
): Sql {
  const alias = compiling.aliases.next();
  const extra = condition?.(compileOrder(connection.order, alias, compiling));
  const where = allOf([compileWhere(connection, { alias, parent }, compiling), extra]);
  return sql`from ${table(connection.entity.source, alias)}${where === undefined ? raw('') : sql` where ${where}`}`;
}
