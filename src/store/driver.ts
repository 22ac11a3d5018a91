import type { Refusal } from '../base/errors.ts';
import type { Result } from './result.ts';
import type { Statement } from './script.ts';

/** A pool of sessions with one database. It sends and reads; what is tried again, and how long is waited, is said by `execute/`. */
export interface Driver {
  /**
   * Runs work on a session that is nobody else's meanwhile. One that is lost is closed.
   * @throws what the work throws; what keeps a session from being opened, for `meaning` to tell
   */
  use<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** As `use`; absent where a session takes one unit at a time. */
  readonly useBatch?: <T>(work: (session: BatchSession) => Promise<T>) => Promise<T>;
  meaning(error: unknown): ErrorMeaning;
  /** Lets running statements finish, then closes every session. */
  close(): Promise<void>;
}

/** How a session sees what others do: each statement sees what was committed before it. */
export type Isolation = 'read committed';

/** One session with a database. Whatever it throws is for `meaning` of the driver to tell. */
export interface Session {
  /** Runs a unit; outside of a transaction it is one by itself. */
  run(unit: Unit): Promise<Result>;
  /** Runs work as one transaction: all of it counts or, where it throws, nothing. @throws what the work throws; errors of its end */
  transaction<T>(work: () => Promise<T>, isolation: Isolation): Promise<T>;
  /** Takes back what statements changed of the session itself: settings, a role, temporary tables, locks. */
  reset(): Promise<void>;
}

/** What is sent for one answer. */
export interface Unit {
  /** What holds for its transaction alone, by the names that the database has for it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Without a name it is not kept prepared. */
  readonly statement: Pick<Statement<unknown>, 'text' | 'slots' | 'namesColumns'> & { readonly name?: string };
  /** One for each parameter, as the store has encoded them. */
  readonly values: readonly unknown[];
}

/** A session that runs units of several requests in one round trip and one transaction. */
export interface BatchSession extends Session {
  /**
   * Runs units one after the other; where one fails, those behind it are not run, and all of the transaction is taken back.
   * @param timeoutMs what each may take, where that is less than any statement may; the end of the transaction too
   */
  runBatch(units: readonly Unit[], timeoutMs?: number): Promise<readonly UnitOutcome[]>;
  /** Whether the database reckons that a unit takes so little that a round trip of its own is most of what it costs. */
  isSmall(unit: Unit): Promise<boolean>;
}

/** What one unit of a batch came to; undefined for one that was not run. */
export type UnitOutcome =
  | { readonly result: Result }
  /** `undone` where it is certain that the database has taken back the whole batch. */
  | { readonly error: unknown; readonly undone: boolean }
  | undefined;

/** What an error of a driver comes to. */
export interface ErrorMeaning {
  /** What clients are told; undefined where the fault is ours. */
  readonly refusal: Refusal | undefined;
  /** The session is of no more use, or there was none. Whether what was sent was done is not known. */
  readonly isSessionLost: boolean;
  /** The database has taken back the whole transaction because of others: it can be run again, and nothing comes of it twice. */
  readonly isTakenBack: boolean;
}
