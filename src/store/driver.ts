import type { Refusal } from '../base/errors.ts';
import type { Result } from './result.ts';
import type { Statement } from './script.ts';

/** Sends statements to one database. It sends and reads; what is tried again, and how long is waited, is said by `execute/`. */
export interface Driver {
  /** Sessions for reads. */
  readonly reads: Sessions<ReadSession>;
  /** Sessions for changes. With those for reads they are `pool.max`: so neither kind of work can keep the other waiting. */
  readonly changes: Sessions<ChangeSession>;
  /** A session for the service itself, one beside `pool.max`: it reads the catalog, and asks whether the database answers. */
  readonly service: Sessions<ReadSession>;
  /** How the database is asked for the cost of a statement; absent where that tells nothing, as where no units go out together. */
  readonly estimate?: Estimate;
  meaning(error: unknown): ErrorMeaning;
  /** Lets running statements finish, then closes every session. */
  close(): Promise<void>;
}

/** Sessions of one kind. */
export interface Sessions<S extends Session> {
  /**
   * How many there are at most. Who asks for more at a time may fail: `execute/` keeps the queue. In place of sessions that are set aside, as they may
   * be dead, it asks for as many again.
   */
  readonly max: number;
  /** Closes the sessions that nobody uses: they may be dead without a sign. */
  closeIdle(): void;
  /**
   * Runs work on a session that nobody else has meanwhile. A session that is lost is closed.
   * @throws what the work throws, or an error of opening a session; `meaning` tells what it means
   */
  use<T>(work: (session: S) => Promise<T>): Promise<T>;
}

/** One session with a database. What an error of it means, `meaning` of the driver tells. */
export interface Session {
  /**
   * Asks the database to stop what the session runs, which then fails. Settles once nothing that is sent later can be hit; until then
   * nothing may be sent. It never rejects: where the database cannot be asked, the session is lost.
   */
  cancel(): Promise<void>;
}

/** A session that runs reads. */
export interface ReadSession extends Session {
  /** Most units that are sent at once: 1 where the protocol takes one at a time. */
  readonly maxUnits: number;
  /**
   * Sends units at once. They run one after the other, each as a transaction of its own: where one fails, the others do not.
   * Settles once all outcomes are told and the session is free for more; it never rejects.
   * @param tell is given the outcome of each unit as it comes, in order. Where the session is lost, all that are left fail alike.
   */
  run(units: readonly BoundStatement[], tell: (outcome: UnitOutcome, index: number) => void): Promise<void>;
}

/** How a session sees what others do: each statement sees what was committed before it. */
export type Isolation = 'read committed';

/**
 * How a transaction calls procedures:
 *
 * | | the procedure |
 * |---|---|
 * | `shared` | is one step of several: it fails where it would end the transaction |
 * | `alone` | is the only step: where the store allows it, the procedure may end the transaction |
 * | `reading` | only reads: nothing is committed |
 */
export type Calls = 'shared' | 'alone' | 'reading';

/** A session that runs changes. */
export interface ChangeSession extends Session {
  /** Runs a unit. Outside of a transaction the unit is one by itself. */
  run(unit: BoundStatement): Promise<Result>;
  /**
   * Runs work as one transaction: all of it counts, or where it throws, nothing.
   * @param calls absent where it calls no procedure
   * @throws what the work throws; errors of the commit; MayHaveCommitted where a procedure that is `alone` may have committed changes before that
   */
  transaction<T>(work: () => Promise<T>, isolation: Isolation, calls?: Calls): Promise<T>;
  /** Takes back changes of the session itself: settings, a role, temporary tables, locks. Where that fails, the session is lost. */
  reset(): Promise<void>;
}

/** A request as a session runs it: one message, one result. */
export interface BoundStatement {
  /** Settings for its transaction alone, by the database's own names. */
  readonly settings: Readonly<Record<string, string>>;
  /** A statement without a name is not kept prepared. */
  readonly statement: Pick<
    Statement<unknown>,
    'text' | 'slots' | 'namesColumns' | 'isUnprepared' | 'changesSession'
  > & {
    readonly name?: string;
    readonly managesTransaction?: boolean;
  };
  /** One for each parameter, as the store has encoded them. */
  readonly values: readonly unknown[];
  /** Bytes that its result may have; where it has more, reading ends and the session is lost. Absent where there is no bound. */
  readonly maxBytes?: number;
}

/** The outcome of one unit. */
export type UnitOutcome = { readonly result: Result } | { readonly error: unknown };

/** Asks the database how much work a statement is. */
export interface Estimate {
  /** The unit that asks; the statement itself does not run. */
  unitFor(unit: BoundStatement): BoundStatement;
  /** Whether the statement is so small that most of its cost is the round trip. @param result of `unitFor` */
  isSmall(result: Result): boolean;
}

/** What an error of a driver means. */
export interface ErrorMeaning {
  /** The refusal that clients are told; undefined where the fault is ours. */
  readonly refusal: Refusal | undefined;
  /** The session was lost, or there was none. Nobody knows whether the database did what was sent. */
  readonly isSessionLost: boolean;
  /** The database has taken back the whole transaction because of others: so it can be run again, and nothing is done twice. */
  readonly isRolledBack: boolean;
  /**
   * The session, or the server that it leads to, is read-only. Its statement changed nothing, and the session is closed after
   * its use: a new session may lead to another server, or have other settings.
   */
  readonly rejectsChanges: boolean;
}
