import type { ServerProcess } from '../support/run-node.ts';
import type { StoreName } from '../support/store-names.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** With the query string, without an origin. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One question, whoever is asked; `key` is its only variable, different in every request. */
export interface Workload {
  readonly name: string;
  readonly title: string;
  /** Keys are from 1 to this. */
  readonly highestKey: number;
}

/** What a server is started with. */
export interface Place {
  readonly connectionString: string;
  /** What `connectionString` leads to. */
  readonly store: StoreName;
  /** Folder of the Joinery that is run, where it is one. */
  readonly root: string;
}

/** Someone who answers: a server in a process of its own, and how it is asked. */
export interface Contender {
  readonly name: string;
  readonly title: string;
  /** Whether it is Joinery, so that another revision of it can stand beside it. */
  readonly isJoinery: boolean;
  /** Starts a fresh process. */
  readonly start: (place: Place) => Promise<ServerProcess>;
  /** The requests that together give one answer; nothing where it takes no part in a workload. */
  readonly ask: (workload: Workload, key: number) => readonly HttpRequest[];
  /** What of its answer is compared with those of others: the same for all, whatever it is wrapped in. */
  readonly answerOf: (workload: Workload, bodies: readonly unknown[]) => unknown;
}
