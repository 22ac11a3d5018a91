import type { ErrorClassification } from '../../../store/driver.ts';
import type { Result } from '../../../store/result.ts';
import type { StatementUses } from '../../driver/kept-statements.ts';
import type { ConnectedSource } from '../../store-kind.ts';

export interface ConnectOptions {
  readonly source: ConnectedSource;
  readonly ways: SessionVariant;
  /** Absent if no statements are kept prepared. */
  readonly uses: StatementUses | undefined;
  readonly rights: Rights;
  /** @throws if the database is unreachable */
  readonly kill: (threadId: number) => Promise<void>;
}

/** Minimum milliseconds between re-reads of rights, so that forbidden requests do not cause one each. */
const RIGHTS_MS = 1000;

/** Tracks since when the rights cached by sessions may be outdated. */
export class Rights {
  /** Time by `performance.now()`. */
  rejectedAt = 0;

  noteApiError(): void {
    const now = performance.now();
    if (now - this.rejectedAt > RIGHTS_MS) this.rejectedAt = now;
  }
}

export interface SessionVariant {
  /** Character set of sent strings, by mysql2's names. */
  readonly charset: string;
  /** @param timeoutMs of each statement */
  readonly settingsOf: (timeoutMs: number) => string;
  readonly hasSettings: string;
  /** Applies settings to one statement. @param settings expressions by name */
  readonly withSettings: (settings: Readonly<Record<string, string>>, text: string) => StatementWithSettings;
  /** Returns the milliseconds after which to cancel a statement. Absent if the server times out every statement. */
  readonly stopAfter?: (timeoutMs: number) => number;
  /** Checks a result for truncated values. Absent if statements fail instead. @throws ApiError LimitExceeded */
  readonly checkNothingCut?: (result: Result, ask: Ask) => Promise<void> | undefined;
  /** The server reports only the first key of rows inserted together, so results include the increment. */
  readonly tellsFirstKey?: true;
  /** A write may send several statements at once. Read sessions never accept more than one. */
  readonly sendsSeveral?: true;
  /**
   * Query for `is_open`: 1 within a transaction, else 0. Present if a cancel may follow a commit within a statement.
   */
  readonly askOpen?: string;
  /** Returns whether a statement was ended from outside. Absent if the server reports the end of the whole session. */
  readonly isInterrupted?: (error: unknown) => boolean;
  readonly classify: (error: unknown) => ErrorClassification;
}

export type Ask = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

export interface StatementWithSettings {
  readonly before?: string;
  readonly text: string;
  readonly after?: string;
}
