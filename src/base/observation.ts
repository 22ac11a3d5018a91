import type { Refusal } from './errors.ts';
import type { Identity } from './identity.ts';
import type { Problem } from './problem.ts';

/** A request as it was received. It is the same object in all that is observed of it, so readers can put these together. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly url: string;
  /** Absent until it is known who asks. */
  readonly identity?: Identity;
}

/** What is known of an operation as soon as it is planned. */
export interface ObservedOperation {
  /** Undefined where the operation came by another way than HTTP. */
  readonly request: ReceivedRequest | undefined;
  readonly identity: Identity;
  /** Names of the entities that the answer is made from. */
  readonly entities: readonly string[];
  /** Milliseconds. */
  readonly duration: number;
}

/** Why something is asked of the database again: `execute/try-again.ts` says how often, and why nothing is done twice. */
export type RetryReason = 'takenBack' | 'lostRead' | 'overtaken' | 'heldBack' | 'taken' | 'changesRejected';

/** Rows that a mutation changed. */
export interface ObservedChange {
  /** Name of the entity; absent for a junction that is a plain table. */
  readonly entity?: string | undefined;
  /** How many were created or changed or deleted. */
  readonly rows: number;
  readonly created: boolean;
}

/** What is observed, by kind: all that is known at that moment. Durations are milliseconds. */
export interface ObservationMap {
  /** A request came in. Told only if somebody reads this kind when the server is made. */
  began: { readonly request: ReceivedRequest };
  /** A stage of a request ended, `plan` for example, and the next one starts. */
  stage: { readonly request: ReceivedRequest; readonly stage: string };
  /** An answer was sent, or its client has gone. Told only if somebody reads this kind when the server is made. */
  answered: {
    readonly request: ReceivedRequest;
    /** What the path belongs to, `/api/*` for example; undefined where nothing is served there. */
    readonly route: string | undefined;
    readonly status: number;
    readonly duration: number;
  };
  /** An operation was planned and compiled, since it was not in the cache. */
  planned: ObservedOperation;
  /** The database was asked for an operation. Waiting for a session is part of the duration. */
  executed: ObservedOperation & {
    /** How many statements the operation has; some may have been left out. */
    readonly statements: number;
    /** Empty where it only read, or failed. */
    readonly changes: readonly ObservedChange[];
    /** A Refusal, or a fault of the service; absent where it went well. */
    readonly error?: unknown;
  };
  /** Something was asked of the database again, as it failed in a way that may pass. The attempt that failed is counted from 1. */
  retried: { readonly reason: RetryReason; readonly attempt: number; readonly error: unknown };
  /** A client was refused. `request` is absent where it sent no request of HTTP. */
  refused: { readonly refusal: Refusal; readonly request?: ReceivedRequest };
  /** A fault of the service; the client is told the id. */
  fault: { readonly logId: string; readonly error: unknown; readonly request: ReceivedRequest };
  /** The database did not answer the one who asked for its health. */
  unhealthy: { readonly error: unknown };
  /** The catalog was read again, and what answers was made anew. */
  catalogRead: { readonly duration: number; readonly schemaChanged: boolean };
  /** A problem of the configuration that keeps nothing from starting, or that was found when the catalog was read again. */
  problem: { readonly problem: Problem };
  /** The keys that prove an issuer's tokens could not be looked up. Told once until that works again. */
  keysMissing: { readonly issuer: string; readonly error: unknown };
  /** The files of the certificate have changed. With an error, the one before stays. */
  certificateChanged: { readonly cert: string; readonly error?: unknown };
}

export type ObservationKind = keyof ObservationMap;

export type ObservationOf<K extends ObservationKind> = { readonly kind: K } & ObservationMap[K];

/** One thing that happened: what, to whom, how long it took. It is told once, by who finds it out; all who read it read the same. */
export type Observation = { [K in ObservationKind]: ObservationOf<K> }[ObservationKind];

/** Reads observations of some kinds, at once when they are made. None of these functions may throw. */
export type Observer = { readonly [K in ObservationKind]?: (observation: ObservationOf<K>) => void };
