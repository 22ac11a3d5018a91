/** The columns of a row in order, as texts of the database: numbers of JavaScript would lose digits. */
export type TextRow = readonly (string | null)[];

/** What a text of a row is; `bits` are those of a number, as bytes. */
export type ValueKind = 'number' | 'boolean' | 'bits' | 'bytes' | 'json' | 'moment' | 'time' | 'text';

/** The result of one statement of a request. */
export interface ResultSet {
  readonly rows: readonly TextRow[];
  /** Names of the columns in order, where the statement asks for them. */
  readonly columns?: readonly string[];
  /** What the values of the columns are, where the client tells it. */
  readonly kinds?: readonly ValueKind[];
  /** Rows that the statement changed, where the client tells it. */
  readonly affected?: number;
  /** The key that the database made for the first row that the statement inserted, where the client tells it. */
  readonly generatedKey?: string;
  /** By how much the keys of further rows go up; 1 where it is absent. */
  readonly keyStep?: number;
}

/** The result of a request: a set for each of its statements that gives rows or a count, in order. */
export type Result = readonly ResultSet[];
