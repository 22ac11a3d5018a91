/** Result of a scenario: a row of the table. */
export interface Findings {
  readonly requests: number;
  readonly acknowledged: number;
  /** Acknowledged writes that are missing in the database. */
  readonly missing: number;
  /** Stored writes that were reported as undone. */
  readonly wronglyReportedUndone: number;
  readonly outcomeUnknown: number;
  readonly internal: number;
  readonly hung: number;
  /** Longest time until a read and a write succeeded after the fault, in milliseconds; undefined without recovery. */
  readonly recoveryMs: number | undefined;
  readonly violated: readonly string[];
  /** Violated expectations about times and rates, which depend on machine load. */
  readonly late: readonly string[];
  /** Other observations. */
  readonly observations: readonly string[];
}

/** Returns the result of an aborted scenario. */
export const brokenOff = (error: unknown): Findings => ({
  requests: 0,
  acknowledged: 0,
  missing: 0,
  wronglyReportedUndone: 0,
  outcomeUnknown: 0,
  internal: 0,
  hung: 0,
  recoveryMs: undefined,
  violated: [error instanceof Error ? error.message : String(error)],
  late: [],
  observations: [],
});
