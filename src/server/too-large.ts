import { Refusal } from '../base/errors.ts';
import { isLonger } from './is-longer.ts';

/**
 * The refusal of a body with more bytes than an answer may have; undefined for other bodies.
 * @param changed whether it is the answer to a change, which was made all the same
 */
export function findTooLarge(body: string, maxBytes: number, changed = false): Refusal | undefined {
  if (!isLonger(body, maxBytes)) return undefined;
  const made = changed ? 'The changes are made, but their answer' : 'The answer';
  return new Refusal(
    'LimitExceeded',
    `${made} is larger than ${maxBytes} bytes: select fewer fields, or ask for smaller pages.`,
    { details: { limit: 'response', max: maxBytes } },
  );
}
