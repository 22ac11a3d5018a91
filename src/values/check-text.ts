import { refuse } from '../base/errors.ts';

/**
 * Rejects lone surrogates, which no database stores, and NUL, which some do not store. Fails early instead of in a
 * statement.
 * @throws Refusal BadRequest
 */
export function checkText<T>(value: T): T {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    refuse('BadRequest', 'Text may not hold NUL or half of a surrogate pair; leave such characters out.');
  }
  return value;
}
