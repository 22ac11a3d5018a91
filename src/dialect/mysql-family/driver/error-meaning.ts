import type { ErrorMeaning } from '../../../store/driver.ts';
import { causesOf } from '../../database-error.ts';
import { SessionLost } from '../../session-lost.ts';
import { ErrorReader, type ErrorWords } from './errors.ts';

/** What an error of mysql2 comes to, by what the server calls its errors. */
export function errorMeaningOf(words: ErrorWords): (error: unknown) => ErrorMeaning {
  const reader = new ErrorReader(words);
  return (error) => ({
    refusal: reader.read(error),
    isTakenBack: reader.isOvertaken(error),
    rejectsChanges: causesOf(error).some((cause) => reader.rejectsChanges(cause)),
    isSessionLost: causesOf(error).some((cause) => cause instanceof SessionLost || reader.endsSession(cause)),
  });
}
