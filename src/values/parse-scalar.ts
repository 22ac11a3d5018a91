import { BigNumber } from '../base/json.ts';
import { formatForMessage, isNotFinite } from '../scalars/numbers.ts';
import { customScalars, type ScalarName } from '../scalars/scalar.ts';

/** @throws Error that describes accepted values */
export function parseScalar(value: unknown, scalar: ScalarName): unknown {
  switch (scalar) {
    case 'String':
      return value;
    case 'Boolean':
      if (typeof value === 'boolean') return value;
      if (value === 'true' || value === 'false') return value === 'true';
      throw new Error('Boolean must be true or false');
    case 'Short':
      return customScalars.Short.parse(fromDigits(value));
    case 'Int':
      return parseInt32(value);
    case 'Single':
    case 'Float':
      return parseFloating(value, scalar);
    default:
      return customScalars[scalar].parse(value);
  }
}

export function isOfScalar(value: unknown, scalar: ScalarName): boolean {
  try {
    parseScalar(value, scalar);
    return true;
  } catch {
    return false;
  }
}

/** Converts numeric strings of claims: `"17"`. */
function fromDigits(value: unknown): unknown {
  if (value instanceof BigNumber) return Number(value.text);
  return typeof value === 'string' && /^-?[0-9]{1,10}$/.test(value) ? Number(value) : value;
}

function parseInt32(value: unknown): number {
  const number = fromDigits(value);
  if (typeof number === 'number' && Number.isInteger(number) && Math.abs(number + 0.5) < 2 ** 31) return number;
  throw new Error(`Int must be an integer from -2147483648 to 2147483647, found ${formatForMessage(value)}`);
}

/** `Number` would also accept `0x1F` and an empty string. */
const FLOATING = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/** Parses a float. Keeps NaN and infinities as strings. */
function parseFloating(value: unknown, scalar: 'Single' | 'Float'): unknown {
  if (isNotFinite(value)) return value;
  const text = value instanceof BigNumber ? value.text : value;
  const number = typeof text === 'string' && FLOATING.test(text) ? Number(text) : text;
  if (typeof number !== 'number' || !Number.isFinite(number))
    throw new Error(`${scalar} must be a number, found ${formatForMessage(value)}`);
  return scalar === 'Single' ? customScalars.Single.parse(number) : number;
}
