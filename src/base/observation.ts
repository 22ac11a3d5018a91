import type { ApiError } from './errors.ts';
import type { Identity } from './identity.ts';
import type { Problem } from './problem.ts';

/** Keys of `runtime.live.signals`. */
export type SignalSource = 'redis' | 'notify';

/** Shared by all observations of a request. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  /** Sent by the client in `X-Request-Id`, or generated. */
  readonly id?: string;
  /** Address of the peer. */
  readonly ip?: string;
  /** Address of the client, behind trusted proxies. Absent if the URL is invalid. */
  readonly clientAddress?: string;
  /** Key of the caller's rate limit. Set if the database time of callers is limited. */
  limitedAs?: string;
  /** Absent until authentication. */
  readonly identity?: Identity;
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Set by the observer of traces. */
  span?: unknown;
  /** Set once the operation is known. */
  entities?: readonly string[];
  /** Start of the current stage, by `performance.now()`. */
  stageStartedAt?: number;
  /** True if the audit log has lines of the request. */
  isAudited?: boolean;
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

export type SessionPool = 'reads' | 'changes';

/** Durations are in milliseconds. */
export interface ObservationMap {
  /** Reported only if an observer exists when the server is created. */
  requestStarted: { readonly request: ReceivedRequest };
  /** The stage, such as `plan`, has ended. */
  stage: { readonly request: ReceivedRequest; readonly stage: string; readonly duration: number };
  /** A GraphQL document was parsed. It may be invalid, and may be rejected. */
  documentParsed: {
    readonly request: ReceivedRequest;
    /** Type, name, and root fields of the requested operation. Undefined if the document lacks the operation. */
    readonly operation: string | undefined;
    readonly text: string;
  };
  /** The response was sent or the client disconnected. Reported like `requestStarted`. */
  responseSent: {
    readonly request: ReceivedRequest;
    /** Undefined if no route matches. */
    readonly route: string | undefined;
    readonly status: number;
    readonly duration: number;
    /** Bytes of the body; undefined if its length is unknown. */
    readonly bytes: number | undefined;
    /** True for a WebSocket or server-sent events, which have ended. */
    readonly isLive: boolean;
  };
  /** A statement has ended. Reported only if the database time of callers is limited. */
  statement: { readonly request: ReceivedRequest; readonly duration: number };
  /** Reported on a cache miss. */
  planned: ObservedOperation;
  /** The duration includes waiting for a session. */
  executed: ObservedOperation & {
    readonly operation: 'query' | 'mutation';
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
  /** Work has waited for a session. Reported only if it had to wait. */
  waited: { readonly pool: SessionPool; readonly duration: number };
  /** Reads were sent to the database in one round trip. */
  batchSent: { readonly reads: number };
  /** A live query has started or ended. `queries` and `cohorts` count those of this process. */
  liveQueries: { readonly queries: number; readonly cohorts: number };
  /** A statement for live queries was sent. */
  liveStatement: { readonly members: number };
  /** A result of a live query was sent, or dropped because a newer result was read before the client took it. */
  liveResult: { readonly outcome: 'sent' | 'dropped' };
  /**
   * A read of a cohort failed, and is retried. Reported once per code and message until `liveReadsRestored`.
   */
  liveReadsFailed: { readonly entities: readonly string[]; readonly apiError: ApiError };
  liveReadsRestored: { readonly entities: readonly string[]; readonly downtime: number };
  socketOpened: Readonly<Record<never, never>>;
  /** The reason is the code sent by the service, `invalid` for an invalid frame, `client`, or `lost`. */
  socketClosed: { readonly reason: string };
  /** Lines of the audit log are lost. Their requests were answered nevertheless. */
  auditLost: { readonly lines: number; readonly error: unknown };
  /** The webhook of the audit log fails. Reported once until it succeeds again. */
  auditDelayed: { readonly error: unknown };
  /** The store of the rate limits fails. Until `limitStoreRestored`, this process counts in its memory. */
  limitStoreFailed: { readonly error: unknown };
  limitStoreRestored: { readonly downtime: number };
  /** A connection that reports changes of other instances is lost. Reported once until `signalsRestored`. */
  signalsLost: { readonly source: SignalSource; readonly error: unknown };
  signalsRestored: { readonly source: SignalSource };
  unhealthy: { readonly error: unknown };
  /** The embedded database server has ended, and the service did not stop it. */
  embeddedEnded: { readonly exitCode: number | null; readonly signal: string | null; readonly logFile: string };
  catalogRead: { readonly duration: number; readonly schemaChanged: boolean };
  /**
   * Startup or a reload found a problem. With `isCatalog`, a later check of the catalog may find the problem corrected.
   */
  problem: { readonly problem: Problem; readonly isCatalog?: boolean };
  /** The catalog was read again, or an attempt failed. `remaining` has the `problemKey` of each uncorrected problem. */
  catalogChecked: { readonly remaining: ReadonlySet<string> };
  /** A reload of the configuration failed. The previous configuration stays in use. */
  reloadFailed: { readonly problems: readonly Problem[] };
  /** The keys of an issuer could not be fetched. Reported once until fetching succeeds again. */
  keyFetchFailed: { readonly issuer: string; readonly error: unknown };
  /** With an error, the previous certificate stays in use. */
  certificateChanged: { readonly cert: string; readonly error?: unknown };
}

export type ObservationKind = keyof ObservationMap;

export type ObservationOf<K extends ObservationKind> = { readonly kind: K } & ObservationMap[K];

export type Observation = { [K in ObservationKind]: ObservationOf<K> }[ObservationKind];

/** Called synchronously; must not throw. */
export type Observer = { readonly [K in ObservationKind]?: (observation: ObservationOf<K>) => void };
