import { ApiError } from '../base/errors.ts';

/** @param changed true if changes are already committed */
export function tooLarge(maxBytes: number, changed = false, cause?: unknown): ApiError {
  const subject = changed ? 'The changes were committed, but the response' : 'The response';
  return new ApiError(
    'LimitExceeded',
    `${subject} exceeds the maximum of ${maxBytes} bytes. Select fewer fields, or request smaller pages.`,
    { details: { limit: 'response-bytes', max: maxBytes }, cause },
  );
}
