import type { ApiError } from '../base/errors.ts';
import type { Result } from './result.ts';
import type { Statement } from './script.ts';

/** Sends statements to one database. `execute/` handles retries and timeouts. */
export interface Driver {
  readonly reads: Sessions<ReadSession>;
  /** Both pools share `pool.max` sessions, so neither starves the other. */
  readonly changes: Sessions<ChangeSession>;
  /** An extra session that reads the catalog and pings the database. */
  readonly service: Sessions<ReadSession>;
  /** Absent without batches. */
  readonly estimate?: Estimate;
  classify(error: unknown): ErrorClassification;
  /** Waits for running statements. */
  close(): Promise<void>;
}

export interface Sessions<S extends Session> {
  /**
   * Further concurrent calls may fail, because `execute/` does the queueing. It may also replace sessions that seem
   * dead.
   */
  readonly max: number;
  /** Idle sessions may be dead without notice. */
  closeIdle(): void;
  /**
   * Runs work with exclusive use of a session. Closes the session if it was lost.
   * @throws the error of the work, or of opening a session
   */
  use<T>(work: (session: S) => Promise<T>): Promise<T>;
}

export interface Session {
  /**
   * Cancels the running statement. Resolves once it is safe to send another one. Never rejects: if cancellation fails,
   * the session is lost.
   */
  cancel(): Promise<void>;
}

export interface ReadSession extends Session {
  /** 1 if the protocol has no batches. */
  readonly maxBatchSize: number;
  /**
   * Runs the statements in order, each in its own transaction. Never rejects. Resolves once the session is free.
   * @param onOutcome receives outcomes in order, with errors for all remaining statements if the session is lost
   */
  run(
    statements: readonly BoundStatement[],
    onOutcome: (outcome: StatementOutcome, index: number) => void,
  ): Promise<void>;
}

export type Isolation = 'read committed';

/**
 * How a transaction calls procedures:
 * - `shared`: the procedure is one of several steps, and fails if it would end the transaction
 * - `sole`: the procedure is the only step, and may end the transaction if the store permits
 * - `readOnly`: changes are rolled back
 */
export type CallMode = 'shared' | 'sole' | 'readOnly';

export interface ChangeSession extends Session {
  /** Uses its own transaction unless one is open. */
  run(statement: BoundStatement): Promise<Result>;
  /**
   * Runs work in a transaction, which is rolled back if the work throws.
   * @param calls absent without procedure calls
   * @throws the error of the work or commit; MayHaveCommitted after a `sole` procedure
   */
  transaction<T>(work: () => Promise<T>, isolation: Isolation, calls?: CallMode): Promise<T>;
  /** Resets settings, role, temporary tables, and locks. If that fails, the session is lost. */
  reset(): Promise<void>;
}

export interface BoundStatement {
  /** Apply to the transaction only. */
  readonly settings: Readonly<Record<string, string>>;
  /** Not prepared without a name. */
  readonly statement: Pick<
    Statement<unknown>,
    'text' | 'slots' | 'namesColumns' | 'isUnprepared' | 'changesSession'
  > & {
    readonly name?: string;
    readonly managesTransaction?: boolean;
  };
  readonly values: readonly unknown[];
  /** Maximum result size. A larger result loses the session. */
  readonly maxBytes?: number;
}

export type StatementOutcome = { readonly result: Result } | { readonly error: unknown };

export interface Estimate {
  /** Returns a query that estimates the statement but does not execute it. */
  estimationQuery(statement: BoundStatement): BoundStatement;
  /** Returns whether the round trip dominates the cost. */
  isSmall(result: Result): boolean;
}

export interface ErrorClassification {
  /** Undefined if the service is at fault. */
  readonly apiError: ApiError | undefined;
  /** The session was lost or unavailable. The outcome is unknown. */
  readonly isSessionLost: boolean;
  /** Rolled back because of a concurrent transaction; safe to retry. */
  readonly isRolledBack: boolean;
  /** The session or server is read-only. Nothing changed. The session is closed, because a new one may be writable. */
  readonly rejectsChanges: boolean;
}
