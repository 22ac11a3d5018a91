import type { Summary } from '../support/statistics.ts';

export interface WorkloadResult {
  readonly name: string;
  readonly title: string;
  readonly contenders: readonly ContenderResult[];
}

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
  readonly requests: number;
  /** Statements per answer, including transaction control; absent if not countable. */
  readonly statements?: number;
  /** At a constant rate below the maximum. */
  readonly paced?: Paced;
}

export interface ProcessorTime {
  readonly server: Summary;
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
