import { Refusal } from '../../../base/errors.ts';

/** Characters that `error_description` may not hold. https://www.rfc-editor.org/rfc/rfc6750#section-3 */
const NOT_ALLOWED = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/g;

/**
 * A refusal of a bearer token, with the challenge of RFC 6750. The message says what is wrong, and repeats nothing of the token.
 * @param error `invalid_request` where the header itself is at fault
 */
export function invalidToken(
  message: string,
  error: 'invalid_token' | 'invalid_request' = 'invalid_token',
  cause?: unknown,
): Refusal {
  const description = message.replaceAll('"', "'").replaceAll(NOT_ALLOWED, '?');
  const challenge = `Bearer error="${error}", error_description="${description}"`;
  return new Refusal('Unauthenticated', message, { details: { challenge }, cause });
}
