import type tedious from 'tedious';
import type { Client } from './client.ts';

/** UTF-16 units of a text, and bytes, that a parameter has unless it is `max`. */
const MAX_TEXT = 4000;
const MAX_BYTES = 8000;

/** What is more than that is declared as `max`. */
const BEYOND = 65_535;

/**
 * Gives a request a parameter. Each kind of value has one declaration, or two: with a length of its own for each value the server would keep a plan
 * for each. What is neither text, bytes nor null fails before anything is sent.
 */
export function addParameter(
  { tedious: { TYPES } }: Client,
  request: tedious.Request,
  name: string,
  value: unknown,
): void {
  if (value instanceof Uint8Array) {
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    request.addParameter(name, TYPES.VarBinary, bytes, { length: bytes.length > MAX_BYTES ? BEYOND : MAX_BYTES });
    return;
  }
  const isLong = typeof value === 'string' && value.length > MAX_TEXT;
  request.addParameter(name, TYPES.NVarChar, value, { length: isLong ? BEYOND : MAX_TEXT });
}
