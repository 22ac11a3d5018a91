/** Values of a row as strings, because JavaScript numbers would lose digits. */
export type TextRow = readonly (string | null)[];

/** `bits`: a `bit` value, which the driver returns as bytes. */
export type ValueKind = 'number' | 'boolean' | 'bits' | 'bytes' | 'json' | 'moment' | 'time' | 'text';

export interface ResultSet {
  /** Documents with values of the client library's types. Present for reads of a document database. */
  readonly documents?: readonly object[];
  readonly rows: readonly TextRow[];
  /** Column names. Present if the statement requests them. */
  readonly columns?: readonly string[];
  /** Kinds of the values by column. Present if the driver returns them. */
  readonly kinds?: readonly ValueKind[];
  /** Number of affected rows. Present if the driver returns it. */
  readonly affected?: number;
  /** Key of the first inserted row. */
  readonly generatedKey?: string;
  /** Difference between consecutive generated keys; 1 by default. */
  readonly keyStep?: number;
}

export type Result = readonly ResultSet[];
