import type { ApiError } from '../base/errors.ts';
import type { Result } from './result.ts';
import type { Statement, StatementTrace } from './script.ts';

/** Sessions of a database. `execute/` handles retries and timeouts. */
export interface Driver {
  readonly reads: Sessions<ReadSession>;
  /** `reads` and `changes` divide `pool.max` sessions, so that neither pool starves the other. */
  readonly changes: Sessions<ChangeSession>;
  /** Extra session for the catalog and pings. */
  readonly service: Sessions<ReadSession>;
  /** Extra sessions for the reads of live queries, opened when first used. */
  readonly live: Sessions<ReadSession>;
  /** Estimates the cost of a read before it is batched. Absent if the driver does not batch reads. */
  readonly estimate?: Estimate;
  /**
   * Opens a session that receives the notifications of other sessions. It reconnects when it is lost. Absent if the
   * database has no notifications.
   */
  readonly notifications?: (channel: string, handlers: NotificationHandlers) => ChangeNotifications;
  /** Absent if the database cannot explain a statement. */
  readonly plans?: PlanReader;
  /** Absent if the database always has transactions. */
  readonly hasTransactions?: () => Promise<boolean>;
  /** Statement of a ping; `select 1` by default. */
  readonly pingText?: string;
  /** Returns the maximum bytes of a statement with its values. Absent or undefined if it is unknown. */
  maxRequestBytes?(): number | undefined;
  classify(error: unknown): ErrorClassification;
  /** Waits for running statements. */
  close(): Promise<void>;
}

export interface TableName {
  readonly schema: string;
  readonly name: string;
}

export interface TableVersion extends TableName {
  /**
   * Differs between two queries if a change of the table became visible in between. May also differ without a change.
   */
  readonly version: string;
}

export interface NotificationHandlers {
  readonly onPayload: (payload: string) => void;
  /** Called after each connect. Earlier notifications may be lost. */
  readonly onConnected: () => void;
  readonly onLost: (error: unknown) => void;
}

export interface ChangeNotifications {
  readonly isConnected: boolean;
  /** @throws Error if the session is closed, or a payload is too long */
  send(payloads: readonly string[]): Promise<void>;
  /** Returns the tables whose trigger sends a notification of every change. @throws Error if the session is closed */
  notifyingTables(tables: readonly TableName[]): Promise<readonly TableName[]>;
  close(): Promise<void>;
}

export interface Sessions<S extends Session> {
  /** Maximum number of concurrent calls; `execute/` queues further calls, and may replace sessions that seem dead. */
  readonly max: number;
  /** Number of open sessions, in use or idle. */
  readonly open: number;
  /** Closes the idle sessions. Their connections may be broken, although no error was reported. */
  closeIdle(): void;
  /**
   * Runs work with exclusive use of a session. Closes lost sessions.
   * @throws the error of the work, or of opening a session
   */
  use<T>(work: (session: S) => Promise<T>): Promise<T>;
}

export interface Session {
  /**
   * Cancels the running statement. Resolves once another statement can be sent. Never rejects: if cancellation fails,
   * the session is lost.
   */
  cancel(): Promise<void>;
}

export interface ReadSession extends Session {
  /** 1 if the protocol has no batches. */
  readonly maxBatchSize: number;
  /**
   * Runs each statement in its own transaction, in order. Resolves once the session is free. Never rejects.
   * @param onOutcome receives outcomes in order; if the session is lost, the remaining outcomes are errors
   */
  run(
    statements: readonly BoundStatement[],
    onOutcome: (outcome: StatementOutcome, index: number) => void,
  ): Promise<void>;
}

export type Isolation = 'read committed';

/**
 * How a transaction calls procedures:
 * - `shared`: as one of several steps; fails if the procedure would end the transaction
 * - `sole`: as the only step; the procedure may end the transaction if the store permits
 * - `readOnly`: changes are rolled back
 */
export type CallMode = 'shared' | 'sole' | 'readOnly';

export interface ChangeSession extends Session {
  /** Runs the statement in the open transaction or, if none is open, in its own. */
  run(statement: BoundStatement): Promise<Result>;
  /**
   * Rolls back if the work throws.
   * @param calls undefined if the transaction calls no procedure
   * @throws the error of the work or commit; MayHaveCommitted after a `sole` procedure
   */
  transaction<T>(work: () => Promise<T>, isolation: Isolation, calls?: CallMode): Promise<T>;
  /** Resets the settings of the session. If the reset fails, the session is lost. */
  reset(): Promise<void>;
}

export interface BoundStatement {
  /**
   * Settings that describe the caller to the database while the statement runs. A setting never reaches the statement
   * of another caller. Null if the caller lacks the claim.
   */
  readonly settings: Readonly<Record<string, string | null>>;
  /** A statement without a name is not prepared. */
  readonly statement: Pick<
    Statement<unknown>,
    'text' | 'slots' | 'needsColumnNames' | 'isUnprepared' | 'changesSession'
  > & {
    readonly name?: string;
    readonly managesTransaction?: boolean;
  };
  readonly values: readonly unknown[];
  /** A larger result closes the session. */
  readonly maxBytes?: number;
  /** Absent if the statement is not traced. */
  readonly trace?: StatementTrace;
}

export type StatementOutcome = { readonly result: Result } | { readonly error: unknown };

export interface Estimate {
  /** Returns a query that estimates the statement but does not execute it. */
  estimationQuery(statement: BoundStatement): BoundStatement;
  /** Returns whether the round trip dominates the cost. */
  isSmall(result: Result): boolean;
}

export interface PlanReader {
  /** Returns a query for the plan of a read. It never executes the read. */
  planQuery(statement: BoundStatement): BoundStatement;
  /** Returns the plan as lines of text. */
  readPlan(result: Result): string;
}

export interface ErrorClassification {
  /** Error for clients; undefined for a bug of the service. */
  readonly apiError: ApiError | undefined;
  /** True if the session was lost, so that the outcome is unknown. */
  readonly isSessionLost: boolean;
  /** True if a concurrent transaction caused a rollback, so that a retry is safe. */
  readonly isRolledBack: boolean;
  /**
   * True if the session rejects changes. Nothing was changed; the session is closed, because a new session may be
   * writable.
   */
  readonly rejectsChanges: boolean;
}
