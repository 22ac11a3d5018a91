/** The columns of a row in order, as texts of the database: numbers of JavaScript would lose digits. */
export type TextRow = readonly (string | null)[];

/** The result of one statement of a request. */
export interface ResultSet {
  readonly rows: readonly TextRow[];
  /** Names of the columns in order, where the statement asks for them. */
  readonly columns?: readonly string[];
  /** Rows that the statement changed, where the client tells it. */
  readonly affected?: number;
  /** The key that the database made for the first row that the statement inserted, where the client tells it. */
  readonly generatedKey?: string;
}

/** The result of a request: a set for each of its statements that gives rows or a count, in order. */
export type Result = readonly ResultSet[];
