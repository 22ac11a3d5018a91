import { ApiError, copyApiError, isTransient } from '../../base/errors.ts';
import type { Driver } from '../../store/driver.ts';
import { SchemaChanged } from '../../store/schema-changed.ts';
import { isUnavailable } from '../retry.ts';

/** Translates an error of the driver. Returns API errors and internal errors unchanged. */
export const toApiError = (error: unknown, driver: Driver): unknown =>
  error instanceof ApiError ? error : (driver.classify(error).apiError ?? error);

/**
 * Returns the error of a statement that failed before the commit. If the database was unavailable or too slow, the
 * message says that nothing was changed.
 */
export function errorBeforeCommit(error: unknown, driver: Driver): unknown {
  const apiError = toApiError(error, driver);
  return apiError === error ? error : withNothingChanged(apiError);
}

export function withNothingChanged(apiError: unknown): unknown {
  if (!(isUnavailable(apiError) || isTimeout(apiError)) || apiError instanceof SchemaChanged) return apiError;
  return copyApiError(apiError, {
    message: `${apiError.message} Nothing was changed. You can send the request again.`,
  });
}

/** Returns the error of a commit, which may have succeeded if the session was lost. */
export function errorAtCommit(error: unknown, driver: Driver): unknown {
  const isLost = driver.classify(error).isSessionLost;
  if (isLost && error instanceof ApiError && error.code === 'LimitExceeded') {
    const message = `${error.message} The outcome of the write is unknown. Check the rows before you repeat it.`;
    return new ApiError('OutcomeUnknown', message, { cause: error });
  }
  if (error instanceof ApiError || !isLost) return errorBeforeCommit(error, driver);
  return new ApiError('OutcomeUnknown', OUTCOME_UNKNOWN, { cause: error });
}

/**
 * Returns the error of a response that cannot be read, although its write was committed. The service must not send the
 * write again.
 */
export function errorAfterWrite(error: unknown, driver: Driver): unknown {
  const apiError = toApiError(error, driver);
  if (!(apiError instanceof ApiError)) return apiError;
  const { code, message: reason } = apiError;
  const message = isTransient(apiError) || code === 'DatabaseTimeout' ? WRITE_APPLIED : `${reason} ${WRITE_APPLIED}`;
  return new ApiError('OutcomeUnknown', message, { cause: apiError });
}

const WRITE_APPLIED =
  'The write was applied, but its response could not be read. Read the rows. Do not send the write again.';

/** Returns the error of a procedure that may have committed changes before it failed. */
export function errorAfterPartialCommit(error: unknown, driver: Driver): unknown {
  const apiError = toApiError(error, driver);
  if (!(apiError instanceof ApiError)) return apiError;
  const { message, details } = apiError;
  const options = { cause: error, details };
  if (isUnavailable(apiError) && driver.classify(error).isSessionLost) {
    return new ApiError('OutcomeUnknown', OUTCOME_UNKNOWN, options);
  }
  // A routine's own message may lack a period.
  const messageWithNotice = `${message}${/[.!?]$/.test(message) ? '' : '.'} ${MAY_BE_PARTLY_COMMITTED}`;
  const isOutcomeUnknown = isUnavailable(apiError) || isTimeout(apiError) || driver.classify(error).isSessionLost;
  return isOutcomeUnknown
    ? new ApiError('OutcomeUnknown', messageWithNotice, options)
    : copyApiError(apiError, { message: messageWithNotice });
}

const MAY_BE_PARTLY_COMMITTED =
  'The procedure may have committed changes before it failed. Check them before you send the request again.';

const OUTCOME_UNKNOWN =
  'The database session was lost during the write, and the outcome is unknown. Read the row by its key. You can repeat a write ' +
  'that creates a row with a given key, or with "If-None-Match: *".';

export const isTimeout = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'DatabaseTimeout';
