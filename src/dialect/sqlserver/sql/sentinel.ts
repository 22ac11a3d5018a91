import { randomBytes } from 'node:crypto';
import type { Slot } from '../../../plan/shape/slot.ts';
import { parameter, type Sql } from '../../../sql/fragment.ts';

/** No client value or row can forge a marker or an error without this secret. */
const SECRET = randomBytes(16).toString('base64url');

/**
 * Returns a string that only this process's statements can write. As a parameter, it keeps the secret out of the SQL.
 * @param word purpose of the sentinel
 */
export function sentinel(word: string): Sql {
  const slot = slots.get(word) ?? { source: { kind: 'constant', value: word }, use: { kind: 'sentinel' } };
  slots.set(word, slot);
  return parameter(slot);
}

/** A statement has one parameter for all uses of a word. */
const slots = new Map<string, Slot>();

/** `mark 3q2-7w…` */
export const sentinelText = (word: string): string => `${word} ${SECRET}`;
