import type { Refusal } from '../base/errors.ts';
import type { Result } from './result.ts';
import type { Statement } from './script.ts';

/** Sends statements to one database. `execute/` decides about retries and timeouts. */
export interface Driver {
  readonly reads: Sessions<ReadSession>;
  /** Sessions for changes. Both pools together have `pool.max` sessions, so neither kind of work starves the other. */
  readonly changes: Sessions<ChangeSession>;
  /** Service session in addition to `pool.max`, for reading the catalog and pinging the database. */
  readonly service: Sessions<ReadSession>;
  /** Cost estimation; absent if it is not useful, as when statements are not batched. */
  readonly estimate?: Estimate;
  meaning(error: unknown): ErrorMeaning;
  /** Waits for running statements, then closes all sessions. */
  close(): Promise<void>;
}

export interface Sessions<S extends Session> {
  /**
   * Maximum number of sessions. More concurrent calls may fail, because `execute/` does the queueing. It may request
   * replacements for sessions that it set aside as possibly dead.
   */
  readonly max: number;
  /** Closes idle sessions, which may be dead without notice. */
  closeIdle(): void;
  /**
   * Runs work with exclusive use of a session, and closes the session if it is lost.
   * @throws the error of the work, or of opening a session; `meaning` classifies both
   */
  use<T>(work: (session: S) => Promise<T>): Promise<T>;
}

export interface Session {
  /**
   * Cancels the running statement, which then fails. Settles once the cancellation cannot hit later statements; send
   * none before. Never rejects: if cancellation fails, the session is lost.
   */
  cancel(): Promise<void>;
}

export interface ReadSession extends Session {
  /** Maximum batch size; 1 if the protocol does not support batches. */
  readonly maxUnits: number;
  /**
   * Sends units as a batch. They run in order, each in its own transaction; a failure does not affect the others.
   * Resolves once all outcomes are reported and the session is free. Never rejects.
   * @param tell receives outcomes in order; if the session is lost, the remaining ones are all errors
   */
  run(units: readonly BoundStatement[], tell: (outcome: UnitOutcome, index: number) => void): Promise<void>;
}

/** Isolation level: each statement sees rows committed before it. */
export type Isolation = 'read committed';

/**
 * How a transaction calls procedures:
 *
 * | | the procedure |
 * |---|---|
 * | `shared` | is one of several steps; fails if it would end the transaction |
 * | `alone` | is the only step; may end the transaction if the store permits |
 * | `reading` | only reads; its changes are rolled back |
 */
export type Calls = 'shared' | 'alone' | 'reading';

export interface ChangeSession extends Session {
  /** Runs a unit, in its own transaction unless one is open. */
  run(unit: BoundStatement): Promise<Result>;
  /**
   * Runs work in a transaction, and rolls back if it throws.
   * @param calls absent without procedure calls
   * @throws the error of the work or of the commit; MayHaveCommitted if an `alone` procedure may have committed
   *   earlier changes
   */
  transaction<T>(work: () => Promise<T>, isolation: Isolation, calls?: Calls): Promise<T>;
  /** Resets session state: settings, role, temporary tables, locks. If that fails, the session is lost. */
  reset(): Promise<void>;
}

/** A request as a session runs it: one message, one result. */
export interface BoundStatement {
  /** Transaction-local settings, by database name. */
  readonly settings: Readonly<Record<string, string>>;
  /** Unnamed statements are not kept prepared. */
  readonly statement: Pick<
    Statement<unknown>,
    'text' | 'slots' | 'namesColumns' | 'isUnprepared' | 'changesSession'
  > & {
    readonly name?: string;
    readonly managesTransaction?: boolean;
  };
  /** Encoded parameter values. */
  readonly values: readonly unknown[];
  /** Maximum result bytes; if exceeded, reading stops and the session is lost. Absent: unlimited. */
  readonly maxBytes?: number;
}

export type UnitOutcome = { readonly result: Result } | { readonly error: unknown };

/** Estimates the cost of a statement. */
export interface Estimate {
  /** Returns the estimation query, which does not execute the statement. */
  unitFor(unit: BoundStatement): BoundStatement;
  /** Returns whether the round trip dominates the cost of the statement. @param result of `unitFor` */
  isSmall(result: Result): boolean;
}

/** Classification of a driver error. */
export interface ErrorMeaning {
  /** Refusal for the client; undefined if the service is at fault. */
  readonly refusal: Refusal | undefined;
  /** The session was lost or unavailable. The outcome of the sent statements is unknown. */
  readonly isSessionLost: boolean;
  /** The database rolled back the transaction because of a concurrent one, so a retry is safe. */
  readonly isRolledBack: boolean;
  /**
   * The session or its server is read-only. The statement changed nothing, and the session is closed after use: a new
   * one may reach another server or have other settings.
   */
  readonly rejectsChanges: boolean;
}
