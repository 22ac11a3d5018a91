/** Strings, because JavaScript numbers would lose digits. */
export type TextRow = readonly (string | null)[];

/** `bits` is a number as bytes. */
export type ValueKind = 'number' | 'boolean' | 'bits' | 'bytes' | 'json' | 'moment' | 'time' | 'text';

export interface ResultSet {
  readonly rows: readonly TextRow[];
  /** Only if the statement requests them. */
  readonly columns?: readonly string[];
  /** Only if the driver returns them. */
  readonly kinds?: readonly ValueKind[];
  /** Only if the driver returns it. */
  readonly affected?: number;
  /** Key of the first inserted row, if the driver returns it. */
  readonly generatedKey?: string;
  /** Difference between generated keys; 1 by default. */
  readonly keyStep?: number;
}

/** Results of statements with rows or a count. */
export type Result = readonly ResultSet[];
