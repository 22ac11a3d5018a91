import { assertNever } from '../base/invariant.ts';
import type { EntryValue, PagedRows, Rows, Selection } from '../plan/shape/rows.ts';
import { compileConnection } from './compile-connection.ts';
import { compileHash } from './compile-hash.ts';
import { belongsTo, table } from './compile-link.ts';
import { compileOrder } from './compile-order.ts';
import type { Compiling } from './compile-plan.ts';
import { allOf, compilePredicate } from './compile-predicate.ts';
import type { EntrySql, PagedQuery, RowsQuery } from './dialect.ts';
import { type Alias, column, raw, type Sql } from './fragment.ts';

/** Rows as a query; `parent` is the alias of the row that they hang on. */
export function compileRows(rows: Rows, parent: Alias | undefined, compiling: Compiling): RowsQuery {
  const alias = compiling.aliases.next();
  const where = compileWhere(rows, { alias, parent }, compiling);
  return {
    alias,
    from: table(rows.entity.source, alias),
    ...(where === undefined ? {} : { where }),
    entries: compileSelection(rows.selection, alias, compiling),
    atMostOne: rows.via?.link.unique ?? false,
  };
}

export function compilePagedRows(rows: PagedRows, parent: Alias | undefined, compiling: Compiling): PagedQuery {
  const query = compileRows(rows, parent, compiling);
  const { size, offset } = rows.page;
  return {
    ...query,
    order: compileOrder(rows.order, query.alias, compiling),
    size,
    ...(offset === undefined ? {} : { offset }),
  };
}

/** Source and filter together; undefined for all rows. */
export function compileWhere(
  rows: Pick<Rows, 'entity' | 'via' | 'visible' | 'filter'>,
  place: { alias: Alias; parent: Alias | undefined },
  compiling: Compiling,
): Sql | undefined {
  const { alias } = place;
  const filtered = rows.filter === undefined ? undefined : compilePredicate(rows.filter, { alias }, compiling);
  return allOf([belongsTo(rows, place, compiling), filtered]);
}

export function compileSelection(selection: Selection, alias: Alias, compiling: Compiling): readonly EntrySql[] {
  return selection.map(({ key, value }) => ({
    key,
    value: compileValue(value, alias, compiling),
    ...(value.kind === 'hash' && { dear: true }),
  }));
}

function compileValue(value: EntryValue, alias: Alias, compiling: Compiling): Sql {
  const { dialect, model } = compiling;
  switch (value.kind) {
    case 'field':
      return dialect.output(column(alias, value.field.column), value.field.type, model.numbers);
    case 'typename':
      return dialect.text(value.name);
    case 'null':
      return raw('null');
    case 'hash':
      return compileHash(value.fields, alias, compiling);
    case 'one':
      return dialect.row(compileRows(value.rows, alias, compiling));
    case 'list':
      return dialect.rows(compilePagedRows(value.rows, alias, compiling));
    case 'connection':
      return dialect.connection(compileConnection(value.connection, alias, compiling));
    default:
      return assertNever(value);
  }
}
