import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between cancel requests. A request has no effect if the statement has not started yet. */
const CANCEL_RETRY_MS = 250;

export interface CancelTarget {
  /** Settles when the session has no more work. */
  readonly ended: Promise<unknown>;
  /** True while the statement to cancel runs. Later statements of its batch may belong to other callers. */
  readonly isRunning: () => boolean;
  /** @throws if the request cannot be sent */
  readonly sendCancel: () => Promise<void>;
  readonly discard: (error: unknown) => void;
}

/** Resolves once no cancel request can hit later work; never rejects. */
export async function cancelUntil({ ended, isRunning, sendCancel, discard }: CancelTarget): Promise<void> {
  const settled = ended.catch(() => undefined);
  while (isRunning()) {
    try {
      await sendCancel();
    } catch (error) {
      discard(error);
    }
    await Promise.race([settled, delay(CANCEL_RETRY_MS, undefined, { ref: false })]);
  }
  await settled;
}
