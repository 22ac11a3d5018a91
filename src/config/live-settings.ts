/** Limits of live queries. Times are in milliseconds. */
export interface LiveSettings {
  readonly enabled: boolean;
  /** Minimum time between two reads of a cohort. */
  readonly interval: number;
  /** Maximum time between two reads of a cohort without a signal. */
  readonly fallback: number;
  /** Time for which a stream holds back new rows if its order does not follow the order of commits. */
  readonly streamDelay: number;
  readonly maxPerCaller: number;
  readonly maxTotal: number;
  readonly maxStalled: number;
  /** Role that may end connections; absent if no role may. */
  readonly revokeRole?: string;
  readonly signals: LiveSignals;
}

export interface LiveSignals {
  readonly redis?: { readonly url: string; readonly channel: string };
  /** Channel of `LISTEN` and `NOTIFY` on PostgreSQL. */
  readonly notify?: string;
  /** Maximum time between two reads of a cohort if the database reports every change of the cohort's tables. */
  readonly notifiedFallback: number;
}
