import { setTimeout } from 'node:timers/promises';

/**
 * `Cannot convert string`: MySQL's `information_schema.processlist` fails while any session runs a statement with
 * characters beyond U+FFFF.
 */
const CANNOT_CONVERT = 3854;

/**
 * Queries the sessions of a server, and retries while statements of other tests prevent it.
 * @throws other errors of `ask`
 */
export async function retryConversion<T>(query: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await query();
    } catch (error) {
      if ((error as { errno?: number }).errno !== CANNOT_CONVERT) throw error;
      await setTimeout(20);
    }
  }
}
