import type { Slot } from '../../../../plan/shape/slot.ts';
import { allOf, type Condition } from '../../../../sql/condition.ts';
import { clause, column, join, name, raw, type Sql, sql, subquery } from '../../../../sql/fragment.ts';
import type { InsertSql } from '../../../../sql/write-query.ts';
import { conflictSkipRow } from '../../../standard/conflict-skip-row.ts';
import { tableName, whereClause } from '../../../standard/row-set.ts';
import { compare } from '../conditions/compare.ts';
import type { SqlVariant } from '../variant.ts';
import { assignedValue, assignmentOf } from './assigned-value.ts';

/** Returns SQL for a value that the row omits; undefined if the column's default applies. */
type ReplacementValue = (row: InsertSql['rows'][number], columnName: string) => Sql | undefined;

/** Prints an insert. RETURNING, if added, returns rows in the order of the values. */
export function insert(write: InsertSql, variant: SqlVariant, replacementFor: ReplacementValue = () => undefined): Sql {
  const {
    table,
    columns,
    rows,
    maybeIdentity,
    partlyGeneratedColumn: generatedColumn = maybeIdentity,
    filledColumns: filled = [],
    onConflictSkip,
  } = write;
  if (onConflictSkip !== undefined) return insertOnConflictSkip(write, onConflictSkip, variant);
  const into = sql`insert into ${tableName(table)} (${join(columns.map(name), ', ')})`;
  const cellValue = (columnName: string, value: Slot | undefined): Sql =>
    // NULL generates a number, while DEFAULT would be 0 after a row with an explicit number. DEFAULT also fails for a
    // column without a default, even if a trigger sets the column.
    value === undefined && (columnName === generatedColumn || filled.includes(columnName))
      ? raw('null')
      : assignedValue(value);
  const values = rows.map(
    (row) =>
      sql`(${list(columns.map((columnName, index) => replacementFor(row, columnName) ?? cellValue(columnName, row[index])))})`,
  );
  return sql`${into}${clause('values')}${list(values)}`;
}

const list = (parts: readonly Sql[]): Sql => join(parts, ', ');

/**
 * Prints an insert that skips an existing key. INSERT IGNORE would also ignore other keys and errors. A concurrent
 * insert of the key makes the statement fail.
 */
function insertOnConflictSkip(
  { table, columns, rows, filledColumns: filled = [] }: InsertSql,
  key: readonly string[],
  variant: SqlVariant,
): Sql {
  const slotOf = conflictSkipRow({ columns, rows });
  const isEqual = (columnName: string): Condition => {
    const value = slotOf(columnName);
    const { type } = assignmentOf(value);
    return compare('eq', { sql: column(table.name, columnName), type }, { sql: assignedValue(value), type }, variant);
  };
  const existing = sql`select 1${clause('from')}${tableName(table)}${whereClause(allOf(key.map(isEqual)))}${clause('for update')}`;
  // MariaDB requires values for columns without a default, even if a trigger sets them.
  const others = filled.filter((columnName) => !columns.includes(columnName));
  const values = [...columns.map((columnName) => assignedValue(slotOf(columnName))), ...others.map(() => raw('null'))];
  const into = sql`insert into ${tableName(table)} (${list([...columns, ...others].map(name))})`;
  return sql`${into}${clause('select')}${list(values)}${clause('from')}dual${clause('where')}not exists ${subquery(existing)}`;
}
