import type { FieldType } from '../../../model/model.ts';
import type { MutationTraits } from '../../../sql/dialect.ts';
import type { Sql } from '../../../sql/fragment.ts';
import type { ConnectionQuery, PagedQuery, RowsQuery } from '../../../sql/query.ts';
import type { StatementSql } from '../../../sql/statement.ts';
import type { InsertSql, Returning } from '../../../sql/write-query.ts';
import type { ChangeRow } from '../../../store/script.ts';
import type { ConcatPieces } from './text/concat.ts';

export interface SqlVariant {
  /** Collation in which only identical strings are equal. Trailing spaces count. */
  readonly exactCollation: string;
  /**
   * Converts a string to a collation of another character set. A character that the set lacks becomes `?`, or makes the
   * value NULL.
   * @param text must be constant within the statement
   */
  readonly convertToCollation: (text: Sql, collation: string) => Sql;
  readonly decimalScale: number;
  /** Returns the minimum or maximum of strings, which are compared by the collation and then by bytes. */
  readonly minOrMaxText: (name: 'min' | 'max', strings: Sql, type: FieldType) => Sql;
  readonly nested: NestedSqlVariant;
  /** Converts an assigned key value to the value that the column stores. Absent if a write returns stored values. */
  readonly storedKey?: (value: Sql, native: string) => Sql;
  /** True if an index lookup rounds a decimal to the column's type. */
  readonly roundsNumbers: boolean;
  /** True if a derived table can refer to rows of the enclosing query. */
  readonly hasLateral: boolean;
  /** True if a sort may buffer all columns; see `areSortedWhole`. */
  readonly sortsWholeRows: boolean;
  /** Returns the last row of a read: NULL, and `width` columns, of which the first counts warnings. */
  readonly warningsRow?: (width: number) => Sql;
}

/** Generators of nested JSON text, which is NULL only if it is too long. */
export interface NestedSqlVariant {
  readonly one: (query: RowsQuery) => ConcatPieces;
  readonly list: (query: PagedQuery) => ConcatPieces;
  /** @param isBare true to return the value of the only member, without an enclosing object */
  readonly connection: (query: ConnectionQuery, isBare?: boolean) => ConcatPieces;
  /** Fails the statement if a written row's object is too long. */
  readonly checkLength?: (json: Sql) => Sql;
}

export interface WriteSqlVariant
  extends Pick<MutationTraits, 'returns' | 'reportsKey' | 'name' | 'canQueryWrittenTable'> {
  readonly insert: (write: InsertSql, returning: Returning) => StatementSql<ChangeRow>;
  readonly remove: (removal: Sql, returning: Returning) => StatementSql<ChangeRow>;
}
