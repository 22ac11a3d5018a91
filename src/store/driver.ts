import type { Refusal } from '../base/errors.ts';
import type { Result } from './result.ts';
import type { Statement } from './script.ts';

/** A pool of sessions with one database. It sends and reads; what is tried again, and how long is waited, is said by `execute/`. */
export interface Driver {
  /**
   * Runs work on a session that nobody else has meanwhile. A session that is lost is closed.
   * @throws what the work throws, or an error of opening a session; `meaning` tells what it means
   */
  use<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** As `use`, with a session that takes batches; absent where a session takes one unit at a time. */
  readonly useBatch?: <T>(work: (session: BatchSession) => Promise<T>) => Promise<T>;
  meaning(error: unknown): ErrorMeaning;
  /** Lets running statements finish, then closes every session. */
  close(): Promise<void>;
}

/** How a session sees what others do: each statement sees what was committed before it. */
export type Isolation = 'read committed';

/** One session with a database. What an error of it means, `meaning` of the driver tells. */
export interface Session {
  /** Runs a unit. Outside of a transaction the unit is one by itself. */
  run(unit: Unit): Promise<Result>;
  /** Runs work as one transaction: all of it counts, or where it throws, nothing. @throws what the work throws; errors of the commit */
  transaction<T>(work: () => Promise<T>, isolation: Isolation): Promise<T>;
  /** Takes back changes of the session itself: settings, a role, temporary tables, locks. */
  reset(): Promise<void>;
}

/** A request as a session runs it: one message, one result. */
export interface Unit {
  /** Settings for its transaction alone, by the database's own names. */
  readonly settings: Readonly<Record<string, string>>;
  /** A statement without a name is not kept prepared. */
  readonly statement: Pick<Statement<unknown>, 'text' | 'slots' | 'namesColumns'> & { readonly name?: string };
  /** One for each parameter, as the store has encoded them. */
  readonly values: readonly unknown[];
}

/** A session that runs units of several requests in one round trip and one transaction. */
export interface BatchSession extends Session {
  /**
   * Runs units one after the other in one transaction. Where one fails, those behind it are not run, and the whole transaction is taken back.
   * @param timeoutMs time for each unit and for the commit; it counts where it is less than the time that any statement has
   */
  runBatch(units: readonly Unit[], timeoutMs?: number): Promise<readonly UnitOutcome[]>;
  /** Whether the database holds the unit to be so small that most of its cost is the round trip. */
  isSmall(unit: Unit): Promise<boolean>;
}

/** The outcome of one unit of a batch; undefined for one that was not run. */
export type UnitOutcome =
  | { readonly result: Result }
  /** `undone` where it is certain that the database has taken back the whole batch. */
  | { readonly error: unknown; readonly undone: boolean }
  | undefined;

/** What an error of a driver means. */
export interface ErrorMeaning {
  /** The refusal that clients are told; undefined where the fault is ours. */
  readonly refusal: Refusal | undefined;
  /** The session is of no more use, or there was none. Nobody knows whether the database did what was sent. */
  readonly isSessionLost: boolean;
  /** The database has taken back the whole transaction because of others: so it can be run again, and nothing is done twice. */
  readonly isTakenBack: boolean;
}
