import type { WriteVerbs } from '../../../sql/dialect.ts';
import { clause, join, name, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ChosenRows } from '../../../sql/query.ts';
import type { StatementSql } from '../../../sql/statement.ts';
import type { AskedValue, InsertSql, RereadQuery, Returned, WriteFacts, WriteQuery } from '../../../sql/write-query.ts';
import type { ChangeRow } from '../../../store/script.ts';
import { conditionOf, fromWhere, tableName, whereClause } from '../../standard/chosen-rows.ts';
import { factText } from './apart.ts';
import { askedOf, textsOf } from './asked.ts';
import { assigned, insert } from './insert.ts';
import { readChange } from './read-result.ts';
import { rereadRows, touchedRows } from './row-keys.ts';
import { select } from './rows.ts';

/** The name of the rows that a statement changes, in `with w as (…)`; aliases are numbers. */
const CHANGED = raw('w');

/**
 * How mutations are written: `with w as (<write>) select <what is asked of w>`. The whole statement sees the tables as
 * they were before it. https://www.postgresql.org/docs/current/queries-with.html#QUERIES-WITH-MODIFYING
 */
export const writes = {
  returns,
  name: (_write, aliases) => ({ touched: aliases.next(), asked: aliases.next() }),
  write: (query) => ({
    sql: isOneRow(query) ? insertOne(query) : write(query),
    read: readChange({ n: true, k: query.captures.length > 0, ok: query.check !== undefined }),
  }),
  reread,
  leavesOutLateTaken: true,
  // The protocol counts parameters in 16 bits: https://www.postgresql.org/docs/current/limits.html
  maxParameters: 65_535,
} satisfies WriteVerbs;

/**
 * A statement sees other tables, and what triggers change, as they were before it: so a write gives `row` alone, and
 * nothing where there are triggers or a view. Deleted rows are shown as they were before: `all`. So are rows without a
 * key, which no later step could find.
 */
function returns({ kind, source, triggers, hasKey }: WriteFacts): Returned {
  const told = kind === 'delete' || !hasKey ? 'all' : source === 'table' && !triggers ? 'row' : 'nothing';
  return { captures: 'columns', values: told, check: told };
}

function write(query: WriteQuery): Sql {
  const changed: ChosenRows = {
    source: { kind: 'derived', from: sql`${CHANGED} as ${name(query.alias)}`, alias: query.alias },
    link: [],
  };
  const count = sql`(select count(*) from ${CHANGED})::text as n`;
  return sql`with ${CHANGED} as ${subquery(statement(query))}${clause('select')}${askedOf(query, changed, {}, [count])}`;
}

/** Reads rows again that were written. Where one is not found any more, the rows do not pass their row check. */
function reread(query: RereadQuery): StatementSql<ChangeRow> {
  const { rows, position, complete } = rereadRows(query);
  return {
    sql: sql`select ${askedOf(query, rows, { position, complete })}`,
    read: readChange({ n: false, k: query.captures.length > 0, ok: query.check !== undefined }),
  };
}

type OneRow = WriteQuery & { readonly write: InsertSql; readonly values: readonly OneValue[] };

type OneValue = Extract<AskedValue, { kind: 'one' }>;

/** Whether an insert makes at most one row, and no list is asked of it. */
const isOneRow = (query: WriteQuery): query is OneRow =>
  query.write.kind === 'insert' && query.write.rows.length === 1 && query.values.every(({ kind }) => kind === 'one');

/**
 * `insert … returning <what is asked>`: costs less than `with w as (…)`, which is read once for each thing that is
 * asked.
 */
function insertOne({ write: row, alias, captures, check, values }: OneRow): Sql {
  const columns = [
    sql`'1' as n`,
    ...(captures.length === 0 ? [] : [sql`json_build_array(${textsOf(captures)})::text as k`]),
    ...(check === undefined ? [] : [sql`((${check.sql}) is true)::text as ok`]),
    ...values.flatMap(rowValues).map((value, index) => sql`${value} as ${raw(`v${index}`)}`),
  ];
  return sql`${insert(row, alias)}${clause('returning')}${join(columns, ', ')}`;
}

/** The JSON of the row, and its facts. */
function rowValues({ query: { entries, where }, apart }: OneValue): readonly Sql[] {
  const seen = whereClause(where);
  const facts = apart.map((fact) =>
    where === undefined ? factText(fact) : subquery(sql`select ${factText(fact)}${seen}`),
  );
  return [sql`to_json(${select(entries, seen)})::text`, ...facts];
}

function statement({ write, check, captures, values }: WriteQuery): Sql {
  if (write.kind === 'insert') {
    // `*` of a table without columns is none, which cannot be returned.
    const columns = write.columns.length > 0 ? '*' : '*, 1';
    const isAsked = check !== undefined || captures.length > 0 || values.length > 0;
    return sql`${insert(write)}${clause('returning')}${raw(isAsked ? columns : '1')}`;
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
