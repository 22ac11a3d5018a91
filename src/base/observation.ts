import type { ApiError } from './errors.ts';
import type { Identity } from './identity.ts';
import type { Problem } from './problem.ts';

/** Shared by all observations of a request. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  /** Absent until authentication. */
  readonly identity?: Identity;
}

export interface ObservedOperation {
  /** Undefined without HTTP. */
  readonly request: ReceivedRequest | undefined;
  readonly identity: Identity;
  readonly entities: readonly string[];
  /** Milliseconds. */
  readonly duration: number;
}

/** See `execute/retry.ts`. */
export type RetryReason = 'rolledBack' | 'lostRead' | 'conflict' | 'rowsSkipped' | 'keyTaken' | 'changesRejected';

export interface ObservedChange {
  /** Absent for a plain junction table. */
  readonly entity?: string | undefined;
  readonly rows: number;
  readonly created: boolean;
}

/** Durations are in milliseconds. */
export interface ObservationMap {
  /** Reported only if an observer exists when the server is created. */
  requestStarted: { readonly request: ReceivedRequest };
  /** The stage, such as `plan`, has ended. */
  stage: { readonly request: ReceivedRequest; readonly stage: string };
  /** The response was sent or the client disconnected. Reported like `requestStarted`. */
  responseSent: {
    readonly request: ReceivedRequest;
    /** Undefined if no route matches. */
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
    /** Absent on success. */
    readonly error?: unknown;
  };
  /** `attempt` is the failed attempt, from 1. */
  retried: { readonly reason: RetryReason; readonly attempt: number; readonly error: unknown };
  /** `request` is absent without HTTP. */
  rejected: { readonly apiError: ApiError; readonly request?: ReceivedRequest };
  /** Clients receive `logId`. */
  internalError: { readonly logId: string; readonly error: unknown; readonly request: ReceivedRequest };
  unhealthy: { readonly error: unknown };
  catalogRead: { readonly duration: number; readonly schemaChanged: boolean };
  /** Startup or the catalog reload continues. With `isCatalog`, a later check of the catalog may find it corrected. */
  problem: { readonly problem: Problem; readonly isCatalog?: boolean };
  /** The catalog was read again, or an attempt failed. `remaining` has the `problemKey` of each uncorrected problem. */
  catalogChecked: { readonly remaining: ReadonlySet<string> };
  /** The previous configuration stays in use. */
  reloadFailed: { readonly problems: readonly Problem[] };
  /** Reported once until fetching succeeds again. */
  keyFetchFailed: { readonly issuer: string; readonly error: unknown };
  /** With an error, the previous certificate stays in use. */
  certificateChanged: { readonly cert: string; readonly error?: unknown };
}

export type ObservationKind = keyof ObservationMap;

export type ObservationOf<K extends ObservationKind> = { readonly kind: K } & ObservationMap[K];

export type Observation = { [K in ObservationKind]: ObservationOf<K> }[ObservationKind];

/** Called synchronously; must not throw. */
export type Observer = { readonly [K in ObservationKind]?: (observation: ObservationOf<K>) => void };
