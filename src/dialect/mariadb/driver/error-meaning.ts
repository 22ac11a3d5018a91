import type { ErrorMeaning } from '../../../store/driver.ts';
import { isOvertaken, readDatabaseError } from './errors.ts';

/** What an error of mysql2 comes to. */
export function errorMeaning(error: unknown): ErrorMeaning {
  const refusal = readDatabaseError(error);
  const isTakenBack = isOvertaken(error);
  // A session that is being ended may look alive for another moment.
  return { refusal, isTakenBack, isSessionLost: refusal?.code === 'Unavailable' && !isTakenBack };
}
