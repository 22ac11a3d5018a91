import { throwApiError } from '../../../base/errors.ts';
import type { FieldType } from '../../../model/model.ts';
import { rejectCursor } from '../../../plan/read/plan-cursors.ts';
import type { Slot, SlotUse } from '../../../plan/shape/slot.ts';
import type { JsonPath } from '../../../scalars/json-path.ts';
import { formatForMessage, isNotFinite } from '../../../scalars/numbers.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { isOfScalar } from '../../../values/parse-scalar.ts';
import { rejectDateTime } from '../../driver/reject-date-time.ts';
import { sentinelText } from '../sql/sentinel.ts';
import { comparedScale, takesAllDigits } from '../sql/types/typed.ts';

export type EncodedValue = string | Uint8Array | null;

/** Encodes a checked value as a string, which the statement casts. Bytes stay bytes, and a list becomes JSON. */
export function encode(value: unknown, { use }: Slot): EncodedValue {
  if (value === null || value === undefined) return null;
  switch (use.kind) {
    case 'value':
      return use.type.scalar === 'JSON' ? `[${value}]` : encodeScalar(value, use.type, encodeDecimal);
    case 'assign':
      if (use.type.list) return vectorText(value as readonly unknown[]);
      return encodeScalar(value, use.type, plainDecimal, use.field);
    case 'values':
      return encodeList(value as readonly unknown[], use.type);
    case 'cursor':
      return encodeCursorValue(String(value), use);
    case 'jsonPath':
      return encodePath(value as JsonPath);
    case 'pattern':
    case 'word':
      return bracketPattern(String(value), use);
    case 'sentinel':
      return sentinelText(String(value));
    default:
      return String(value);
  }
}

function encodeList(values: readonly unknown[], type: FieldType): string {
  if (type.scalar === 'JSON') return `[${values.join(',')}]`;
  const strings = values.map((item) => {
    const text = encodeScalar(item, type, encodeDecimal);
    return typeof text === 'string' ? text : hexOf(text);
  });
  // A decimal with a trailing space was rounded down by `encodeDecimal`, so it equals no row.
  return JSON.stringify(takesAllDigits(type) ? strings.filter((text) => !text.endsWith(' ')) : strings);
}

const vectorText = (values: readonly unknown[]): string =>
  `[${values.map((item) => encodeFloat(Number(item), 'Single')).join(',')}]`;

/** Returns hexadecimal digits, which CONVERT reads with style 2. */
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase();

function encodeScalar(
  value: unknown,
  type: FieldType,
  decimal: (text: string, type: FieldType) => string,
  field?: string,
): string | Uint8Array {
  switch (type.scalar) {
    case 'Boolean':
      return value === true ? '1' : '0';
    case 'Single':
    case 'Float':
      return encodeFloat(Number(value), type.scalar);
    case 'Decimal':
      return decimal(String(value), type);
    case 'Date':
    case 'DateTime':
    case 'LocalTime':
      return checkDateTime(String(value), type.scalar, field);
    case 'Base64String':
      return Buffer.from(String(value), 'base64');
    default:
      return String(value);
  }
}

/** Smallest positive number that a column of the type can store. */
const MIN_POSITIVE = { Float: 2.2250738585072014e-308, Single: 1.1754943508222875e-38 } as const;

const MAX_FINITE = { Float: Number.MAX_VALUE, Single: 3.4028234663852886e38 } as const;

/**
 * Replaces numbers that SQL Server lacks. An infinity becomes the largest number of its sign, and a subnormal number
 * the smallest number of its sign other than 0. NaN becomes the largest number.
 */
function encodeFloat(value: number, scalar: keyof typeof MIN_POSITIVE): string {
  if (Number.isNaN(value)) return String(MAX_FINITE[scalar]);
  const number = scalar === 'Single' ? Math.fround(value) : value;
  if (number !== 0 && Math.abs(number) < MIN_POSITIVE[scalar]) return String(Math.sign(number) * MIN_POSITIVE[scalar]);
  return String(Math.max(Math.min(number, MAX_FINITE[scalar]), -MAX_FINITE[scalar]));
}

/**
 * Splits a path into parent, first character of the parent's JSON, and last step. `$.a[0]` becomes
 * `{"parent":"$[0].\"a\"","open":"[","leaf":"0"}`.
 */
function encodePath(path: JsonPath): string {
  const steps = [0, ...path];
  const leaf = steps.at(-1) ?? 0;
  const parent = steps
    .slice(0, -1)
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${JSON.stringify(step)}`));
  return JSON.stringify({
    parent: `$${parent.join('')}`,
    open: typeof leaf === 'number' ? '[' : '{',
    leaf: String(leaf),
  });
}

type PatternUse = Extract<SlotUse, { kind: 'pattern' | 'word' }>;

/** https://learn.microsoft.com/sql/t-sql/language-elements/like-transact-sql#pattern */
const MAX_PATTERN = 4000;

/**
 * Puts `%`, `_`, and `[` in brackets: `50%` becomes `%50[%]%`.
 * @throws ApiError BadRequest if the pattern is too long
 */
function bracketPattern(text: string, use: PatternUse): string {
  const escaped = text.replace(/[%_[]/g, '[$&]');
  const pattern = use.kind === 'word' ? `%${escaped}%` : use.start + escaped + use.end;
  if (pattern.length <= MAX_PATTERN) return pattern;
  return throwApiError(
    'BadRequest',
    `The search string exceeds the maximum of ${MAX_PATTERN} characters on this database. Shorten it.`,
  );
}

/** Matches infinity, zero parts, and years outside 1 to 9999. */
const OUT_OF_RANGE_DATE = /^\d{5}|^0000|^\d+-(?:00|\d\d-00)|BC$|infinity$/;

const TIME = /^(?:[01]\d|2[0-3]):/;

const MAX_FRACTION_DIGITS = 7;

/** Rounds to SQL Server's precision. @throws ApiError BadRequest if out of range */
function checkDateTime(value: string, scalar: ScalarName, field?: string): string {
  if (scalar === 'LocalTime' && !TIME.test(value)) {
    rejectDateTime(
      field,
      `LocalTime must be a time from "00:00:00" to "23:59:59.9999999" on this database, found ${formatForMessage(value)}.`,
    );
  }
  if ((scalar === 'Date' || scalar === 'DateTime') && OUT_OF_RANGE_DATE.test(value)) {
    rejectDateTime(
      field,
      `${scalar} must be within the years 1 to 9999 on this database, found ${formatForMessage(value)}.`,
    );
  }
  return toTicks(value);
}

/** Rounds to seven digits, but never up to a whole second. */
function toTicks(text: string): string {
  const [seconds = '', fraction = ''] = text.split('.');
  if (fraction.length <= MAX_FRACTION_DIGITS) return text;
  const rounded = Math.min(Math.round(Number(fraction) / 10 ** (fraction.length - MAX_FRACTION_DIGITS)), 9_999_999);
  return `${seconds}.${String(rounded).padStart(MAX_FRACTION_DIGITS, '0')}`;
}

/** @throws ApiError BadRequest if `sortText` cannot have written the value */
function encodeCursorValue(text: string, use: Extract<Slot['use'], { kind: 'cursor' }>): string | Uint8Array {
  if (!isSortText(text, use.type)) return rejectCursor(use.argument);
  return use.type.scalar === 'Base64String' ? Buffer.from(text, 'hex') : text;
}

const INTEGER = /^-?\d{1,19}$/;
const FLOATING = /^-?\d\.\d{16}e[+-]\d{3}$/;

/** Formats of the values that `sortText` writes. */
const FORMATS: Readonly<Partial<Record<ScalarName, RegExp>>> = {
  Boolean: /^[01]$/,
  Short: INTEGER,
  Int: INTEGER,
  Long: INTEGER,
  Single: FLOATING,
  Float: FLOATING,
  Decimal: /^-?\d{1,38}(?:\.\d{1,38})?$/,
  Date: /^\d{4}-\d\d-\d\d$/,
  DateTime: /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d{1,7})?(?: [+-]\d\d:\d\d)?)?$/,
  LocalTime: /^\d\d:\d\d:\d\d(?:\.\d{1,7})?$/,
  UUID: /^[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}$/,
  Base64String: /^(?:[\dA-F]{2})*$/,
};

const PARSED: ReadonlySet<ScalarName> = new Set([
  'Short',
  'Int',
  'Long',
  'Single',
  'Float',
  'Date',
  'DateTime',
  'LocalTime',
]);

function isSortText(text: string, { scalar, asText }: FieldType): boolean {
  if (asText) return true;
  if (FORMATS[scalar]?.test(text) === false) return false;
  return !PARSED.has(scalar) || isOfScalar(text.replace(' ', 'T').replace(' ', ''), scalar);
}

const MAX_PRECISION = 38;

/**
 * Encodes a decimal. If the value has excess digits, the last digit that fits becomes nonzero. A value out of range
 * becomes the largest number. No column has digits at these positions, so the value equals no row and keeps its order.
 * For a column of full precision, the value is rounded down, and an appended space marks it for `compare`: 4049.4601
 * becomes `4049.46 `.
 */
function encodeDecimal(decimal: string, type: FieldType): string {
  const scale = comparedScale(type);
  const largest = `${'9'.repeat(MAX_PRECISION - scale)}${scale === 0 ? '' : `.${'9'.repeat(scale)}`}`;
  if (isNotFinite(decimal)) return decimal === '-Infinity' ? `-${largest}` : largest;
  const { sign, whole, fraction } = partsOf(decimal);
  if (whole.length > MAX_PRECISION - scale) return `${sign}${largest}`;
  if (fraction.length <= scale || (scale === 0 && !takesAllDigits(type))) return plainDecimal(decimal);
  if (takesAllDigits(type)) return `${floorOf(sign, whole, fraction.slice(0, scale))} `;
  const digitsToKeep = fraction.slice(0, scale - 1);
  return `${sign}${whole || '0'}.${digitsToKeep}${/[1-9]/.test(fraction.slice(digitsToKeep.length)) ? '1' : '0'}`;
}

/** Expands an exponent, which the server accepts only for floats. */
function plainDecimal(decimal: string): string {
  if (isNotFinite(decimal)) return decimal;
  const { sign, whole, fraction } = partsOf(decimal);
  return `${sign}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Rounds toward negative infinity.
 * @param fraction fractional digits without the removed digits, of which at least one is not zero
 */
function floorOf(sign: string, whole: string, fraction: string): string {
  const digits = BigInt(`${whole}${fraction}` || '0') + (sign === '-' ? 1n : 0n);
  const text = String(digits).padStart(fraction.length + 1, '0');
  const point = text.length - fraction.length;
  return `${sign}${text.slice(0, point)}${fraction === '' ? '' : `.${text.slice(point)}`}`;
}

function partsOf(decimal: string): { readonly sign: string; readonly whole: string; readonly fraction: string } {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(decimal) ?? [];
  const point = whole.length + Number(exponent);
  const digits = `${whole}${fraction}`.padEnd(point, '0').padStart(whole.length + fraction.length - point, '0');
  const split = Math.max(point, 0);
  return {
    sign: sign === '-' ? '-' : '',
    whole: digits.slice(0, split).replace(/^0+/, ''),
    fraction: digits.slice(split).replace(/0+$/, ''),
  };
}
