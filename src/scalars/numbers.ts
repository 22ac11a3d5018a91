import { BigNumber } from '../base/json.ts';

const INTEGER = /^[+-]?[0-9]+$/;
const DECIMAL = /^[+-]?(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))(?:[eE]([+-]?[0-9]+))?$/;

/** https://www.postgresql.org/docs/current/datatype-numeric.html */
const MAX_WHOLE = 131_072;
const MAX_FRACTION = 16_383;

/** Largest exponent. Databases expand exponents into digits, so a short `1e1000` becomes long. */
const MAX_EXPONENT = 1000;

const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;

/** @throws Error if invalid */
export function parseShort(value: unknown): number {
  const number = value instanceof BigNumber ? Number(value.text) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= -32768 && number <= 32767) return number;
  throw new Error(`Short must be an integer from -32768 to 32767, found ${formatForMessage(value)}`);
}

/** @throws Error if invalid */
export function parseUnsignedByte(value: unknown): number {
  const number = value instanceof BigNumber ? Number(value.text) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 255) return number;
  throw new Error(`UnsignedByte must be an integer from 0 to 255, found ${formatForMessage(value)}`);
}

/** Returns canonical digits. @throws Error if invalid */
export function parseLong(value: unknown): string {
  const text = value instanceof BigNumber ? value.text.replace(/\.0*$/, '') : numberText(value);
  if (text !== undefined && INTEGER.test(text) && text.length <= 40) {
    const integer = BigInt(text.replace(/^\+/, ''));
    if (integer >= LONG_MIN && integer <= LONG_MAX) return integer.toString();
  }
  throw new Error(
    `Long must be an integer from ${LONG_MIN} to ${LONG_MAX}, as a number or a string of digits, found ${formatForMessage(value)}`,
  );
}

/** Accepts NaN and infinities. @throws Error if invalid, or longer than any database supports */
export function parseDecimal(value: unknown): string {
  if (isNotFinite(value)) return value;
  const text = numberText(value);
  const match = text === undefined ? null : DECIMAL.exec(text);
  if (text === undefined || match === null) {
    throw new Error(
      `Decimal must be a number or a string of digits, such as "12.50", found ${formatForMessage(value)}`,
    );
  }
  const [, whole = '', fraction = match[3] ?? '', , exponent = '0'] = match;
  if (Math.abs(Number(exponent)) > MAX_EXPONENT) {
    throw new Error(`Decimal exceeds the maximum exponent of ${MAX_EXPONENT}`);
  }
  if (whole.length > MAX_WHOLE || fraction.length > MAX_FRACTION) {
    throw new Error(
      `Decimal exceeds the maximum of ${MAX_WHOLE} digits before the decimal point or ${MAX_FRACTION} after it`,
    );
  }
  return text.replace(/^\+/, '');
}

/** Returns true for NaN and infinities as strings, because JSON numbers cannot express them. */
export const isNotFinite = (value: unknown): value is string =>
  value === 'NaN' || value === 'Infinity' || value === '-Infinity';

/** Returns NaN and infinities as strings. @throws Error if invalid */
export function parseSingle(value: unknown): number | string {
  if (isNotFinite(value)) return value;
  const number = value instanceof BigNumber ? Number(value.text) : value;
  if (typeof number === 'number' && Number.isFinite(Math.fround(number))) return number;
  throw new Error(`Single must be a 32-bit floating-point number, found ${formatForMessage(value)}`);
}

function numberText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (value instanceof BigNumber) return value.text;
  return typeof value === 'string' ? value : undefined;
}

/** Formats a client's value for a message, truncated. */
export function formatForMessage(value: unknown): string {
  const text = value instanceof BigNumber ? value.text : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
