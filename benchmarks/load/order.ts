import type { HttpRequest } from '../requests/contender.ts';

/** What the load process is to send. */
export interface Order {
  /** Where, as `http://host:port`. */
  readonly origin: string;
  /** Sent over and over, in this order; the requests of one answer one after another over one connection. */
  readonly answers: readonly (readonly HttpRequest[])[];
  readonly connections: number;
  readonly seconds: number;
  /**
   * Responses per second that are asked for, evenly spaced, however long they take; absent: every connection asks again as
   * soon as it has its answer.
   */
  readonly rate?: number;
  /** Whether GraphQL errors are what is asked for. */
  readonly mayFail?: boolean;
}

/** What became of it. */
export interface Sent {
  readonly answers: number;
  /** From the first request to the last answer. */
  readonly seconds: number;
  /** Milliseconds from when an answer was due to be asked for until it was there. */
  readonly p50: number;
  readonly p99: number;
}

/** Responses per second. */
export const rateOf = ({ answers, seconds }: Sent): number => answers / seconds;
