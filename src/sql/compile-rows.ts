import { assertNever } from '../base/invariant.ts';
import type { EntryValue, PagedRows, Rows, Selection } from '../plan/shape/rows.ts';
import { columnsOf } from './columns-of.ts';
import { compileConnection } from './compile-connection.ts';
import { chooseRows } from './compile-link.ts';
import { compileOrder } from './compile-order.ts';
import type { Compiling } from './compiling.ts';
import type { Alias } from './fragment.ts';
import type { EntrySql, PagedQuery, RowsQuery, ValueSql } from './query.ts';

/** Rows as a query; `parent` is the alias of the row that they belong to, undefined at the root. */
export function compileRows(rows: Rows, parent: Alias | undefined, compiling: Compiling): RowsQuery {
  const alias = compiling.aliases.next();
  return {
    ...chooseRows(rows, { alias, parent }, compiling),
    key: columnsOf(rows.entity.key, alias),
    entries: compileSelection(rows.selection, alias, compiling),
    atMostOne: rows.via?.link.unique ?? false,
  };
}

export function compilePagedRows(rows: PagedRows, parent: Alias | undefined, compiling: Compiling): PagedQuery {
  const query = compileRows(rows, parent, compiling);
  const { size, offset } = rows.page;
  return {
    ...query,
    order: compileOrder(rows.order, query.source.alias, compiling),
    size,
    ...(offset === undefined ? {} : { offset }),
  };
}

export function compileSelection(selection: Selection, alias: Alias, compiling: Compiling): readonly EntrySql[] {
  return selection.map(({ key, value }) => ({ key, value: compileValue(value, alias, compiling) }));
}

function compileValue(value: EntryValue, alias: Alias, compiling: Compiling): ValueSql {
  switch (value.kind) {
    case 'field': {
      const { column: name, type } = value.field;
      return { kind: 'column', column: { alias, name, type }, numbers: compiling.model.numbers };
    }
    case 'typename':
      return { kind: 'text', text: value.name };
    case 'null':
      return value;
    case 'hash':
      return { kind: 'hash', columns: columnsOf(value.fields, alias) };
    case 'one':
      return { kind: 'one', query: compileRows(value.rows, alias, compiling) };
    case 'list':
      return { kind: 'list', query: compilePagedRows(value.rows, alias, compiling) };
    case 'connection':
      return { kind: 'connection', query: compileConnection(value.connection, alias, compiling) };
    default:
      return assertNever(value);
  }
}
