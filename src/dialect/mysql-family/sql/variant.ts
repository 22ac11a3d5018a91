import type { FieldType } from '../../../model/model.ts';
import type { WriteTraits } from '../../../sql/dialect.ts';
import type { Sql } from '../../../sql/fragment.ts';
import type { ConnectionQuery, PagedQuery, RowsQuery } from '../../../sql/query.ts';
import type { StatementSql } from '../../../sql/statement.ts';
import type { InsertSql, Returning } from '../../../sql/write-query.ts';
import type { ChangeRow } from '../../../store/script.ts';
import type { ConcatPieces } from './text/concat.ts';

export interface SqlVariant {
  /** A collation in which only identical strings are equal, including trailing spaces. */
  readonly exactCollation: string;
  /**
   * Returns a string that is constant for the statement, in a collation of another character set. Missing characters
   * become `?`, or the value NULL.
   */
  readonly inCollation: (text: Sql, collation: string) => Sql;
  readonly decimalScale: number;
  /** Returns the minimum or maximum by the collation, then by bytes. */
  readonly extremeText: (name: 'min' | 'max', texts: Sql, type: FieldType) => Sql;
  readonly nested: NestedSqlVariant;
  /** Returns the stored form of a written key. Absent if a write returns stored values. */
  readonly storedKey?: (value: Sql, native: string) => Sql;
  /** True if an index lookup rounds a decimal to the type of the column. */
  readonly roundsNumbers: boolean;
  /** True if a sort may keep all columns of its rows in its buffer; see `areSortedWhole`. */
  readonly sortsWholeRows: boolean;
  /** Returns the last row of a read: NULL, then `width` columns. Absent if there is none. */
  readonly lastRow?: (width: number) => Sql;
}

/** Nested rows as JSON text, NULL only if it is too long. */
export interface NestedSqlVariant {
  readonly one: (query: RowsQuery) => ConcatPieces;
  readonly list: (query: PagedQuery) => ConcatPieces;
  readonly connection: (query: ConnectionQuery) => ConcatPieces;
  /** Makes the statement fail if a written row's object is too long. Absent if the reader rejects it. */
  readonly whole?: (json: Sql) => Sql;
}

export interface WriteSqlVariant extends Pick<WriteTraits, 'returns' | 'reportsKey' | 'name' | 'mayAskWritten'> {
  readonly insert: (write: InsertSql, asked: Returning) => StatementSql<ChangeRow>;
  /** @param removal the DELETE, which finds its rows itself */
  readonly remove: (removal: Sql, asked: Returning) => StatementSql<ChangeRow>;
}
