import { randomBytes } from 'node:crypto';
import type { Slot } from '../../../plan/shape/slot.ts';
import { parameter, type Sql } from '../../../sql/fragment.ts';

/** Nobody else knows it: so no value of a client or of a row can look like what a statement marks, or fails with, by itself. */
const SECRET = randomBytes(16).toString('base64url');

/**
 * A text that only a statement of this process can write. A parameter, so that the text of the statement is the same everywhere and tells the secret to
 * nobody.
 * @param word what it is for
 */
export function sentinel(word: string): Sql {
  const slot = slots.get(word) ?? { source: { kind: 'constant', value: word }, use: { kind: 'sentinel' } };
  slots.set(word, slot);
  return parameter(slot);
}

/** One for each word: so it is one parameter of a statement, however often it stands there. */
const slots = new Map<string, Slot>();

/** `mark 3q2-7w…` */
export const sentinelText = (word: string): string => `${word} ${SECRET}`;
