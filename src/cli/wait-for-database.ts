import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Refusal } from '../base/errors.ts';
import { describeCause } from './describe-error.ts';

/** Milliseconds before the second try; each further one waits twice as long, up to the longest. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

/**
 * Opens, and tries again while the database is away; every try is logged.
 * @param seconds for which it is tried
 * @throws what the last try throws; at once any error that waiting does not mend
 */
export async function waitForDatabase<T>(open: () => Promise<T>, seconds: number, log: Logger): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (let attempt = 1, pause = FIRST_PAUSE_MS; ; attempt += 1, pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await open();
    } catch (error) {
      const left = deadline - performance.now();
      if (!(error instanceof Refusal) || error.code !== 'Unavailable' || left <= 0) throw error;
      const wait = Math.round(Math.min(pause, left));
      log.warn(
        { attempt, reason: describeCause(error).trim(), tryingAgainInMs: wait },
        'The database does not answer yet',
      );
      await sleep(wait);
    }
  }
}
