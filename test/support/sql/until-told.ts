import { setTimeout } from 'node:timers/promises';

/** `Cannot convert string`: `information_schema.processlist` fails on MySQL while any session runs a text with letters beyond U+FFFF. */
const CANNOT_CONVERT = 3854;

/** Asks of the sessions of a server, again while it cannot tell for what another test runs. @throws what else `ask` throws */
export async function untilTold<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if ((error as { errno?: number }).errno !== CANNOT_CONVERT) throw error;
      await setTimeout(20);
    }
  }
}
