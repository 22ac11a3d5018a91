import { plainType } from '../../../model/plain-type.ts';
import { allOf, type Condition } from '../../../sql/condition.ts';
import type { WriteVerbs } from '../../../sql/dialect.ts';
import { clause, column, join, name, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ChosenRows, ColumnSql, OrderSql } from '../../../sql/query.ts';
import type { StatementSql } from '../../../sql/statement.ts';
import type {
  Asked,
  AskedValue,
  Given,
  InsertSql,
  RereadQuery,
  WriteFacts,
  WriteQuery,
} from '../../../sql/write-query.ts';
import type { ChangeRow } from '../../../store/script.ts';
import { limitOne } from '../../limit-offset/limit-offset.ts';
import { conditionOf, fromWhere, tableName, whereClause } from '../../standard/chosen-rows.ts';
import { assigned, insert } from './insert.ts';
import { readChange } from './read-result.ts';
import { rereadRows, touchedRows } from './row-keys.ts';
import { pageOf, select } from './rows.ts';

/** What a statement changes is a table to the rest of it, named as no alias is. */
const CHANGED = raw('w');

/**
 * How mutations are written: a write in a `with`, and what is asked of its rows beside it. All of such a statement sees the tables as
 * they were before it. https://www.postgresql.org/docs/current/queries-with.html#QUERIES-WITH-MODIFYING
 */
export const writes = {
  gives,
  name: (_write, aliases) => ({ touched: aliases.next(), asked: aliases.next() }),
  write: (query) => ({
    sql: isOneRow(query) ? insertOne(query) : write(query),
    read: readChange({ n: true, k: query.captures.length > 0, ok: query.check !== undefined }),
  }),
  reread,
  leavesOutLateTaken: true,
  // The protocol counts them by 16 bits: https://www.postgresql.org/docs/current/limits.html
  maxParameters: 65_535,
} satisfies WriteVerbs;

/**
 * While a statement runs, other tables, and what triggers do, look as they did before it. What is deleted was as it was before. Rows
 * without a key are not found again.
 */
function gives({ kind, source, triggers, hasKey }: WriteFacts): Given {
  const told = kind === 'delete' || !hasKey ? 'all' : source === 'table' && !triggers ? 'row' : 'nothing';
  return { captures: 'columns', values: told, check: told };
}

function write(query: WriteQuery): Sql {
  const changed: ChosenRows = {
    source: { kind: 'derived', from: sql`${CHANGED} as ${name(query.alias)}`, alias: query.alias },
    link: [],
  };
  const columns = [
    sql`(select count(*) from ${CHANGED})::text as n`,
    ...captured(query, changed),
    ...given(query, changed),
  ];
  return sql`with ${CHANGED} as ${subquery(statement(query))}${clause('select')}${join(columns, ', ')}`;
}

/** What is asked of rows that were written before; one that is not found any more fulfils nothing. */
function reread(query: RereadQuery): StatementSql<ChangeRow> {
  const { rows, position, complete } = rereadRows(query);
  const columns = [...captured(query, rows), ...given(query, rows, { position, complete })];
  return {
    sql: sql`select ${join(columns, ', ')}`,
    read: readChange({ n: false, k: query.captures.length > 0, ok: query.check !== undefined }),
  };
}

/** Captured columns of all rows, as a JSON list of lists of texts. */
function captured({ captures }: Asked, rows: ChosenRows): readonly Sql[] {
  if (captures.length === 0) return [];
  return [sql`${subquery(sql`select json_agg(${textsOf(captures)})::text${fromWhere(rows)}`)} as k`];
}

const textsOf = (captures: readonly ColumnSql[]): Sql =>
  sql`json_build_array(${join(
    captures.map(({ alias, name: own }) => sql`${column(alias, own)}::text`),
    ', ',
  )})`;

/** How rows that are looked up stand to what was looked for. */
interface Lookup {
  /** The place of a row among the keys. */
  readonly position: Sql | undefined;
  /** An aggregate over them: whether all that were looked for are there. */
  readonly complete: Sql;
}

/** Whether all rows fulfil the check, and are there at all where they are looked up, and the values that are asked of them. */
function given({ check, values }: Asked, rows: ChosenRows, lookup?: Lookup): readonly Sql[] {
  const ok =
    check === undefined ? [] : [sql`${subquery(sql`select ${checked(check, lookup)}::text${fromWhere(rows)}`)} as ok`];
  return [
    ...ok,
    ...values.map((value, index) => sql`to_json(${answerValue(value, rows, lookup)})::text as ${raw(`v${index}`)}`),
  ];
}

function checked(check: Condition, lookup: Lookup | undefined): Sql {
  const all = sql`bool_and((${check.sql}) is true)`;
  return lookup === undefined ? all : sql`(${lookup.complete} and ${all})`;
}

function answerValue({ kind, query }: AskedValue, rows: ChosenRows, lookup: Lookup | undefined): Sql {
  const where = allOf([rows.where, query.where]);
  const chosen = { ...rows, ...(where && { where }) };
  if (kind === 'one') return select(query.entries, sql`${fromWhere(chosen)}${limitOne(false)}`);
  const position = lookup?.position;
  const given = position === undefined ? [] : [inOrder(position)];
  return pageOf({ ...query, order: query.order.length > 0 ? query.order : given }, chosen);
}

const inOrder = (position: Sql): OrderSql => ({
  expression: position,
  type: plainType('Long'),
  descending: false,
  nulls: 'last',
  nullable: false,
});

type OneRow = WriteQuery & { readonly write: InsertSql };

/** Whether at most one row is made, and what is asked of it stands in it. */
const isOneRow = (query: WriteQuery): query is OneRow =>
  query.write.kind === 'insert' && query.write.rows.length === 1 && query.values.every(({ kind }) => kind === 'one');

/** The row gives what is asked of it itself, which costs less than a table of it that is read for each thing asked. */
function insertOne({ write: row, alias, captures, check, values }: OneRow): Sql {
  const columns = [
    sql`'1' as n`,
    ...(captures.length === 0 ? [] : [sql`json_build_array(${textsOf(captures)})::text as k`]),
    ...(check === undefined ? [] : [sql`((${check.sql}) is true)::text as ok`]),
    ...values.map(
      ({ query }, index) =>
        sql`to_json(${select(query.entries, whereClause(query.where))})::text as ${raw(`v${index}`)}`,
    ),
  ];
  return sql`${insert(row, alias)}${clause('returning')}${join(columns, ', ')}`;
}

function statement({ write, check, captures, values }: WriteQuery): Sql {
  if (write.kind === 'insert') {
    // A table without columns returns none, which cannot be said.
    const isAsked = check !== undefined || captures.length > 0 || values.length > 0;
    return sql`${insert(write)}${clause('returning')}${raw(isAsked ? '*' : '1')}`;
  }
  const { alias } = write;
  const rows = touchedRows(write);
  const table = sql`${tableName(write.table)} as ${name(alias)}`;
  const where = whereClause(conditionOf(rows));
  const all = sql`${name(alias)}.*`;
  switch (write.kind) {
    case 'update': {
      const set = write.set.map((assignment) => assigned(assignment, alias));
      return sql`update ${table}${clause('set')}${join(set, ', ')}${where}${clause('returning')}${all}`;
    }
    case 'delete':
      return sql`delete from ${table}${where}${clause('returning')}${all}`;
    case 'find':
      return sql`select ${all}${fromWhere(rows)}${write.lock ? clause('for update') : []}`;
  }
}
