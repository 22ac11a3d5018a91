import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds until the cancel request is repeated: the statement may not have started at the first one. */
const CANCEL_RETRY_MS = 250;

export interface Cancelled {
  /** Settles when all work of the session has ended. */
  readonly ended: Promise<unknown>;
  /** True while the statement to cancel is running; statements of other callers may follow it. */
  readonly isMeant: () => boolean;
  /** @throws if the request cannot be sent */
  readonly ask: () => Promise<void>;
  readonly lose: (error: unknown) => void;
}

/** Cancels the session's work. Resolves once no cancel request can hit later work; never rejects. */
export async function cancelUntil({ ended, isMeant, ask, lose }: Cancelled): Promise<void> {
  const settled = ended.catch(() => undefined);
  while (isMeant()) {
    try {
      await ask();
    } catch (error) {
      lose(error);
    }
    await Promise.race([settled, delay(CANCEL_RETRY_MS, undefined, { ref: false })]);
  }
  await settled;
}
