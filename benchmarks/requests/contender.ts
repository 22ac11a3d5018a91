import type { ServerProcess } from '../support/run-node.ts';
import type { StoreName } from '../support/store-names.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Path and query, without the origin. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** `key` is the only variable, and differs in every request. */
export interface Workload {
  readonly name: string;
  readonly title: string;
  /** The lowest key is 1. */
  readonly highestKey: number;
}

export interface Place {
  readonly connectionString: string;
  readonly store: StoreName;
  /** Folder of the Joinery to run, if the contender is Joinery. */
  readonly root: string;
}

/** A server that runs as a separate process. */
export interface Contender {
  readonly name: string;
  readonly title: string;
  /** Joinery can be compared with another revision. */
  readonly isJoinery: boolean;
  /** Starts a new process. */
  readonly start: (place: Place) => Promise<ServerProcess>;
  /** Returns the requests of one answer; empty if the workload is not supported. */
  readonly requestsFor: (workload: Workload, key: number) => readonly HttpRequest[];
  /** Returns the part of the responses that must be equal for all contenders. */
  readonly answerOf: (workload: Workload, bodies: readonly unknown[]) => unknown;
}
