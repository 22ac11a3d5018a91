import type { HttpRequest } from '../requests/contender.ts';

export interface Order {
  /** `http://host:port` */
  readonly origin: string;
  /** Requests of each response, sent repeatedly in this order. The requests of one response are sequential on one
   * connection. */
  readonly requestLists: readonly (readonly HttpRequest[])[];
  readonly connections: number;
  readonly seconds: number;
  /** Target responses per second, evenly spaced, regardless of the latency. Default: as fast as possible. */
  readonly rate?: number;
  readonly mayFail?: boolean;
}

export interface Sent {
  readonly answers: number;
  readonly seconds: number;
  /** Milliseconds from the scheduled time of a request to its response. */
  readonly p50: number;
  readonly p99: number;
}

export const rateOf = ({ answers, seconds }: Sent): number => answers / seconds;
