import { randomBytes } from 'node:crypto';
import type { Slot } from '../../../plan/shape/slot.ts';
import { parameter, type Sql } from '../../../sql/fragment.ts';

/** Secret of this process, without which no client value or row can forge a marker or an error. */
const SECRET = randomBytes(16).toString('base64url');

/**
 * Returns a string that only the statements of this process can contain. The string is a parameter, which keeps the
 * secret out of the SQL.
 * @param purpose first word of the string, such as `mark`
 */
export function sentinel(purpose: string): Sql {
  const slot = slots.get(purpose) ?? { source: { kind: 'constant', value: purpose }, use: { kind: 'sentinel' } };
  slots.set(purpose, slot);
  return parameter(slot);
}

/** Slots by purpose, so that a statement has one parameter for all uses of a sentinel. */
const slots = new Map<string, Slot>();

/** `mark 3q2-7w…` */
export const sentinelText = (purpose: string): string => `${purpose} ${SECRET}`;
