import { throwApiError } from '../base/errors.ts';

/**
 * Rejects lone surrogates and NUL, which some or all databases cannot store, before a statement fails.
 * @throws ApiError BadRequest
 */
export function checkText<T>(value: T): T {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    throwApiError('BadRequest', 'Text may not hold NUL or half of a surrogate pair; leave such characters out.');
  }
  return value;
}
