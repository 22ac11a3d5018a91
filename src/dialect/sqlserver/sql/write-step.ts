import { allOf, type Condition } from '../../../sql/condition.ts';
import { clause, column, join, name, raw, type Sql, sql } from '../../../sql/fragment.ts';
import type { ColumnSql } from '../../../sql/query.ts';
import type { WriteQuery, WriteSql } from '../../../sql/write-query.ts';
import { tableName, whereClause } from '../../standard/chosen-rows.ts';
import { assigned } from './assigned.ts';
import { type Captured, countOf, KEYS, tableOf } from './captured-keys.ts';
import { insertStatements } from './insert.ts';
import { findByKey, isCaptured, type KeyedRows } from './row-keys.ts';

/** The statements of a write or a find: they count its rows, and keep what is captured of them. @param id the number of the write */
export function writeStatements({ write, captures }: WriteQuery, id: number, captured: Captured): readonly Sql[] {
  const statements =
    write.kind === 'find' ? find(write, captures, id, captured) : change(write, captures, id, captured);
  return [
    ...(captures.length === 0 ? [] : [captured.declare(id)]),
    ...statements,
    ...keepGiven(id, captures, sql`${tableOf(id)} as ${KEYS}`, captured),
  ];
}

/** Puts what later writes are given into variables. @param from the rows */
function keepGiven(id: number, captures: readonly ColumnSql[], from: Sql, captured: Captured): readonly Sql[] {
  const given = captured.given(id, captures);
  if (given.length === 0) return [];
  const set = given.map((own) => sql`${own.variable} = ${KEYS}.${captured.columnOf(id, own.column.name)}`);
  return [sql`select top (1) ${join(set, ', ')} from ${from}`];
}

/** The same for columns that are read again, as triggers may have changed them. */
export function keepAgain(
  id: number,
  captures: readonly ColumnSql[],
  { rows }: KeyedRows,
  captured: Captured,
): readonly Sql[] {
  const given = captured.given(id, captures);
  if (given.length === 0 || rows.source.kind !== 'derived') return [];
  const set = given.map((own) => sql`${own.variable} = ${column(own.column.alias, own.column.name)}`);
  return [sql`select top (1) ${join(set, ', ')} from ${rows.source.from}${whereClause(rows.where)}`];
}

/** The rows of the write; one that names them by captured keys asks for these, as a view with triggers can stand in no join. */
function touched(
  { where, ...write }: Exclude<WriteSql, { kind: 'insert' }>,
  captured: Captured,
): Condition | undefined {
  if (write.key === undefined) return where;
  const byKey =
    write.key.kind === 'captured'
      ? isCaptured(write.key, captured)
      : findByKey({ table: write.table, alias: write.alias }, write.key, captured).rows.where;
  return allOf([byKey, where]);
}

function change(
  write: Exclude<WriteSql, { kind: 'find' }>,
  captures: readonly ColumnSql[],
  id: number,
  captured: Captured,
): readonly Sql[] {
  const output = captured.output(id, captures);
  const count = (isFirst: boolean): Sql => sql`set ${countOf(id)} ${raw(isFirst ? '=' : '+=')} @@rowcount`;
  if (write.kind === 'insert') {
    // Nothing may stand between a statement and its count.
    return insertStatements(write, { id, captures, captured }).flatMap(({ before = [], insert, after = [] }, index) => [
      ...before,
      insert,
      count(index === 0),
      ...after,
    ]);
  }
  const alias = name(write.alias);
  const rows = sql`${clause('from')}${tableName(write.table)} as ${alias}${whereClause(touched(write, captured))}`;
  if (write.kind === 'delete') return [sql`delete ${alias}${rows}`, count(true)];
  const set = write.set.map(
    ({ name: own, value }) => sql`${name(own)} = ${value === undefined ? raw('default') : assigned(value)}`,
  );
  return [sql`update ${alias}${clause('set')}${join(set, ', ')}${output}${rows}`, count(true)];
}

/** Rows that are found and counted; those that are locked stay as they are until the transaction ends. */
function find(
  write: Extract<WriteSql, { kind: 'find' }>,
  captures: readonly ColumnSql[],
  id: number,
  captured: Captured,
): readonly Sql[] {
  const lock = raw(write.lock ? ' with (updlock)' : '');
  const rows = sql`${clause('from')}${tableName(write.table)} as ${name(write.alias)}${lock}${whereClause(touched(write, captured))}`;
  if (captures.length === 0) return [sql`set ${countOf(id)} = (select count(*)${rows})`];
  const places = captures.map((own) => captured.columnOf(id, own.name));
  const values = captures.map((own) => column(own.alias, own.name));
  return [
    sql`insert into ${tableOf(id)} (${join(places, ', ')})${clause('select')}${join(values, ', ')}${rows}`,
    sql`set ${countOf(id)} = @@rowcount`,
  ];
}
