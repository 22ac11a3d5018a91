import type { ApiError } from './errors.ts';
import type { Identity } from './identity.ts';
import type { Problem } from './problem.ts';

/** Shared by all observations of a request, so that observers can correlate them. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  /** Absent until authentication. */
  readonly identity?: Identity;
}

export interface ObservedOperation {
  /** Undefined if the operation did not arrive by HTTP. */
  readonly request: ReceivedRequest | undefined;
  readonly identity: Identity;
  /** Entities in the response. */
  readonly entities: readonly string[];
  /** Milliseconds. */
  readonly duration: number;
}

/** `execute/retry.ts` defines the number of attempts and why they are safe. */
export type RetryReason = 'rolledBack' | 'lostRead' | 'conflict' | 'rowsSkipped' | 'keyTaken' | 'changesRejected';

export interface ObservedChange {
  /** Absent for a plain junction table. */
  readonly entity?: string | undefined;
  /** Created, changed, or deleted rows. */
  readonly rows: number;
  readonly created: boolean;
}

/** Durations are in milliseconds. */
export interface ObservationMap {
  /** Reported only if an observer exists when the server is created. */
  requestStarted: { readonly request: ReceivedRequest };
  /** A stage ended, such as `plan`, and the next one starts. */
  stage: { readonly request: ReceivedRequest; readonly stage: string };
  /** A response was sent or the client disconnected. Reported only if an observer exists when the server is created. */
  responseSent: {
    readonly request: ReceivedRequest;
    /** Route pattern, such as `/api/*`; undefined if there is none. */
    readonly route: string | undefined;
    readonly status: number;
    readonly duration: number;
  };
  /** Reported on a cache miss. */
  planned: ObservedOperation;
  /** The duration includes waiting for a session. */
  executed: ObservedOperation & {
    /** Includes skipped statements. */
    readonly statements: number;
    /** Empty for reads and failures. */
    readonly changes: readonly ObservedChange[];
    /** A ApiError or a bug; absent on success. */
    readonly error?: unknown;
  };
  /** A transient failure was retried. `attempt` is the 1-based number of the failed attempt. */
  retried: { readonly reason: RetryReason; readonly attempt: number; readonly error: unknown };
  /** `request` is absent without HTTP. */
  rejected: { readonly apiError: ApiError; readonly request?: ReceivedRequest };
  /** Clients receive the id. */
  internalError: { readonly logId: string; readonly error: unknown; readonly request: ReceivedRequest };
  /** A health check failed. */
  unhealthy: { readonly error: unknown };
  /** The catalog was re-read and the snapshot rebuilt. */
  catalogRead: { readonly duration: number; readonly schemaChanged: boolean };
  /** Found at startup without preventing it, or when re-reading the catalog. */
  problem: { readonly problem: Problem };
  /** Fetching keys failed. Reported once until it succeeds again. */
  keyFetchFailed: { readonly issuer: string; readonly error: unknown };
  /** With an error, the previous certificate stays in use. */
  certificateChanged: { readonly cert: string; readonly error?: unknown };
}

export type ObservationKind = keyof ObservationMap;

export type ObservationOf<K extends ObservationKind> = { readonly kind: K } & ObservationMap[K];

/** Reported once, by its source. */
export type Observation = { [K in ObservationKind]: ObservationOf<K> }[ObservationKind];

/** Called synchronously; must not throw. */
export type Observer = { readonly [K in ObservationKind]?: (observation: ObservationOf<K>) => void };
