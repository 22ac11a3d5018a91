import type { FieldType } from '../../../model/model.ts';
import type { WriteTraits } from '../../../sql/dialect.ts';
import type { Sql } from '../../../sql/fragment.ts';
import type { ConnectionQuery, PagedQuery, RowsQuery } from '../../../sql/query.ts';
import type { StatementSql } from '../../../sql/statement.ts';
import type { InsertSql, Returning } from '../../../sql/write-query.ts';
import type { ChangeRow } from '../../../store/script.ts';
import type { ConcatPieces } from './glue.ts';

/** What MySQL and MariaDB say differently. */
export interface SqlVariant {
  /** A collation that takes no two different texts for equal, not even where they differ in blanks at the end. */
  readonly exactCollation: string;
  /**
   * Returns a string that is constant for the statement in a collation of another character set than utf8mb4. Characters
   * that the character set lacks become `?`, or the value becomes NULL.
   */
  readonly inCollation: (text: Sql, collation: string) => Sql;
  /** How many digits behind the point decimals can have. */
  readonly decimalScale: number;
  /** Returns the minimum or maximum string by the collation; of strings that the collation treats as equal, by bytes. */
  readonly extremeText: (name: 'min' | 'max', texts: Sql, type: FieldType) => Sql;
  readonly nested: NestedSqlVariant;
  /** The stored form of a value of a key that was written; absent where a write returns the stored values. */
  readonly storedKey?: (value: Sql, native: string) => Sql;
  /** True if an index lookup by a decimal rounds it to the type of the column. */
  readonly roundsNumbers: boolean;
  /** Whether a sort may keep all columns of its rows in its buffer; see `areSortedWhole`. */
  readonly sortsWholeRows: boolean;
  /** The last row of a statement that reads: NULL, then columns that are this many. Absent where there is none. */
  readonly lastRow?: (width: number) => Sql;
}

/** Rows within a row, as JSON text that is never NULL unless it is too long. */
export interface NestedSqlVariant {
  /** At most one row: its object, or `null`. */
  readonly one: (query: RowsQuery) => ConcatPieces;
  readonly list: (query: PagedQuery) => ConcatPieces;
  readonly connection: (query: ConnectionQuery) => ConcatPieces;
  /** The object of a row that was written, for a statement that fails where it is too long; absent where its reader refuses it. */
  readonly whole?: (json: Sql) => Sql;
}

/** What each gives back of the rows of a write. */
export interface WriteSqlVariant extends Pick<WriteTraits, 'returns' | 'reportsKey' | 'name' | 'mayAskWritten'> {
  readonly insert: (write: InsertSql, asked: Returning) => StatementSql<ChangeRow>;
  /** @param removal the DELETE, of rows that it finds by itself */
  readonly remove: (removal: Sql, asked: Returning) => StatementSql<ChangeRow>;
}
