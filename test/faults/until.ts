import { setTimeout as sleep } from 'node:timers/promises';

/** Time limit on the busiest machine. */
const GIVE_UP_MS = 20_000;

/**
 * Waits for a condition.
 * @param maxMs time limit @returns whether it became true
 */
export async function until(holds: () => boolean, maxMs = GIVE_UP_MS): Promise<boolean> {
  for (const deadline = Date.now() + maxMs; !holds() && Date.now() < deadline; ) await sleep(50);
  return holds();
}
