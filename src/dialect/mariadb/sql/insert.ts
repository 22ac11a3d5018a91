import { invariant } from '../../../base/invariant.ts';
import { clause, column, join, name, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { InsertSql } from '../../../sql/write-query.ts';
import { tableName } from '../../standard/chosen-rows.ts';
import { assigned } from './assigned.ts';

/** `insert into … values …`; RETURNING gives rows in the order of the values. */
export function insert(write: InsertSql): Sql {
  const { table, columns, rows, unlessTaken } = write;
  const into = sql`insert into ${tableName(table)} (${join(columns.map(name), ', ')})`;
  if (unlessTaken !== undefined) return sql`${into}${selectUnlessTaken(write, unlessTaken)}`;
  const values = rows.map((row) => sql`(${list(columns.map((_, index) => assigned(row[index])))})`);
  return sql`${into}${clause('values')}${list(values)}`;
}

const list = (parts: readonly Sql[]): Sql => join(parts, ', ');

/**
 * `insert … select … from dual where not exists (…)`: INSERT IGNORE would leave a row out for any key, and for other
 * errors. Where somebody else makes the row in between, the insert violates the key.
 */
function selectUnlessTaken({ table, columns, rows }: InsertSql, key: readonly string[]): Sql {
  const [row, ...others] = rows;
  invariant(row && others.length === 0, 'one row is made unless its key is taken');
  const givenFor = (columnName: string): Sql => {
    const value = row[columns.indexOf(columnName)];
    invariant(value, 'the row has a value for each column');
    return assigned(value);
  };
  const equal = key.map((columnName) => sql`${column(table.name, columnName)} = ${givenFor(columnName)}`);
  const taken = sql`select 1${clause('from')}${tableName(table)}${clause('where')}${join(equal, ' and ')}${clause('for update')}`;
  return sql`${clause('select')}${list(columns.map(givenFor))}${clause('from')}dual${clause('where')}not exists ${subquery(taken)}`;
}
