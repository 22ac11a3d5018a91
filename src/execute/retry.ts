import { setTimeout } from 'node:timers/promises';
import { ApiError } from '../base/errors.ts';
import type { RetryReason } from '../base/observation.ts';
import type { Observers } from '../base/observers.ts';

interface Attempts {
  readonly maxAttempts: number;
  readonly waitMs?: number;
}

/**
 * Retry rules. No retry can apply a change twice:
 *
 * | reason | proof that nothing was changed |
 * |---|---|
 * | `rolledBack`: a single statement or a transaction | the database reports a rollback due to a conflict |
 * | `lostRead`: a read with no session or a lost one, as after a database restart | reads change nothing |
 * | `conflict`: changes that a concurrent transaction interfered with | the service has rolled them back |
 * | `rowsSkipped`: a write of fewer rows than found, due to others or the database itself | rolled back, too |
 * | `keyTaken`: an insert of a missing row that then existed | rolled back, too |
 * | `changesRejected`: changes in a read-only session, which is then closed | rolled back, too; never for procedures |
 *
 * Two more retries exist elsewhere. A batched read that was lost, hit by a cancellation, or blocked is retried alone
 * (`pipeline/read-pipeline.ts`). An operation is retried after a catalog reload (`app/answer.ts`).
 */
const attempts: Readonly<Record<RetryReason, Attempts>> = {
  rolledBack: { maxAttempts: 6 },
  /** By then, the pool has noticed which other sessions have ended. */
  lostRead: { maxAttempts: 2, waitMs: 50 },
  conflict: { maxAttempts: 20 },
  /** Concurrent changes of a contended row look like a trigger that prevents the write. */
  rowsSkipped: { maxAttempts: 20 },
  keyTaken: { maxAttempts: 4 },
  /** A new session finds the primary after a failover, and picks up changed settings. */
  changesRejected: { maxAttempts: 2 },
};

/**
 * @param reasonFor returns undefined for a permanent failure
 * @throws the error of the last attempt
 */
export async function retry<T>(
  work: () => Promise<T>,
  reasonFor: (error: unknown) => RetryReason | undefined,
  { observe }: Pick<Observers, 'observe'>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const reason = reasonFor(error);
      if (reason === undefined) throw error;
      const { maxAttempts, waitMs } = attempts[reason];
      if (attempt >= maxAttempts) throw error;
      observe({ kind: 'retried', reason, attempt, error });
      if (waitMs !== undefined) await setTimeout(waitMs);
    }
  }
}

/** Returns true if there was no session, it was lost, or the database accepts no more. */
export const isUnavailable = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'Unavailable';
