import type { ApiError } from '../../base/errors.ts';
import { tooLarge } from '../../store/too-large.ts';
import { isLonger } from './is-longer.ts';

/**
 * Returns the error of a body that exceeds the limit; undefined for a smaller body.
 * @param changed true if a change is already committed
 */
export const findTooLarge = (body: string, maxBytes: number, changed = false): ApiError | undefined =>
  isLonger(body, maxBytes) ? tooLarge(maxBytes, changed) : undefined;
