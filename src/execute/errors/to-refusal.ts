import { Refusal, withChanges } from '../../base/errors.ts';
import type { Driver } from '../../store/driver.ts';
import { SchemaChanged } from '../../store/schema-changed.ts';
import { isUnavailable } from '../retry.ts';

/** Returns refusals and internal errors unchanged. */
export const toRefusal = (error: unknown, driver: Driver): unknown =>
  error instanceof Refusal ? error : (driver.classify(error).refusal ?? error);

/** Reports that nothing was changed. */
export function errorBeforeCommit(error: unknown, driver: Driver): unknown {
  const refusal = toRefusal(error, driver);
  return refusal === error ? error : withNothingChanged(refusal);
}

/** Adds that nothing was changed to a refusal that clients may retry. */
export function withNothingChanged(refusal: unknown): unknown {
  if (!(isUnavailable(refusal) || isTimeout(refusal)) || refusal instanceof SchemaChanged) return refusal;
  return withChanges(refusal, { message: `${refusal.message} Nothing was changed: it is safe to send this again.` });
}

/**
 * Returns the refusal for an error at a commit. If the session was lost, the commit may have succeeded. The service
 * itself closes the session if the answer is too large.
 */
export function errorAtCommit(error: unknown, driver: Driver): unknown {
  const isLost = driver.classify(error).isSessionLost;
  if (isLost && error instanceof Refusal && error.code === 'LimitExceeded') {
    const message = `${error.message} Nobody knows whether the changes were made: look before you repeat them.`;
    return new Refusal('OutcomeUnknown', message, { cause: error });
  }
  if (error instanceof Refusal || !isLost) return errorBeforeCommit(error, driver);
  return new Refusal('OutcomeUnknown', OUTCOME_UNKNOWN, { cause: error });
}

/** Returns the refusal for an error of a procedure that may already have committed changes. */
export function errorAfterPartialCommit(error: unknown, driver: Driver): unknown {
  const refusal = toRefusal(error, driver);
  if (!(refusal instanceof Refusal)) return refusal;
  const { message, details } = refusal;
  const options = { cause: error, details };
  if (isUnavailable(refusal) && driver.classify(error).isSessionLost) {
    return new Refusal('OutcomeUnknown', OUTCOME_UNKNOWN, options);
  }
  // A routine's own message may lack a period.
  const messageWithNotice = `${message}${/[.!?]$/.test(message) ? '' : '.'} ${MAY_BE_PARTLY_COMMITTED}`;
  const isRepeated = isUnavailable(refusal) || isTimeout(refusal) || driver.classify(error).isSessionLost;
  return isRepeated
    ? new Refusal('OutcomeUnknown', messageWithNotice, options)
    : withChanges(refusal, { message: messageWithNotice });
}

const MAY_BE_PARTLY_COMMITTED =
  'The procedure may have committed changes before that, and these stay: check them before you send the request again.';

const OUTCOME_UNKNOWN =
  'The session with the database was lost while the change was on its way, and nobody knows whether it was done. Read by its key what it was ' +
  'about; what creates a row under a key of your own, or with "If-None-Match: *", can be sent again.';

export const isTimeout = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'DatabaseTimeout';
