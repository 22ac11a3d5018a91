import type { ErrorMeaning } from '../../../store/driver.ts';
import type { Result } from '../../../store/result.ts';
import type { StatementUses } from '../../driver/kept-statements.ts';
import type { ConnectedSource } from '../../store-kind.ts';

/** What the sessions of one database have in common. */
export interface ConnectOptions {
  readonly source: ConnectedSource;
  readonly ways: SessionVariant;
  /** Absent where no statements are kept prepared. */
  readonly uses: StatementUses | undefined;
  readonly rights: Rights;
  /** Stops what a session runs. @throws where the database cannot be asked */
  readonly kill: (threadId: number) => Promise<void>;
}

/** Milliseconds for which one reading of rights serves, so that forbidden requests do not have all sessions read them over and over. */
const RIGHTS_MS = 1000;

/** Since when sessions may have rights on the database that the account no longer has, or lack some that it has. */
export class Rights {
  /** By `performance.now()`. */
  refusedAt = 0;

  /** Notes that the server refused a statement for want of a right. */
  noteRefusal(): void {
    const now = performance.now();
    if (now - this.refusedAt > RIGHTS_MS) this.refusedAt = now;
  }
}

/** What one server of the family does otherwise than another on its sessions. */
export interface SessionVariant {
  /** Of texts that are sent, by mysql2's names; settings of the session may change it. */
  readonly charset: string;
  /** The statement that gives a session its settings. @param timeoutMs of each statement */
  readonly settingsOf: (timeoutMs: number) => string;
  /** A condition that holds in a session that has them. */
  readonly hasSettings: string;
  /** Puts settings in force for one statement alone. @param settings expressions, by name */
  readonly withSettings: (settings: Readonly<Record<string, string>>, text: string) => SetStatement;
  /** Milliseconds after which a statement is stopped from outside, where the server does not stop each one by itself. */
  readonly stopAfter?: (timeoutMs: number) => number;
  /** Looks whether something of a result was cut, by asking where that may be; absent where statements fail then. @throws Refusal LimitExceeded */
  readonly checkNothingCut?: (result: Result, ask: Ask) => Promise<void> | undefined;
  /** Of rows that were inserted together, the server tells no key but the first one: so how far they are apart is told with it. */
  readonly tellsFirstKey?: true;
  /** Changes may go out as several statements at once; sessions of reads never take more than one. */
  readonly sendsSeveral?: true;
  /** Asks for `is_open`: whether a transaction is, 1 or 0; where a statement may be stopped behind a commit within it. */
  readonly askOpen?: string;
  /** Whether a statement was ended from outside; where it may be that all of the session was, which the server does not say. */
  readonly isInterrupted?: (error: unknown) => boolean;
  readonly meaning: (error: unknown) => ErrorMeaning;
}

/** Runs a statement on the same session, and gives its rows by column name. */
export type Ask = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** A statement that has settings, with what is run before and after it. */
export interface SetStatement {
  readonly before?: string;
  readonly text: string;
  readonly after?: string;
}
