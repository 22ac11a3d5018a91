import type { ErrorClassification } from '../../../store/driver.ts';
import type { Result } from '../../../store/result.ts';
import type { UseCounts } from '../../driver/statement-cache.ts';
import type { ConnectedSource } from '../../store-kind.ts';

export interface ConnectOptions {
  readonly source: ConnectedSource;
  readonly variant: SessionVariant;
  /** Absent if statements are not prepared. */
  readonly uses: UseCounts | undefined;
  readonly rights: Rights;
  /** `max_allowed_packet` of the session that was opened last. The server ends a session at this request size. */
  readonly packet: { max: number | undefined };
  /** @throws if the database is unreachable */
  readonly kill: (threadId: number) => Promise<void>;
}

/** Minimum milliseconds between re-reads of the rights, because each forbidden request may cause one. */
const RIGHTS_MS = 1000;

export class Rights {
  /** Time of a forbidden request, by `performance.now()`. Sessions that read the rights before it re-read them. */
  rejectedAt = 0;

  noteRejection(): void {
    const now = performance.now();
    if (now - this.rejectedAt > RIGHTS_MS) this.rejectedAt = now;
  }
}

export interface SessionVariant {
  /** Character set of sent strings, as mysql2 names it. */
  readonly charset: string;
  /** @param timeoutMs time limit of a statement */
  readonly settingsOf: (timeoutMs: number) => string;
  readonly settingsCheck: string;
  /** Keyword that returns the plan of a statement as text, without running the statement. */
  readonly explain: string;
  /** Milliseconds after which to cancel a statement. Absent if the server times out every statement. */
  readonly cancelAfter?: (timeoutMs: number) => number;
  /**
   * Reports truncation. Absent if the server fails a statement that truncates a value.
   * @throws ApiError LimitExceeded
   */
  readonly checkNotTruncated?: (result: Result, query: SessionQuery) => Promise<void> | undefined;
  /** True if the server reports only the first generated key. Results then include the increment. */
  readonly reportsFirstKeyOnly?: true;
  /** True if writes may send several statements at once. */
  readonly multipleStatements?: true;
  /**
   * Query that returns `is_open`: 1 within a transaction. Present if the server may report a statement as canceled
   * after the statement has committed.
   */
  readonly openTransactionQuery?: string;
  /**
   * Returns true for the error of a canceled statement. Absent if the server returns another error when a session was
   * killed.
   */
  readonly isInterrupted?: (error: unknown) => boolean;
  readonly classify: (error: unknown) => ErrorClassification;
}

export type SessionQuery = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
