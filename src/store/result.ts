/** Columns in order, as strings of the database, because JavaScript numbers would lose digits. */
export type TextRow = readonly (string | null)[];

/** Type of a string in a row; `bits` is a number as bytes. */
export type ValueKind = 'number' | 'boolean' | 'bits' | 'bytes' | 'json' | 'moment' | 'time' | 'text';

export interface ResultSet {
  readonly rows: readonly TextRow[];
  /** Column names in order, if the statement requests them. */
  readonly columns?: readonly string[];
  /** Column types, if the driver returns them. */
  readonly kinds?: readonly ValueKind[];
  /** Affected rows, if the driver returns them. */
  readonly affected?: number;
  /** Generated key of the first inserted row, if the driver returns it. */
  readonly generatedKey?: string;
  /** Increment between generated keys; defaults to 1. */
  readonly keyStep?: number;
}

/** Result sets of the statements that return rows or a count, in order. */
export type Result = readonly ResultSet[];
