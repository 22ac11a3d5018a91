/** What came of a scenario: a row of the table. */
export interface Findings {
  readonly requests: number;
  readonly acknowledged: number;
  /** Acknowledged writes that the database does not have. */
  readonly missing: number;
  /** Writes that the database has although clients were told that nothing was done. */
  readonly undoneButThere: number;
  readonly outcomeUnknown: number;
  readonly internal: number;
  readonly hung: number;
  /** Milliseconds until a read and a write succeeded after the database's return, the longest of all; undefined where nothing returned. */
  readonly back: number | undefined;
  /** Expectations that do not hold; none where all is well. */
  readonly violated: readonly string[];
  /** The same of times and rates, which a busy machine changes. */
  readonly late: readonly string[];
  /** What else there is to know. */
  readonly facts: readonly string[];
}

/** Of a scenario that did not come to its end. */
export const brokenOff = (error: unknown): Findings => ({
  requests: 0,
  acknowledged: 0,
  missing: 0,
  undoneButThere: 0,
  outcomeUnknown: 0,
  internal: 0,
  hung: 0,
  back: undefined,
  violated: [error instanceof Error ? error.message : String(error)],
  late: [],
  facts: [],
});
