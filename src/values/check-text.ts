import { refuse } from '../base/errors.ts';

/**
 * Refuses half a surrogate pair, which no database keeps, and NUL, which some do not: better here than by a statement that fails.
 * @throws Refusal BadRequest
 */
export function checkText<T>(value: T): T {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    refuse('BadRequest', 'Text may not hold NUL or half of a surrogate pair; leave such characters out.');
  }
  return value;
}
