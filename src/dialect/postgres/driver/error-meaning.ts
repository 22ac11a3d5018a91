import { DatabaseError } from 'pg-protocol';
import type { ErrorMeaning } from '../../../store/driver.ts';
import { causesOf } from '../../database-error.ts';
import { SessionLost } from '../../session-lost.ts';
import { readDatabaseError } from './errors.ts';

/** What an error of a session comes to. */
export function errorMeaning(error: unknown): ErrorMeaning {
  const causes = causesOf(error);
  return {
    refusal: readDatabaseError(error),
    isSessionLost: causes.some(isLost) && !causes.some(isOfPooler),
    isTakenBack: causes.some((cause) => codeOf(cause).startsWith('40') && codeOf(cause) !== UNKNOWN),
    rejectsChanges: causes.some(isReadOnly),
  };
}

const isLost = (cause: Error): boolean =>
  cause instanceof SessionLost || codeOf(cause) === UNKNOWN || (isOfNoUse(cause) && !isUndone(cause));

/**
 * What PgBouncer says to whom it has given no session of the server: so the server has heard nothing.
 * https://github.com/pgbouncer/pgbouncer/blob/master/src/janitor.c
 */
const isOfPooler = (cause: Error): boolean =>
  cause instanceof DatabaseError && /^query_wait_timeout$|\(server_login_retry\)$/.test(cause.message);

/**
 * Errors after which a session goes on, but not as it should: it has lost what was prepared in it, as after a function's `deallocate all`
 * or behind a pooler (26000, 42P05), or is within a transaction that nobody knows of (25P02); the server goes away (08, 57P). A session that
 * is read-only (25006) stays so when the role or the database is made writable, and when another server becomes the primary.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const OF_NO_USE = /^(?:26000|42P05|25P02|25006|08...|57P..)$/;

/** Whether the session is of no more use once the server has said this. */
export const isOfNoUse = (error: unknown): boolean => OF_NO_USE.test(codeOf(error));

/** Returns whether the server rejected a change in a read-only transaction: by a setting, or as a standby. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006';

/** What a pooler or a distributed database says of a statement of which it does not know whether it was done. */
const UNKNOWN = '40003';

/** By these codes alone: a server may say the severity in another language. */
const NOT_RUN = /^(?:26000|42P05|25P02|25006)$/;

/**
 * An error that does not end the session has taken its statement back. A function of the database may raise any code, and a foreign table
 * those of the server behind it.
 */
const isUndone = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.severity === 'ERROR' || NOT_RUN.test(codeOf(error)));

/** Nothing comes after such an error of the server. https://www.postgresql.org/docs/current/runtime-config-logging.html#RUNTIME-CONFIG-SEVERITY-LEVELS */
export const endsSession = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC');

/** Of class 40 are those that take a transaction back because of others. */
const codeOf = (error: unknown): string => (error instanceof DatabaseError ? (error.code ?? '') : '');
