import type { ErrorMeaning } from '../../../store/driver.ts';
import { causesOf } from '../../database-error.ts';
import { SessionLost } from '../../session-lost.ts';
import { endsSession, isOvertaken, readDatabaseError } from './errors.ts';

/** What an error of mysql2 comes to. */
export const errorMeaning = (error: unknown): ErrorMeaning => ({
  refusal: readDatabaseError(error),
  isTakenBack: isOvertaken(error),
  isSessionLost: causesOf(error).some((cause) => cause instanceof SessionLost || endsSession(cause)),
});
