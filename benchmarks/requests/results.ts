import type { Summary } from '../support/statistics.ts';

export interface WorkloadResult {
  readonly name: string;
  readonly title: string;
  readonly contenders: readonly ContenderResult[];
}

/** Results of a contender over all rounds. Figures that the operating system does not report are absent. */
export interface ContenderResult {
  readonly name: string;
  readonly title: string;
  readonly answersPerSecond: Summary;
  /** Milliseconds. */
  readonly p50: Summary;
  readonly p99: Summary;
  /** Per answer, in microseconds. */
  readonly processor?: ProcessorTime;
  /** Bytes used by the server process. */
  readonly peakMemory?: number;
  /** Requests per answer. */
  readonly requests: number;
  /** Statements per answer, including transaction control; absent if not countable. */
  readonly statements?: number;
  /** At a constant rate below the maximum. */
  readonly paced?: Paced;
}

export interface ProcessorTime {
  readonly server: Summary;
  /** All database processes. */
  readonly database: Summary;
  readonly sum: Summary;
}

export interface Paced {
  /** Target responses per second. */
  readonly rate: number;
  /** Milliseconds since the scheduled time of the request. */
  readonly p50: Summary;
  readonly p99: Summary;
}
