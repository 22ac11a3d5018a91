import { invariant } from '../../base/invariant.ts';
import type { Slot } from '../../plan/shape/slot.ts';
import type { InsertSql } from '../../sql/write-query.ts';

/** Returns the values, by column, of the single row of an insert that skips taken keys. */
export function conflictSkipRow({ columns, rows }: Pick<InsertSql, 'columns' | 'rows'>): (columnName: string) => Slot {
  const [row, ...others] = rows;
  invariant(row && others.length === 0, 'an insert that skips conflicts has one row');
  return (columnName) => {
    const value = row[columns.indexOf(columnName)];
    invariant(value, 'the row has a value for each column');
    return value;
  };
}
