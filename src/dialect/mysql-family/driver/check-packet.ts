import { refusalFor } from '../../database-error.ts';
import type { Encoded } from './codec.ts';

/** Bytes of a request that are neither text nor values, at most: its command, the statement's number, flags and counts. */
const HEAD = 32;

/** Bytes that a value has beside itself, at most: its type, an empty name, its length, and a bit for NULL. */
const BESIDE = 14;

/**
 * Refuses a request that the server would not read: it would end the session, and of a change nobody could tell any more that it was not done.
 * @param parts its text, or the values that a prepared statement is given
 * @param maxPacket `max_allowed_packet` of the session
 * @throws Refusal LimitExceeded
 */
export function checkPacket(parts: readonly Encoded[], maxPacket: number): void {
  // To count the bytes of a text takes a walk over it.
  if (total(parts, mostBytes) < maxPacket || total(parts, bytes) < maxPacket) return;
  throw refusalFor('tooComplex', { cause: new Error(`A request has ${maxPacket} bytes (max_allowed_packet) or more`) });
}

const total = (parts: readonly Encoded[], size: (part: Encoded) => number): number =>
  parts.reduce((sum: number, part) => sum + BESIDE + size(part), HEAD);

/** A sign has three bytes at most for each of its one or two units. */
const mostBytes = (part: Encoded): number => (typeof part === 'string' ? 3 * part.length : bytes(part));

function bytes(part: Encoded): number {
  if (part === null) return 0;
  // A number of eight bytes, or as a text.
  return typeof part === 'number' ? 24 : Buffer.byteLength(part);
}
