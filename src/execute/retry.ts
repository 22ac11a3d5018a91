import { setTimeout } from 'node:timers/promises';
import { ApiError } from '../base/errors.ts';
import type { RetryReason } from '../base/observation.ts';
import type { Observers } from '../base/observers.ts';

interface Attempts {
  readonly maxAttempts: number;
  readonly waitMs?: number;
}

/**
 * No retry can apply a change twice:
 *
 * | reason | proof that nothing was changed |
 * |---|---|
 * | `rolledBack`: a single statement or a transaction | the database reports a rollback due to a conflict |
 * | `lostRead`: a read got no session, or lost its session | reads change nothing |
 * | `conflict`: a concurrent transaction interfered | the service has rolled the changes back |
 * | `rowsSkipped`: a write of fewer rows than found | the service has rolled the changes back |
 * | `keyTaken`: an insert of a missing row that then existed | the service has rolled the changes back |
 * | `changesRejected`: the session is read-only | the service rolled back, or had changed nothing |
 *
 * A write that calls a procedure is never retried for `changesRejected`. Without a transaction, a mutation that has
 * changed a row is never retried: only its further reads are, as `lostRead`.
 * See also `pipeline/read-pipeline.ts` (batched reads) and `app/answer.ts` (catalog reload).
 */
const attempts: Readonly<Record<RetryReason, Attempts>> = {
  rolledBack: { maxAttempts: 6 },
  /** After the wait, the pool has noticed which other sessions have ended. */
  lostRead: { maxAttempts: 2, waitMs: 50 },
  conflict: { maxAttempts: 20 },
  /** Many attempts: fewer rows than expected may mean contention, or a trigger that always suppresses the write. */
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

/** Includes a lost session, and a database that accepts no more sessions. */
export const isUnavailable = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'Unavailable';
