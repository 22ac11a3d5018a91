import { refuse } from '../base/errors.ts';

/** No database keeps half a surrogate pair, and PostgreSQL no NUL: said here rather than by a failing statement. @throws Refusal BadRequest */
export function checkText<T>(value: T): T {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    refuse('BadRequest', 'Text may not hold NUL or half of a surrogate pair; leave such characters out.');
  }
  return value;
}
