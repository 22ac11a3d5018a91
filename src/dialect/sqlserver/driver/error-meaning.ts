import type { ErrorMeaning } from '../../../store/driver.ts';
import { causesOf, isRejectionOfChanges, type Meaning } from '../../database-error.ts';
import { SessionLost } from '../../session-lost.ts';
import { meaningOf, readDatabaseError } from './errors.ts';
import { ServerError } from './server-error.ts';

/** What an error of a session comes to. */
export function errorMeaning(error: unknown): ErrorMeaning {
  const causes = causesOf(error);
  return {
    refusal: readDatabaseError(error),
    isSessionLost: causes.some(endsSession),
    rejectsChanges: causes.some(rejectsChanges),
    isTakenBack: causes.some((cause) => cause instanceof ServerError && meaningOf(cause) === 'overtaken'),
  };
}

/** Returns whether the session, or the server that it leads to, is read-only. */
export const rejectsChanges = (error: unknown): boolean =>
  error instanceof ServerError && !error.isRaised && isRejectionOfChanges(meaningOf(error));

const ENDS_SESSION: ReadonlySet<Meaning | undefined> = new Set<Meaning>(['away', 'loginRefused']);

/** The severity from which on the server ends the session. */
const FATAL = 20;

/** Whether the session is of no more use. */
export const endsSession = (error: unknown): boolean =>
  error instanceof SessionLost ||
  (error instanceof ServerError && (error.severity >= FATAL || ENDS_SESSION.has(meaningOf(error))));
