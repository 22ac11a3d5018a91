import { ApiError } from '../base/errors.ts';

/** Returns the refusal for an oversized response. @param changed true if changes are already committed */
export function tooLarge(maxBytes: number, changed = false, cause?: unknown): ApiError {
  const made = changed ? 'The changes are made, but their answer' : 'The answer';
  return new ApiError(
    'LimitExceeded',
    `${made} is larger than ${maxBytes} bytes: select fewer fields, or ask for smaller pages.`,
    { details: { limit: 'response-bytes', max: maxBytes }, cause },
  );
}
