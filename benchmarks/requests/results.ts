import type { Summary } from '../support/statistics.ts';

/** What was found out about everybody who answered one question. */
export interface WorkloadResult {
  readonly name: string;
  readonly title: string;
  readonly contenders: readonly ContenderResult[];
}

/** How one contender answered one question, over all rounds; what the operating system doesn't tell is absent. */
export interface ContenderResult {
  readonly name: string;
  readonly title: string;
  readonly answersPerSecond: Summary;
  /** Milliseconds. */
  readonly p50: Summary;
  readonly p99: Summary;
  /** Microseconds of processor time for one answer. */
  readonly processor?: ProcessorTime;
  /** The most bytes that the server's process had in use at once. */
  readonly peakMemory?: number;
  /** Requests that make one answer. */
  readonly requests: number;
  /** Statements that one answer takes, those around it included; absent where nobody can tell. */
  readonly statements?: number;
  /** When asked at a constant rate, below what it can do. */
  readonly paced?: Paced;
}

export interface ProcessorTime {
  readonly server: Summary;
  /** Of all processes of the database. */
  readonly database: Summary;
  readonly sum: Summary;
}

export interface Paced {
  /** Responses per second that were asked for. */
  readonly rate: number;
  /** Milliseconds from when an answer was due to be asked for. */
  readonly p50: Summary;
  readonly p99: Summary;
}
