import { refuse } from '../../../base/errors.ts';
import type { FieldType } from '../../../model/model.ts';
import { refuseCursor } from '../../../plan/read/plan-cursors.ts';
import type { Slot, SlotUse } from '../../../plan/shape/slot.ts';
import type { JsonPath } from '../../../scalars/json-path.ts';
import { isNotFinite, show } from '../../../scalars/numbers.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { isOfScalar } from '../../../values/parse-scalar.ts';
import { refuseMoment } from '../../driver/refuse-moment.ts';
import { sentinelText } from '../sql/sentinel.ts';
import { comparedScale, takesAllDigits } from '../sql/typed.ts';

/** What the driver takes as a value. */
export type Encoded = string | Uint8Array | null;

/** A checked value as a text, which its statement casts; bytes as they are, a list as the text of a JSON array. */
export function encode(value: unknown, { use }: Slot): Encoded {
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
      return encodeSought(String(value), use);
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
  const texts = values.map((item) => {
    const text = encodeScalar(item, type, encodeDecimal);
    return typeof text === 'string' ? text : hexOf(text);
  });
  // Nothing equals a decimal with more digits than its column has.
  return JSON.stringify(takesAllDigits(type) ? texts.filter((text) => !text.endsWith(' ')) : texts);
}

/** Returns the text of a vector, a JSON array of numbers. */
const vectorText = (values: readonly unknown[]): string =>
  `[${values.map((item) => encodeFloat(Number(item), 'Single')).join(',')}]`;

/** As CONVERT writes bytes in style 2. */
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase();

/** @param decimal what makes a text of a decimal */
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
      return checkMoment(String(value), type.scalar, field);
    case 'Base64String':
      return Buffer.from(String(value), 'base64');
    default:
      return String(value);
  }
}

/** The numbers of the least size that a column holds beside 0. */
const LEAST = { Float: 2.2250738585072014e-308, Single: 1.1754943508222875e-38 } as const;

const MOST = { Float: Number.MAX_VALUE, Single: 3.4028234663852886e38 } as const;

/**
 * A number as a text that casts to it. SQL Server has neither infinities nor NaN, which is larger than all other numbers, nor what lies nearer to 0 than
 * `LEAST`: what columns cannot hold is as far from what they hold as can be.
 */
function encodeFloat(value: number, scalar: keyof typeof LEAST): string {
  if (Number.isNaN(value)) return String(MOST[scalar]);
  const number = scalar === 'Single' ? Math.fround(value) : value;
  if (number !== 0 && Math.abs(number) < LEAST[scalar]) return String(Math.sign(number) * LEAST[scalar]);
  return String(Math.max(Math.min(number, MOST[scalar]), -MOST[scalar]));
}

/**
 * A path in two: what all but its last step lead to within `[value]`, what JSON of that begins with where the last step can be there, and that step:
 * `$.a[0]` is `{"parent":"$[0].\"a\"","open":"[","leaf":"0"}`.
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

/** Letters of a pattern: https://learn.microsoft.com/sql/t-sql/language-elements/like-transact-sql#pattern */
const MAX_PATTERN = 4000;

/**
 * A text as a pattern of LIKE. Its own `%`, `_` and `[` stand in brackets: what contains `50%` is `%50[%]%`.
 * @throws Refusal BadRequest where it is longer than LIKE takes
 */
function bracketPattern(text: string, use: PatternUse): string {
  const itself = text.replace(/[%_[]/g, '[$&]');
  const pattern = use.kind === 'word' ? `%${itself}%` : use.start + itself + use.end;
  if (pattern.length <= MAX_PATTERN) return pattern;
  return refuse('BadRequest', `A text to look for may have ${MAX_PATTERN} letters on this database; shorten it.`);
}

/** Beyond the year 9999, before the year 1, and infinity. */
const ELSEWHERE = /^\d{5}|^0000|^\d+-(?:00|\d\d-00)|BC$|infinity$/;

/** The day has less than 24 hours. */
const TIME = /^(?:[01]\d|2[0-3]):/;

/** Digits of a fraction of a second. */
const MAX_FRACTION_DIGITS = 7;

/**
 * Refuses what a scalar takes for the sake of other databases, and what no column can keep. @returns the text with as many digits as SQL Server reads
 * @throws Refusal BadRequest
 */
function checkMoment(value: string, scalar: ScalarName, field?: string): string {
  if (scalar === 'LocalTime' && !TIME.test(value)) {
    refuseMoment(
      field,
      `LocalTime must be a time from "00:00:00" to "23:59:59.9999999" on this database, found: ${show(value)}.`,
    );
  }
  if ((scalar === 'Date' || scalar === 'DateTime') && ELSEWHERE.test(value)) {
    refuseMoment(field, `${scalar} must lie within the years 1 to 9999 on this database, found: ${show(value)}.`);
  }
  return toTicks(value);
}

/** Rounds a fraction of a second to the digits that SQL Server reads; never up to a whole second. */
function toTicks(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length <= MAX_FRACTION_DIGITS) return text;
  const rounded = Math.min(Math.round(Number(fraction) / 10 ** (fraction.length - MAX_FRACTION_DIGITS)), 9_999_999);
  return `${whole}.${String(rounded).padStart(MAX_FRACTION_DIGITS, '0')}`;
}

/**
 * A value of a cursor, as `sortText` wrote it, for the driver. What the database has not written is refused: it would fail where it is cast.
 * @throws Refusal BadRequest
 */
function encodeSought(text: string, use: Extract<Slot['use'], { kind: 'cursor' }>): string | Uint8Array {
  if (!isWritten(text, use.type)) return refuseCursor(use.argument);
  return use.type.scalar === 'Base64String' ? Buffer.from(text, 'hex') : text;
}

const INTEGER = /^-?\d{1,19}$/;
const FLOATING = /^-?\d\.\d{16}e[+-]\d{3}$/;

/** What `sortText` makes of values. */
const FORMS: Readonly<Partial<Record<ScalarName, RegExp>>> = {
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

function isWritten(text: string, { scalar, asText }: FieldType): boolean {
  if (asText) return true;
  if (FORMS[scalar]?.test(text) === false) return false;
  return !PARSED.has(scalar) || isOfScalar(text.replace(' ', 'T').replace(' ', ''), scalar);
}

/** Digits that a decimal has in all. */
const MAX_PRECISION = 38;

/**
 * A decimal to compare with, by the type that it is cast to. Digits that there is no room for are told by a last one that is not zero, and a number that is
 * too large by the largest one: no column has digits at these places, so nothing equals it, and it stays between the same values. Where a column has
 * digits at all places, it is the next smaller number with a blank behind it, which `compare` looks for: `4049.46 ` for 4049.4601.
 */
function encodeDecimal(decimal: string, type: FieldType): string {
  const scale = comparedScale(type);
  const largest = `${'9'.repeat(MAX_PRECISION - scale)}${scale === 0 ? '' : `.${'9'.repeat(scale)}`}`;
  if (isNotFinite(decimal)) return decimal === '-Infinity' ? `-${largest}` : largest;
  const { sign, whole, fraction } = partsOf(decimal);
  if (whole.length > MAX_PRECISION - scale) return `${sign}${largest}`;
  if (fraction.length <= scale || (scale === 0 && !takesAllDigits(type))) return plainDecimal(decimal);
  if (takesAllDigits(type)) return `${floorOf(sign, whole, fraction.slice(0, scale))} `;
  const kept = fraction.slice(0, scale - 1);
  return `${sign}${whole || '0'}.${kept}${/[1-9]/.test(fraction.slice(kept.length)) ? '1' : '0'}`;
}

/** The same without an exponent, which the server reads of floating point numbers alone. */
function plainDecimal(decimal: string): string {
  if (isNotFinite(decimal)) return decimal;
  const { sign, whole, fraction } = partsOf(decimal);
  return `${sign}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The next number without further digits that is no larger; there are some, which are no zeros. */
function floorOf(sign: string, whole: string, fraction: string): string {
  const digits = BigInt(`${whole}${fraction}` || '0') + (sign === '-' ? 1n : 0n);
  const text = String(digits).padStart(fraction.length + 1, '0');
  const point = text.length - fraction.length;
  return `${sign}${text.slice(0, point)}${fraction === '' ? '' : `.${text.slice(point)}`}`;
}

/** A decimal without an exponent, and without zeros at its ends. */
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
