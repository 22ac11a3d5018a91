import { DatabaseError } from 'pg-protocol';
import type { ErrorMeaning } from '../../../store/driver.ts';
import { readDatabaseError } from './errors.ts';

/** What an error of pg or slonik comes to. */
export const errorMeaning = (error: unknown): ErrorMeaning => ({
  refusal: readDatabaseError(error),
  isSessionLost: isSessionLost(error),
  isTakenBack: codeOf(error).startsWith('40'),
});

/** What a session says that has lost what was prepared in it, as after a function's `deallocate all`: it is of no more use. */
const NO_SUCH_STATEMENT = '26000';

/** Errors of class 08, shutdowns of the server, whatever else ends the session, and whatever came without the server's word. */
export function isSessionLost(error: unknown): boolean {
  if (endsSession(error)) return true;
  const code = codeOf(error);
  return !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('08') || code.startsWith('57P') || code === NO_SUCH_STATEMENT;
}

/** Nothing comes after such an error of the server. https://www.postgresql.org/docs/current/runtime-config-logging.html#RUNTIME-CONFIG-SEVERITY-LEVELS */
export const endsSession = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC');

/** https://www.postgresql.org/docs/current/errcodes-appendix.html; of class 40 are those that take a transaction back because of others. */
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
