import { randomBytes } from 'node:crypto';
import type { Slot } from '../../../plan/shape/slot.ts';
import { parameter, type Sql } from '../../../sql/fragment.ts';

/** No client value or row can forge a marker or an error without this secret. */
const SECRET = randomBytes(16).toString('base64url');

/**
 * Returns a string that only this process's statements can write. As a parameter, it keeps the secret out of the SQL.
 * @param purpose purpose of the sentinel
 */
export function sentinel(purpose: string): Sql {
  const slot = slots.get(purpose) ?? { source: { kind: 'constant', value: purpose }, use: { kind: 'sentinel' } };
  slots.set(purpose, slot);
  return parameter(slot);
}

/** A statement has one parameter for all uses of a word. */
const slots = new Map<string, Slot>();

/** `mark 3q2-7w…` */
export const sentinelText = (purpose: string): string => `${purpose} ${SECRET}`;
