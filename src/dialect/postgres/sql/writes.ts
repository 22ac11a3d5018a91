import type { WriteVerbs } from '../../../sql/dialect.ts';
import { type Alias, clause, join, name, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ChosenRows } from '../../../sql/query.ts';
import type { StatementSql } from '../../../sql/statement.ts';
import type {
  AskedValue,
  RereadQuery,
  Returned,
  WriteFacts,
  WriteQuery,
  WriteRules,
  WriteSql,
} from '../../../sql/write-query.ts';
import type { ChangeRow } from '../../../store/script.ts';
import { conditionOf, fromWhere, tableName, whereClause } from '../../standard/chosen-rows.ts';
import { factText } from './apart.ts';
import { askedOf, textsOf } from './asked.ts';
import { changedCount, isRefusing, oneChanged } from './changed-count.ts';
import { assigned, insert } from './insert.ts';
import { readChange } from './read-result.ts';
import { rereadRows, touchedRows } from './row-keys.ts';
import { select } from './rows.ts';
import { refusalIn } from './sentinel.ts';

/** The name of the rows that a statement changes, in `with w as (…)`; aliases are numbers. */
const CHANGED = raw('w');

/**
 * How mutations are written: `<write> returning <what is asked of its row>`, and for several rows
 * `with w as (<write>) select <what is asked of w>`. The whole statement sees the tables as they were before it.
 * https://www.postgresql.org/docs/current/queries-with.html#QUERIES-WITH-MODIFYING
 */
export const writes = {
  returns,
  name: (_write, aliases) => {
    const alias = aliases.next();
    return { touched: alias, asked: alias };
  },
  write: (query, rules) => ({
    sql: isOneRow(query) ? writeOne(query) : writeSeveral(query, rules),
    read: readChange({ n: true, k: query.captures.length > 0, ok: false }),
    ...(isRefusing(rules) && { refusalIn: (error) => refusalIn(error, rules) }),
  }),
  reread,
  mayAskWritten: true,
  holdsRowsBack: true,
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

/** Reads rows again that were written. Where one is not found any more, the rows do not pass their row check. */
function reread(query: RereadQuery): StatementSql<ChangeRow> {
  const { rows, position, complete } = rereadRows(query);
  return {
    sql: sql`select ${askedOf(query, rows, { position, complete })}`,
    read: readChange({ n: false, k: query.captures.length > 0, ok: query.check !== undefined }),
  };
}

type OneRow = WriteQuery & { readonly values: readonly OneValue[] };

type OneValue = Extract<AskedValue, { kind: 'one' }>;

/** Whether a write changes at most one row, and no list is asked of it. */
const isOneRow = (query: WriteQuery): query is OneRow =>
  (query.write.kind === 'insert' ? query.write.rows.length === 1 : query.write.atMostOne === true) &&
  query.values.every(({ kind }) => kind === 'one');

/**
 * `insert … returning <what is asked>`: costs less than `with w as (…)`, which is read once for each thing that is
 * asked.
 */
function writeOne({ write, alias, captures, check, values }: OneRow): Sql {
  const columns = [
    sql`${oneChanged(check)} as n`,
    ...(captures.length === 0 ? [] : [sql`pg_catalog.json_build_array(${textsOf(captures)})::pg_catalog.text as k`]),
    ...values.flatMap(rowValues).map((value, index) => sql`${value} as ${raw(`v${index}`)}`),
  ];
  return statement(write, join(columns, ', '), alias);
}

/** The JSON of the row, and its facts. */
function rowValues({ query: { entries, where }, apart }: OneValue): readonly Sql[] {
  const seen = whereClause(where);
  const facts = apart.map((fact) =>
    where === undefined || fact.unfiltered ? factText(fact) : subquery(sql`select ${factText(fact)}${seen}`),
  );
  return [sql`pg_catalog.to_json(${select(entries, seen)})::pg_catalog.text`, ...facts];
}

function writeSeveral({ write, alias, check, captures, values }: WriteQuery, rules: WriteRules): Sql {
  const changed: ChosenRows = {
    source: { kind: 'derived', from: sql`${CHANGED} as ${name(alias)}`, alias },
    link: [],
  };
  const isAsked = check !== undefined || captures.length > 0 || values.length > 0;
  const count = sql`${changedCount(changed, check, rules)} as n`;
  const asked = askedOf({ alias, captures, values }, changed, {}, [count]);
  return sql`with ${CHANGED} as ${subquery(statement(write, isAsked ? allOf(write) : raw('1')))}${clause('select')}${asked}`;
}

/** All columns of the row. `*` of a table without columns is none, which cannot be returned. */
const allOf = (write: WriteSql): Sql =>
  write.kind === 'insert' ? raw(write.columns.length > 0 ? '*' : '*, 1') : sql`${name(write.alias)}.*`;

/** @param gives what it gives of each row that it writes or finds @param called alias of rows that are inserted, where that names them */
function statement(write: WriteSql, gives: Sql, called?: Alias): Sql {
  if (write.kind === 'insert') return sql`${insert(write, called)}${clause('returning')}${gives}`;
  const { alias } = write;
  const rows = touchedRows(write);
  const table = sql`${tableName(write.table)} as ${name(alias)}`;
  const where = whereClause(conditionOf(rows));
  switch (write.kind) {
    case 'update': {
      const set = write.set.map((assignment) => assigned(assignment, alias));
      return sql`update ${table}${clause('set')}${join(set, ', ')}${where}${clause('returning')}${gives}`;
    }
    case 'delete':
      return sql`delete from ${table}${where}${clause('returning')}${gives}`;
    case 'find':
      return sql`select ${gives}${fromWhere(rows)}${write.lock ? clause('for update') : []}`;
  }
}
