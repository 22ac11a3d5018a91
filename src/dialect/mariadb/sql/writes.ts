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

/**
 * How mutations are written: INSERT and DELETE give their rows back, UPDATE does not.
 * https://mariadb.com/kb/en/insertreturning/
 */
export const writes = {
  returns,
  // In a statement with RETURNING, the table can have no alias.
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
  // The protocol counts parameters in 16 bits.
  maxParameters: 65_535,
} satisfies WriteVerbs;

/**
 * RETURNING gives rows one by one, while others are still to be written: so it gives `row` alone, and no related rows.
 */
function returns({ kind }: WriteFacts): Returned {
  return kind === 'update'
    ? { captures: 'nothing', values: 'nothing', check: 'nothing' }
    : { captures: 'columns', values: 'row', check: 'row' };
}

/**
 * The reader of a bare count: the client tells how many rows were found, also of those that had the new values already.
 */
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

/** `delete …`. Rows whose keys were captured are joined with the keys; such a DELETE has no RETURNING. */
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

/** Reads rows again: in the order of the values, or in the order in which the keys were captured. */
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

/**
 * The rows, and the row of warnings: texts that are too long are cut with only a warning. In a UNION, an order needs a
 * limit.
 */
function select({ columns, from, where, order, size, lock }: SelectedRows, { values }: Asked): Sql {
  const rows = sql`select ${join(columns, ', ')}${clause('from')}${from}${where}${order}`;
  const locked = lock ? clause('for update') : [];
  if (values.length === 0) return sql`${rows}${locked}`;
  const limit = order.length === 0 ? [] : sql`${clause('limit')}${size}`;
  const limited = subquery(sql`${rows}${limit}${locked}`);
  return sql`${limited} union all ${warningsRow(columns.length - 1)}`;
}

const EVERY: Sql = raw('18446744073709551615');

/** How many rows are read: those that are shown, or every row where more is asked of them. */
function shownSize({ check, captures, values }: Asked): Sql {
  const [first] = values;
  const isAllShown = check === undefined && captures.length === 0 && first?.query.where === undefined;
  return isAllShown && first?.kind === 'list' ? amount(first.query.size) : EVERY;
}

/** The order of the lists among the values; they are of the same rows, so all have the same one. */
const orderOf = ({ values }: Asked): readonly OrderSql[] =>
  values.flatMap(({ kind, query }) => (kind === 'list' ? [query.order] : []))[0] ?? [];
