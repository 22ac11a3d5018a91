import { invariant } from '../base/invariant.ts';
import type { Entity, Field } from '../model/model.ts';
import { plainType } from '../model/plain-type.ts';
import type { RowCheck, Write } from '../plan/shape/changes.ts';
import type { PagedRows, Rows } from '../plan/shape/rows.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { ChangeRow } from '../store/script.ts';
import { table } from './compile-link.ts';
import { compileOrder } from './compile-order.ts';
import type { Compiling } from './compile-plan.ts';
import { allOf, compilePredicate } from './compile-predicate.ts';
import { compileSelection } from './compile-rows.ts';
import type { ChangedValue, ChangeVerbs, LookQuery, RowsSql, StatementSql, TypedColumn, WriteSql } from './dialect.ts';
import { type Alias, column, parameter, raw, type Sql, sql } from './fragment.ts';

/** What is asked of the rows of a write. */
export interface Give {
  readonly check?: RowCheck;
  readonly values: readonly { readonly form: 'row' | 'rows'; readonly rows: Rows | PagedRows }[];
  /** Columns whose values later steps need. */
  readonly captures: readonly string[];
}

/** A write, with what it gives of its rows, as one statement. */
export function compileWrite(write: Write, give: Give, compiling: Compiling): StatementSql<ChangeRow> {
  const verbs = verbsOf(compiling);
  const written = compiling.aliases.next();
  const changed = compiling.aliases.next();
  const rows = verbs.changedRows(changed);
  return verbs.change({
    write: describeWrite(write, written, compiling),
    changed: rows,
    alias: changed,
    ...describeGive(give, changed, rows, compiling),
    captures: give.captures.map((name) => column(changed, name)),
  });
}

function verbsOf({ dialect }: Compiling): ChangeVerbs {
  // Its schema has no mutations.
  invariant(dialect.changes, `${dialect.name} is written to`);
  return dialect.changes;
}

function describeWrite(write: Write, alias: Alias, compiling: Compiling): WriteSql {
  const from = table(write.table, alias);
  const where =
    'where' in write && write.where !== undefined ? compilePredicate(write.where, { alias }, compiling) : undefined;
  const kept = where === undefined ? {} : { where };
  switch (write.kind) {
    case 'insert': {
      const columns = write.columns.length > 0 ? write.columns : anyColumn(write.entity);
      return {
        kind: 'insert',
        into: write.table,
        columns,
        rows: write.rows.map((row) =>
          columns.map((_, index) => {
            const slot = row[index];
            return slot === undefined ? raw('default') : parameter(slot);
          }),
        ),
        ...(write.overriding && { overriding: true }),
        ...(write.unlessTaken && { unlessTaken: write.unlessTaken }),
      };
    }
    case 'update':
      // Rows of a view, which may be made of several, are not locked.
      if (write.set.length === 0) {
        return { kind: write.entity.source.kind === 'table' ? 'lock' : 'find', from, alias, ...kept };
      }
      return {
        kind: 'update',
        from,
        alias,
        set: write.set.map(({ column: name, value }) => ({
          name,
          value: value === undefined ? raw('default') : assigned(value, column(alias, name), verbsOf(compiling)),
        })),
        ...kept,
      };
    case 'delete':
      return { kind: 'delete', from, alias, ...kept };
    case 'probe':
      return { kind: 'find', from, alias, ...kept };
  }
}

/** A list is less than the array that it was read from, which it leaves as it is where it says nothing else. */
function assigned(value: Slot, old: Sql, verbs: ChangeVerbs): Sql {
  const { use } = value;
  return use.kind === 'assign' && use.type.list ? verbs.givenList(parameter(value), old, use.type) : parameter(value);
}

/** A row of defaults alone names some column all the same, where there is one. */
const anyColumn = (entity: Entity | undefined): readonly string[] =>
  [...(entity?.allFields.values() ?? [])].slice(0, 1).map((field) => field.column);

/** Rows of a write that are looked up again. */
export interface LookedUp {
  readonly entity: Entity;
  /** Number of the write. */
  readonly write: number;
  /** The key of its one row; absent where the write has captured it. */
  readonly key?: readonly Slot[];
}

/** What is asked of rows once everything is written. */
export function compileLook(
  { entity, write, key }: LookedUp,
  give: Give,
  compiling: Compiling,
): StatementSql<ChangeRow> {
  const verbs = verbsOf(compiling);
  const alias = compiling.aliases.next();
  const columns = entity.key.map((field) => typedKey(field, alias, compiling));
  const rows: RowsSql =
    key === undefined
      ? verbs.capturedRows(table(entity.source, alias), columns, {
          source: { kind: 'captured', write },
          use: { kind: 'offset' },
        })
      : { from: table(entity.source, alias), ...whereKey(columns, key, compiling) };
  return verbs.look(rows, describeGive(give, alias, rows, compiling));
}

const typedKey = ({ column: name, type }: Field, alias: Alias, { dialect }: Compiling): TypedColumn => ({
  column: dialect.comparand(column(alias, name), type),
  type,
});

function whereKey(columns: readonly TypedColumn[], key: readonly Slot[], { dialect }: Compiling): { where?: Sql } {
  const where = allOf(
    columns.map(({ column: name, type }, index) => {
      const slot = key[index];
      invariant(slot, 'a key has a value for each column');
      return sql`${name} = ${dialect.value(slot, type)}`;
    }),
  );
  return where === undefined ? {} : { where };
}

function describeGive({ check, values }: Give, alias: Alias, from: RowsSql, compiling: Compiling): LookQuery {
  return {
    ...(check && { fits: compilePredicate(check.predicate, { alias }, compiling) }),
    values: values.map((value) => describeValue(value, alias, from, compiling)),
  };
}

function describeValue(
  { form, rows }: Give['values'][number],
  alias: Alias,
  { from, where, position }: RowsSql,
  compiling: Compiling,
): ChangedValue {
  const visible = rows.visible === undefined ? undefined : compilePredicate(rows.visible, { alias }, compiling);
  const kept = allOf([where, visible]);
  const query = {
    alias,
    from,
    ...(kept && { where: kept }),
    entries: compileSelection(rows.selection, alias, compiling),
    atMostOne: false,
  };
  if (form === 'row') return { kind: 'one', query };
  invariant('page' in rows, 'rows are a page');
  const order = compileOrder(rows.order, alias, compiling);
  const given =
    position === undefined
      ? []
      : [{ expression: position, type: plainType('Long'), descending: false, nulls: 'last', nullable: false } as const];
  return { kind: 'list', query: { ...query, order: order.length > 0 ? order : given, size: rows.page.size } };
}
