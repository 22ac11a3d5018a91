import { setTimeout } from 'node:timers/promises';
import { Refusal } from '../base/errors.ts';
import type { RetryReason } from '../base/observation.ts';
import type { Observers } from '../base/observers.ts';

/** How often something is run at most, and how long is waited in between. */
interface Attempts {
  readonly maxAttempts: number;
  readonly waitMs?: number;
}

/**
 * What is run again. Nothing can be done twice by it:
 *
 * | what | where it is known that nothing was done |
 * |---|---|
 * | `takenBack`: a statement by itself, a transaction | the database says that it took all of it back because of others |
 * | `lostRead`: a read whose session was lost, or could not be had, as when the database starts anew | reads change nothing |
 * | `overtaken`: changes, where others came in between | we have rolled them back |
 * | `heldBack`: a write of fewer rows than were found, by others or by the database itself | the same |
 * | `taken`: an insert of a row that was missing, and then was there | the same |
 * | `changesRejected`: changes in a session that is read-only, and is closed then | the same; a procedure, which may commit, is not run again |
 *
 * Two more things are run once more: a read that was sent together with others and lost, hit or held up there, by itself
 * (`pipeline/read-pipeline.ts`), and an operation whose catalog was read anew (`app/answer.ts`).
 */
const attempts: Readonly<Record<RetryReason, Attempts>> = {
  takenBack: { maxAttempts: 6 },
  /** By then the pool has noticed which other sessions have ended. */
  lostRead: { maxAttempts: 2, waitMs: 50 },
  overtaken: { maxAttempts: 20 },
  /** As many as for `overtaken`: other changes of a contended row look the same as a trigger that holds it back. */
  heldBack: { maxAttempts: 20 },
  taken: { maxAttempts: 4 },
  /** A new session finds the primary after a failover, and settings that were changed since. */
  changesRejected: { maxAttempts: 2 },
};

/**
 * Runs work, and again where it fails in a way that may pass; each time is observed.
 * @param reasonFor why it may be run again where it fails like this; undefined where it fails for good
 * @throws what the work throws in the end
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

/** Whether there was no session, or it was lost, or the database accepts no more. */
export const isUnavailable = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'Unavailable';
