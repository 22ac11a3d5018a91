import { invariant } from '../../../base/invariant.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { allOf, type Condition, condition } from '../../../sql/condition.ts';
import type { MutationGenerators } from '../../../sql/dialect.ts';
import {
  type Alias,
  clause,
  column,
  join,
  name,
  parameter,
  raw,
  type Sql,
  sql,
  subquery,
} from '../../../sql/fragment.ts';
import type { ColumnSql, RowSet, TableName } from '../../../sql/query.ts';
import type { StatementSql } from '../../../sql/statement.ts';
import type {
  DirectReturning,
  InsertSql,
  KeyColumn,
  RereadQuery,
  ReturningValue,
  RowKey,
  SetColumn,
  WriteQuery,
  WriteRules,
  WriteSql,
  WriteTraits,
} from '../../../sql/write-query.ts';
import type { ChangeRow } from '../../../store/script.ts';
import { conditionOf, fromWhere, tableName, whereClause } from '../../standard/row-set.ts';
import { metadataText } from './metadata.ts';
import { COUNT, operatorName, ownTypeName, typeName } from './names.ts';
import { operands } from './operands.ts';
import { readChange } from './read-result.ts';
import { castToStrings, returningColumns } from './returning.ts';
import { select } from './rows.ts';
import { apiErrorIn, sentinel } from './sentinel.ts';

/** Name of the changed rows in `with w as (…)`. The name never clashes with aliases, which are numbers. */
const CHANGED = raw('w');

/**
 * Prints `<write> returning …` for one row and `with w as (<write>) select … from w` for several. The whole statement
 * sees the snapshot taken before it. https://www.postgresql.org/docs/current/queries-with.html#QUERIES-WITH-MODIFYING
 */
export const writes = {
  returns,
  name: (_write, aliases) => {
    const alias = aliases.next();
    return { target: alias, returning: alias };
  },
  write: (query, rules) => ({
    sql: isOneRow(query) ? writeOne(query) : writeSeveral(query, rules),
    read: readChange({ n: true, k: query.captures.length > 0, ok: false }),
    ...(raisesErrors(rules) && { apiErrorIn: (error) => apiErrorIn(error, rules) }),
  }),
  reread,
  canQueryWrittenTable: true,
  canSkipRows: true,
  skipsConcurrentKeys: true,
  // The protocol counts parameters in 16 bits: https://www.postgresql.org/docs/current/limits.html
  maxParameters: 65_535,
} satisfies MutationGenerators;

/**
 * Returns the kinds of values that a write can return directly. The statement sees neither its own changes to other
 * rows nor those of triggers. A write therefore returns only its own `row`, and `nothing` with triggers or on a view. A
 * delete returns `all`, as before the delete. A write without a key also returns `all`, because no later step could
 * find its rows.
 */
function returns({ kind, source, triggers, hasKey }: WriteTraits): DirectReturning {
  const returnable = kind === 'delete' || !hasKey ? 'all' : source === 'table' && !triggers ? 'row' : 'nothing';
  return { captures: 'columns', values: returnable, check: returnable };
}

/** Re-reads written rows. If a row is missing, the rows fail their `WITH CHECK` predicate. */
function reread(query: RereadQuery): StatementSql<ChangeRow> {
  const { rows, position, complete } = rereadRows(query);
  return {
    sql: sql`select ${returningColumns(query, rows, { position, complete })}`,
    read: readChange({ n: false, k: query.captures.length > 0, ok: query.check !== undefined }),
  };
}

type OneRow = WriteQuery & { readonly values: readonly OneValue[] };

type OneValue = Extract<ReturningValue, { kind: 'one' }>;

/** True if the write changes at most one row and no list is requested. */
const isOneRow = (query: WriteQuery): query is OneRow =>
  (query.write.kind === 'insert' ? query.write.rows.length === 1 : query.write.atMostOne === true) &&
  query.values.every(({ kind }) => kind === 'one');

/** Prints `insert … returning …`. It is faster than `with w as (…)`, which is scanned once per requested value. */
function writeOne({ write, alias, captures, check, values }: OneRow): Sql {
  const columns = [
    sql`${singleRowCount(check)} as n`,
    ...(captures.length === 0
      ? []
      : [sql`pg_catalog.json_build_array(${castToStrings(captures)})::pg_catalog.text as k`]),
    ...values.flatMap(rowValues).map((value, index) => sql`${value} as ${raw(`v${index}`)}`),
  ];
  return statement(write, join(columns, ', '), alias);
}

function rowValues({ query: { entries, where }, metadata }: OneValue): readonly Sql[] {
  const filter = whereClause(where);
  const members = metadata.map((member) =>
    where === undefined || member.unfiltered
      ? metadataText(member)
      : subquery(sql`select ${metadataText(member)}${filter}`),
  );
  return [sql`pg_catalog.to_json(${select(entries, filter)})::pg_catalog.text`, ...members];
}

function writeSeveral({ write, alias, check, captures, values }: WriteQuery, rules: WriteRules): Sql {
  const changed: RowSet = {
    source: { kind: 'derived', from: sql`${CHANGED} as ${name(alias)}`, alias },
    link: [],
  };
  const hasReturning = check !== undefined || captures.length > 0 || values.length > 0;
  const count = sql`${changedCount(changed, check, rules)} as n`;
  const returningSql = returningColumns({ alias, captures, values }, changed, {}, [count]);
  return sql`with ${CHANGED} as ${subquery(statement(write, hasReturning ? allColumns(write) : raw('1')))}${clause('select')}${returningSql}`;
}

/** Returns all columns of the row. For a table without columns `*` is empty, which RETURNING rejects. */
const allColumns = (write: WriteSql): Sql =>
  write.kind === 'insert' ? raw(write.columns.length > 0 ? '*' : '*, 1') : sql`${name(write.alias)}.*`;

/**
 * @param expressions returned for each row
 * @param alias alias of inserted rows, if the expressions use one
 */
function statement(write: WriteSql, expressions: Sql, insertAlias?: Alias): Sql {
  if (write.kind === 'insert') return sql`${insert(write, insertAlias)}${clause('returning')}${expressions}`;
  const { alias } = write;
  const rows = targetRows(write);
  const table = sql`${tableName(write.table)} as ${name(alias)}`;
  const where = whereClause(conditionOf(rows));
  switch (write.kind) {
    case 'update': {
      const set = write.set.map((assignment) => assignmentSql(assignment, alias));
      return sql`update ${table}${clause('set')}${join(set, ', ')}${where}${clause('returning')}${expressions}`;
    }
    case 'delete':
      return sql`delete from ${table}${where}${clause('returning')}${expressions}`;
    case 'find':
      return sql`select ${expressions}${fromWhere(rows)}${write.lock ? clause('for update') : []}`;
  }
}

/**
 * Returns the number of changed rows. If a rule rejects the outcome, the statement fails by casting a sentinel to a
 * number, so a single write needs no explicit transaction. The subquery keeps the planner from evaluating the cast
 * before there are rows.
 */
function changedCount(rows: RowSet, check: Condition | undefined, rules: WriteRules): Sql {
  const { atLeast = 1 } = rules;
  const rejections = [
    ...(rejectsFewerRows(rules)
      ? [sql` when ${COUNT} operator(pg_catalog.<) ${raw(`${atLeast}`)} then ${sentinel('onNone')}`]
      : []),
    ...(rules.onSeveral === undefined
      ? []
      : [sql` when ${COUNT} operator(pg_catalog.>) 1 then ${sentinel('onSeveral')}`]),
    ...(check === undefined
      ? []
      : [sql` when not pg_catalog.bool_and((${check.sql}) is true) then ${sentinel('onCheckFailed')}`]),
  ];
  const from = fromWhere(rows);
  if (rejections.length === 0) return sql`${subquery(sql`select ${COUNT}${from}`)}::pg_catalog.text`;
  return sql`${subquery(sql`select case${rejections} else ${COUNT}::pg_catalog.text end${from}`)}::pg_catalog.int8`;
}

/** Variant of `changedCount` for the RETURNING of a single row. */
const singleRowCount = (check: Condition | undefined): Sql =>
  check === undefined
    ? raw("'1'")
    : sql`${subquery(sql`select case when ${check.sql} then '1' else ${sentinel('onCheckFailed')} end`)}::pg_catalog.int4`;

/** Returns whether the statement must fail on rejected outcomes. A write that changes no row need not fail. */
const raisesErrors = (rules: WriteRules): boolean =>
  rejectsFewerRows(rules) || rules.onSeveral !== undefined || rules.onCheckFailed !== undefined;

const rejectsFewerRows = ({ atLeast = 1, onNone }: WriteRules): boolean => onNone !== undefined && atLeast > 1;

/** @param alias alias of the row, if RETURNING uses more than its columns */
function insert({ table, columns, overriding, rows, onConflictSkip }: InsertSql, alias?: Alias): Sql {
  invariant(rows.length > 0, 'an insert has rows');
  const target = alias === undefined ? tableName(table) : sql`${tableName(table)} as ${name(alias)}`;
  const onConflict =
    onConflictSkip === undefined
      ? []
      : sql`${clause('on conflict')}(${join(onConflictSkip.map(name), ', ')}) do nothing`;
  if (columns.length === 0) return sql`insert into ${target}${defaultRows(rows.length)}${onConflict}`;
  const system = overriding === true ? raw(' overriding system value') : [];
  const values = rows.map(
    (row) =>
      sql`(${join(
        columns.map((_, index) => valueOrDefault(row[index])),
        ', ',
      )})`,
  );
  const names = join(columns.map(name), ', ');
  return sql`insert into ${target} (${names})${system}${clause('values')}${join(values, ', ')}${onConflict}`;
}

/** Prints rows of defaults. ` default values` would insert only one row. */
const defaultRows = (count: number): Sql =>
  count === 1 ? raw(' default values') : sql` select${clause('from')}pg_catalog.generate_series(1, ${raw(`${count}`)})`;

const valueOrDefault = (value: Slot | undefined): Sql => (value === undefined ? raw('default') : parameter(value));

/** `"status" = $1` */
function assignmentSql({ name: columnName, value }: SetColumn, alias: Alias): Sql {
  const isList = value?.use.kind === 'assign' && value.use.type.list;
  return sql`${name(columnName)} = ${isList ? listOrStored(value, column(alias, columnName)) : valueOrDefault(value)}`;
}

/**
 * Returns the assigned list, or the stored array if its elements are equal. The stored array keeps dimensions and
 * bounds, which lists lack. Elements are compared as text because some types have no equality.
 */
function listOrStored(value: Slot, stored: Sql): Sql {
  const { use } = value;
  invariant(use.kind === 'assign', 'a list is assigned');
  const list = parameter(value);
  const array = sql`${list}::${raw(typeName(use.type.native))}[]`;
  return sql`case when ${stored} is not null and array(select pg_catalog.unnest(${stored}))::pg_catalog.text operator(pg_catalog.=) ${array}::pg_catalog.text then ${stored} else ${list} end`;
}

type TargetRows = Exclude<WriteSql, { kind: 'insert' }>;

function targetRows({ table, alias, where }: TargetRows): RowSet {
  return rowsOf(table, alias, where);
}

function rereadRows({ table, alias, key }: RereadQuery): {
  readonly rows: RowSet;
  readonly position: Sql | undefined;
  readonly complete: Sql;
} {
  if (key.kind === 'one') {
    const rows = rowsOf(table, alias, allOf(key.columns.map(equalsValue)));
    return { rows, position: undefined, complete: sql`${COUNT} operator(pg_catalog.>) 0` };
  }
  return joinKeys({ table, alias, key });
}

const rowsOf = (table: TableName, alias: Alias, where: Condition | undefined): RowSet => ({
  source: { kind: 'table', ...table, alias, indexes: [], columns: [] },
  link: [],
  ...(where && { where }),
});

const equalsValue = ({ value, ...columnSql }: KeyColumn): Condition =>
  condition`${comparable(columnSql)} ${equals(columnSql)} ${operands.value(value, columnSql.type)}`;

const equals = ({ type }: ColumnSql): Sql => raw(operatorName('eq', type));

const comparable = ({ alias, name: columnName, type }: ColumnSql): Sql =>
  operands.column(column(alias, columnName), type);

type CapturedKeys = Pick<RereadQuery, 'table' | 'alias'> & { readonly key: Extract<RowKey, { kind: 'captured' }> };

function joinKeys({ table, alias, key: { columns, captured } }: CapturedKeys): ReturnType<typeof rereadRows> {
  const conditions = columns.map((columnSql, index) => {
    const text = sql`(c.v operator(pg_catalog.->>) ${raw(`${index}`)})`;
    return sql`${comparable(columnSql)} ${equals(columnSql)} ${text}::${raw(ownTypeName(columnSql.type))}`;
  });
  const keys = sql`${parameter(captured)}::pg_catalog.json`;
  const from = sql`pg_catalog.json_array_elements(${keys}) with ordinality c(v, n)${clause('join')}${tableName(table)} as ${name(alias)} on ${join(conditions, ' and ')}`;
  return {
    rows: { source: { kind: 'derived', from, alias }, link: [] },
    position: raw('c.n'),
    complete: sql`pg_catalog.count(distinct c.n) operator(pg_catalog.=) pg_catalog.json_array_length(${keys})`,
  };
}
