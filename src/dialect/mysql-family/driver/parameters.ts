import mysql from 'mysql2/promise';
import type { Slot } from '../../../plan/shape/slot.ts';
import { type Encoded, parameterKind } from './codec.ts';

// Each look at it would load its module anew.
const { TypedParameter } = mysql;

/**
 * Whether a prepared statement can be given it. What is infinite is no decimal, and a parameter that was of another type once is never
 * compared as a decimal again on MySQL. Of NULL among the values of a list, MariaDB 10.11 keeps what it found when it ran the statement
 * first, which is another thing for an empty list than for all others.
 */
export function suitsPrepared(value: Encoded, slot: Slot | undefined): boolean {
  if (slot?.use.kind === 'values') return value !== '[]';
  return typeof value !== 'number' || Number.isFinite(value) || slot === undefined || parameterKind(slot) !== 'decimal';
}

/** A parameter of a prepared statement, of a type that the server must not guess. */
export function asTyped(value: Encoded, slot: Slot | undefined) {
  const text = String(value);
  switch (slot === undefined || value === null ? 'other' : parameterKind(slot)) {
    case 'integer':
      return TypedParameter.LONGLONG(text);
    case 'decimal':
      return TypedParameter.NEWDECIMAL(text);
    default:
      return value;
  }
}
