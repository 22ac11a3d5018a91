import { setTimeout as delay } from 'node:timers/promises';

/** After this, what still runs is cancelled anew: it may not have begun when the database was asked first. */
const AGAIN_MS = 250;

/** What a session runs. */
export interface Cancelled {
  /** Settles with all of it. */
  readonly ended: Promise<unknown>;
  /** Whether what is meant still runs: strangers may come behind it. */
  readonly isMeant: () => boolean;
  /** Asks the database. @throws where it cannot be asked */
  readonly ask: () => Promise<void>;
  /** Gives the session up. */
  readonly lose: (error: unknown) => void;
}

/** Cancels what a session runs, and settles once nothing that is sent later can be hit. It never rejects. */
export async function cancelUntil({ ended, isMeant, ask, lose }: Cancelled): Promise<void> {
  const settled = ended.catch(() => undefined);
  while (isMeant()) {
    try {
      await ask();
    } catch (error) {
      lose(error);
    }
    await Promise.race([settled, delay(AGAIN_MS, undefined, { ref: false })]);
  }
  await settled;
}
