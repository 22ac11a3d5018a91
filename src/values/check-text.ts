import { throwApiError } from '../base/errors.ts';

/**
 * Rejects lone surrogates and NUL, which not every database can store.
 * @throws ApiError BadRequest
 */
export function checkText<T>(value: T): T {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    throwApiError('BadRequest', 'Strings must not contain NUL or a lone surrogate. Remove these characters.');
  }
  return value;
}
