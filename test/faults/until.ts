import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds after which nobody waits any more, however busy the machine is. */
const GIVE_UP_MS = 20_000;

/** Waits for what must come about sooner or later. @param maxMs after which nobody waits any more @returns whether it has */
export async function until(holds: () => boolean, maxMs = GIVE_UP_MS): Promise<boolean> {
  for (const deadline = Date.now() + maxMs; !holds() && Date.now() < deadline; ) await sleep(50);
  return holds();
}
