import { Refusal } from '../../../base/errors.ts';
import { readDatabaseError } from './errors.ts';

/** What was refused already stays so, with all that is known of where. */
export const toRefusal = (error: unknown): unknown =>
  error instanceof Refusal ? error : (readDatabaseError(error) ?? error);

/** https://www.postgresql.org/docs/current/errcodes-appendix.html, class 40 */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('40');

/** What a session says that has lost what was prepared in it, as after a function's `deallocate all`: it is of no more use. */
const NO_SUCH_STATEMENT = '26000';

/** Errors of class 08, shutdowns of the server, and whatever came without the server's word; but not what we refuse ourselves. */
export function isSessionLost(error: unknown): boolean {
  if (error instanceof Refusal) return error.cause !== undefined && isSessionLost(error.cause);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('08') || code.startsWith('57P') || code === NO_SUCH_STATEMENT;
}

/** How often a statement is run that was taken back because of others. */
const ATTEMPTS = 5;

/** Runs a statement that is a transaction by itself; again where it was taken back because of others. */
export async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
  }
  return run();
}
