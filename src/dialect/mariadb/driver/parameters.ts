import mysql from 'mysql2/promise';
import { invariant } from '../../../base/invariant.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { type Encoded, finite, parameterKind, withoutExponent } from './codec.ts';

/** A parameter of a prepared statement, of a type that the server must not guess. */
export function asTyped(value: Encoded, slot: Slot | undefined) {
  const text = String(value);
  switch (slot === undefined || value === null ? 'other' : parameterKind(slot)) {
    case 'integer':
      return mysql.TypedParameter.LONGLONG(text);
    case 'decimal':
      // What is no number but infinite is no decimal either.
      return typeof value === 'number' ? value : mysql.TypedParameter.NEWDECIMAL(text);
    default:
      return value;
  }
}

/** A value to be written into the statement; numbers need no quotes. */
export function asLiteral(value: Encoded, slot: Slot | undefined) {
  switch (slot === undefined || value === null ? 'other' : parameterKind(slot)) {
    case 'integer':
      return numberOf(String(value));
    case 'decimal':
      return typeof value === 'number' ? finite(value) : mysql.raw(withoutExponent(String(value)));
    default:
      return finite(value);
  }
}

/** @throws Error for what is no number, and so would be SQL */
function numberOf(text: string) {
  invariant(/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text), 'what is sent as a number is one');
  return mysql.raw(text);
}
