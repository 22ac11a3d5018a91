import { Refusal } from '../base/errors.ts';

/** What is said of an answer with more bytes than one may have. @param changed whether it is the answer to a change, which was made all the same */
export function tooLarge(maxBytes: number, changed = false, cause?: unknown): Refusal {
  const made = changed ? 'The changes are made, but their answer' : 'The answer';
  return new Refusal(
    'LimitExceeded',
    `${made} is larger than ${maxBytes} bytes: select fewer fields, or ask for smaller pages.`,
    { details: { limit: 'response-bytes', max: maxBytes }, cause },
  );
}
