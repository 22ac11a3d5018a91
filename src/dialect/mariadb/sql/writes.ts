import type { WriteVerbs } from '../../../sql/dialect.ts';
import { amount, clause, column, join, name, parameter, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { OrderSql } from '../../../sql/query.ts';
import type { StatementSql } from '../../../sql/statement.ts';
import type {
  Asked,
  DeleteSql,
  FindSql,
  RereadQuery,
  Returned,
  UpdateSql,
  WriteFacts,
} from '../../../sql/write-query.ts';
import type { Result } from '../../../store/result.ts';
import type { ChangeRow } from '../../../store/script.ts';
import { assigned } from './assigned.ts';
import { placeOfKey } from './captured-keys.ts';
import { asksRows, changeColumns, readSought, readWritten, soughtColumns } from './change-columns.ts';
import { insert } from './insert.ts';
import { findRows } from './row-keys.ts';
import { orderBy } from './rows.ts';
import { warningsRow } from './warnings.ts';

/** How mutations are written: INSERT and DELETE give their rows back, UPDATE does not. https://mariadb.com/kb/en/insertreturning/ */
export const writes = {
  returns,
  // Rows that are given back can have no alias.
  name: ({ kind, table }, aliases) => {
    const alias = kind === 'insert' || kind === 'delete' ? aliases.take(table.name) : aliases.next();
    return { touched: alias, asked: alias };
  },
  write: ({ write, ...asked }) => {
    switch (write.kind) {
      case 'insert':
        return givingBack(insert(write), asked);
      case 'update':
        return { sql: update(write), read: readCount };
      case 'delete':
        return remove(write, asked);
      case 'find':
        return find(write, asked);
    }
  },
  reread,
  leavesOutLateTaken: false,
  // The protocol counts them by 16 bits.
  maxParameters: 65_535,
} satisfies WriteVerbs;

/** Rows are given back one by one: what hangs on one may be of another one that is still to come. */
function returns({ kind }: WriteFacts): Returned {
  return kind === 'update'
    ? { captures: 'nothing', values: 'nothing', check: 'nothing' }
    : { captures: 'columns', values: 'row', check: 'row' };
}

/** The client tells how many rows were found, be they other than before or not. */
const readCount = ([set]: Result): ChangeRow => ({
  affected: set?.affected ?? 0,
  passesCheck: null,
  captured: undefined,
  values: [],
});

/** ` returning …`, where anything is asked of the rows. */
function givingBack(statement: Sql, asked: Asked): StatementSql<ChangeRow> {
  if (!asksRows(asked)) return { sql: statement, read: readCount };
  const columns = join(changeColumns(asked), ', ');
  return { sql: sql`${statement}${clause('returning')}${columns}`, read: readWritten(asked) };
}

function update(write: UpdateSql): Sql {
  const { from, where } = findRows(write);
  const set = write.set.map(({ name: own, value }) => sql`${column(write.alias, own)} = ${assigned(value)}`);
  return sql`update ${from}${clause('set')}${join(set, ', ')}${where}`;
}

/** Rows whose keys have been captured are joined with those, and then none are given back. */
function remove(write: DeleteSql, asked: Asked): StatementSql<ChangeRow> {
  const { from, where } = findRows(write);
  if (write.key !== undefined) {
    return { sql: sql`delete ${name(write.alias)}${clause('from')}${from}${where}`, read: readCount };
  }
  return givingBack(sql`delete${clause('from')}${from}${where}${orderBy(orderOf(asked))}`, asked);
}

function find(write: FindSql, asked: Asked): StatementSql<ChangeRow> {
  const columns = changeColumns(asked);
  const order = orderBy(orderOf(asked));
  const rows = { ...findRows(write), columns, order, size: EVERY, lock: write.lock };
  return { sql: select(rows, asked), read: readWritten(asked) };
}

/** In the order of the values, else in that in which the keys were captured. */
function reread({ table, key, ...asked }: RereadQuery): StatementSql<ChangeRow> {
  const isCaptured = key.kind === 'captured';
  const [place, count] = isCaptured
    ? [sql`concat(${placeOfKey})`, sql`concat(json_length(${parameter(key.captured)}))`]
    : [raw("'1'"), raw("'1'")];
  const columns = changeColumns(asked, soughtColumns(asked, place, count));
  const order = orderOf(asked);
  const ordered = isCaptured && order.length === 0 ? sql`${clause('order by')}${placeOfKey}` : orderBy(order);
  const found = findRows({ table, alias: asked.alias, key });
  const rows = { ...found, columns, order: ordered, size: shownSize(asked), lock: false };
  return { sql: select(rows, asked), read: readSought(asked) };
}

interface SelectedRows {
  readonly columns: readonly Sql[];
  readonly from: Sql;
  readonly where: Sql;
  readonly order: Sql;
  readonly size: Sql;
  readonly lock: boolean;
}

/** Lists within values are cut with no more than a warning. In a union, rows have an order only where they have a limit. */
function select({ columns, from, where, order, size, lock }: SelectedRows, { values }: Asked): Sql {
  const rows = sql`select ${join(columns, ', ')}${clause('from')}${from}${where}${order}`;
  const locked = lock ? clause('for update') : [];
  if (values.length === 0) return sql`${rows}${locked}`;
  const limit = order.length === 0 ? [] : sql`${clause('limit')}${size}`;
  const limited = subquery(sql`${rows}${limit}${locked}`);
  return sql`${limited} union all ${warningsRow(columns.length - 1)}`;
}

const EVERY: Sql = raw('18446744073709551615');

/** How many rows are shown; every row, where more is asked of them. */
function shownSize({ check, captures, values }: Asked): Sql {
  const [first] = values;
  const isAllShown = check === undefined && captures.length === 0 && first?.query.where === undefined;
  return isAllShown && first?.kind === 'list' ? amount(first.query.size) : EVERY;
}

/** The order of the values: one for all, as they are of the same rows. */
const orderOf = ({ values }: Asked): readonly OrderSql[] =>
  values.flatMap(({ kind, query }) => (kind === 'list' ? [query.order] : []))[0] ?? [];
