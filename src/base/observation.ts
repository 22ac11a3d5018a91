import type { Refusal } from './errors.ts';
import type { Identity } from './identity.ts';
import type { Problem } from './problem.ts';

/** A received request. All of its observations share this object, so that observers can correlate them. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  /** Absent until authentication. */
  readonly identity?: Identity;
}

/** Properties of a planned operation. */
export interface ObservedOperation {
  /** Undefined if the operation did not arrive by HTTP. */
  readonly request: ReceivedRequest | undefined;
  readonly identity: Identity;
  /** Names of the entities in the response. */
  readonly entities: readonly string[];
  /** Milliseconds. */
  readonly duration: number;
}

/** Reason for a retry. `execute/try-again.ts` defines the number of attempts and why retries are safe. */
export type RetryReason = 'takenBack' | 'lostRead' | 'overtaken' | 'heldBack' | 'taken' | 'changesRejected';

/** Rows changed by a mutation. */
export interface ObservedChange {
  /** Absent for a plain junction table. */
  readonly entity?: string | undefined;
  /** Number of created, changed, or deleted rows. */
  readonly rows: number;
  readonly created: boolean;
}

/** Observations by kind. Durations are in milliseconds. */
export interface ObservationMap {
  /** A request arrived. Reported only if an observer of this kind exists when the server is created. */
  began: { readonly request: ReceivedRequest };
  /** A request stage ended, such as `plan`, and the next one starts. */
  stage: { readonly request: ReceivedRequest; readonly stage: string };
  /**
   * A response was sent or the client disconnected. Reported only if an observer of this kind exists when the server is
   * created.
   */
  answered: {
    readonly request: ReceivedRequest;
    /** Route pattern, such as `/api/*`; undefined if there is none. */
    readonly route: string | undefined;
    readonly status: number;
    readonly duration: number;
  };
  /** An operation was planned and compiled after a cache miss. */
  planned: ObservedOperation;
  /** An operation was executed. The duration includes waiting for a session. */
  executed: ObservedOperation & {
    /** Number of statements, including skipped ones. */
    readonly statements: number;
    /** Empty for reads and failures. */
    readonly changes: readonly ObservedChange[];
    /** A Refusal or a fault of the service; absent on success. */
    readonly error?: unknown;
  };
  /** A database request failed transiently and was retried. `attempt` is the 1-based number of the failed attempt. */
  retried: { readonly reason: RetryReason; readonly attempt: number; readonly error: unknown };
  /** A request was refused; `request` is absent without an HTTP request. */
  refused: { readonly refusal: Refusal; readonly request?: ReceivedRequest };
  /** A fault of the service; clients receive the id. */
  fault: { readonly logId: string; readonly error: unknown; readonly request: ReceivedRequest };
  /** The database did not respond to a health check. */
  unhealthy: { readonly error: unknown };
  /** The catalog was re-read and the snapshot rebuilt. */
  catalogRead: { readonly duration: number; readonly schemaChanged: boolean };
  /** A problem of the configuration that permits startup, or was found when the catalog was re-read. */
  problem: { readonly problem: Problem };
  /** Fetching an issuer's keys failed. Reported once until it succeeds again. */
  keysMissing: { readonly issuer: string; readonly error: unknown };
  /** The certificate files changed. With an error, the previous certificate stays in use. */
  certificateChanged: { readonly cert: string; readonly error?: unknown };
}

export type ObservationKind = keyof ObservationMap;

export type ObservationOf<K extends ObservationKind> = { readonly kind: K } & ObservationMap[K];

/** An event, reported once by its source. */
export type Observation = { [K in ObservationKind]: ObservationOf<K> }[ObservationKind];

/** Handles observations synchronously. The functions must not throw. */
export type Observer = { readonly [K in ObservationKind]?: (observation: ObservationOf<K>) => void };
