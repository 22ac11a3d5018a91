/** Database strings, because JavaScript numbers would lose digits. */
export type TextRow = readonly (string | null)[];

/** `bits` is a number as bytes. */
export type ValueKind = 'number' | 'boolean' | 'bits' | 'bytes' | 'json' | 'moment' | 'time' | 'text';

export interface ResultSet {
  readonly rows: readonly TextRow[];
  /** In order, if the statement requests them. */
  readonly columns?: readonly string[];
  /** By column, if the driver returns them. */
  readonly kinds?: readonly ValueKind[];
  /** If the driver returns it. */
  readonly affected?: number;
  /** Key of the first inserted row, if the driver returns it. */
  readonly generatedKey?: string;
  /** Defaults to 1. */
  readonly keyStep?: number;
}

/** Only statements with rows or a count, in order. */
export type Result = readonly ResultSet[];
