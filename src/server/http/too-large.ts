import type { ApiError } from '../../base/errors.ts';
import { tooLarge } from '../../store/too-large.ts';
import { isLonger } from './is-longer.ts';

/**
 * Returns the refusal of a response body over the size limit; undefined for other bodies.
 * @param changed whether the response is to a change, which is already committed
 */
export const findTooLarge = (body: string, maxBytes: number, changed = false): ApiError | undefined =>
  isLonger(body, maxBytes) ? tooLarge(maxBytes, changed) : undefined;
