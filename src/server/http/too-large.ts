import type { Refusal } from '../../base/errors.ts';
import { tooLarge } from '../../store/too-large.ts';
import { isLonger } from './is-longer.ts';

/**
 * The refusal of a body with more bytes than an answer may have; undefined for other bodies.
 * @param changed whether it is the answer to a change, which was made all the same
 */
export const findTooLarge = (body: string, maxBytes: number, changed = false): Refusal | undefined =>
  isLonger(body, maxBytes) ? tooLarge(maxBytes, changed) : undefined;
