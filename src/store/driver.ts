import type { ApiError } from '../base/errors.ts';
import type { Result } from './result.ts';
import type { Statement } from './script.ts';

/** Sends statements to one database; `execute/` decides about retries and timeouts. */
export interface Driver {
  readonly reads: Sessions<ReadSession>;
  /** Both pools together have `pool.max` sessions, so neither kind of work starves the other. */
  readonly changes: Sessions<ChangeSession>;
  /** Additional session for reading the catalog and pinging the database. */
  readonly service: Sessions<ReadSession>;
  /** Absent if not useful, as without batches. */
  readonly estimate?: Estimate;
  classify(error: unknown): ErrorClassification;
  /** Waits for running statements, then closes all sessions. */
  close(): Promise<void>;
}

export interface Sessions<S extends Session> {
  /**
   * Further concurrent calls may fail: `execute/` does the queueing. It may replace sessions that it set aside as
   * possibly dead.
   */
  readonly max: number;
  /** Closes idle sessions, which may be dead without notice. */
  closeIdle(): void;
  /**
   * Runs work with exclusive use of a session, and closes a lost session.
   * @throws the error of the work, or of opening a session; `classify` classifies both
   */
  use<T>(work: (session: S) => Promise<T>): Promise<T>;
}

export interface Session {
  /**
   * Cancels the running statement, which then fails. Settles once later statements are safe; send none before. Never
   * rejects: if cancellation fails, the session is lost.
   */
  cancel(): Promise<void>;
}

export interface ReadSession extends Session {
  /** Maximum batch size; 1 without protocol support. */
  readonly maxBatchSize: number;
  /**
   * Runs a batch in order, each unit in its own transaction; a failure does not affect the others. Resolves once the
   * session is free. Never rejects.
   * @param onOutcome receives outcomes in order; if the session is lost, the remaining ones are errors
   */
  run(
    statements: readonly BoundStatement[],
    onOutcome: (outcome: StatementOutcome, index: number) => void,
  ): Promise<void>;
}

/** Each statement sees rows committed before it. */
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
export type CallMode = 'shared' | 'sole' | 'readOnly';

export interface ChangeSession extends Session {
  /** Uses its own transaction unless one is open. */
  run(statement: BoundStatement): Promise<Result>;
  /**
   * Runs work in a transaction, and rolls back if it throws.
   * @param calls absent without procedure calls
   * @throws the error of the work or commit; MayHaveCommitted if an `alone` procedure may have committed changes
   */
  transaction<T>(work: () => Promise<T>, isolation: Isolation, calls?: CallMode): Promise<T>;
  /** Resets settings, role, temporary tables, and locks. If that fails, the session is lost. */
  reset(): Promise<void>;
}

/** One message with one result. */
export interface BoundStatement {
  /** Transaction-local, by database name. */
  readonly settings: Readonly<Record<string, string>>;
  /** Not prepared without a name. */
  readonly statement: Pick<
    Statement<unknown>,
    'text' | 'slots' | 'namesColumns' | 'isUnprepared' | 'changesSession'
  > & {
    readonly name?: string;
    readonly managesTransaction?: boolean;
  };
  /** Encoded parameters. */
  readonly values: readonly unknown[];
  /** Maximum result bytes; if exceeded, the session is lost. Absent: unlimited. */
  readonly maxBytes?: number;
}

export type StatementOutcome = { readonly result: Result } | { readonly error: unknown };

export interface Estimate {
  /** Returns the estimation query, which does not execute the statement. */
  estimationQuery(statement: BoundStatement): BoundStatement;
  /** Returns whether the round trip dominates the cost. @param result of `estimationQuery` */
  isSmall(result: Result): boolean;
}

export interface ErrorClassification {
  /** Undefined if the service is at fault. */
  readonly apiError: ApiError | undefined;
  /** The session was lost or unavailable; the outcome is unknown. */
  readonly isSessionLost: boolean;
  /** Rolled back because of a concurrent transaction, so a retry is safe. */
  readonly isRolledBack: boolean;
  /**
   * The session or server is read-only. Nothing changed, and the session is closed after use: a new one may reach
   * another server or have other settings.
   */
  readonly rejectsChanges: boolean;
}
