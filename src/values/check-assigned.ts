import { throwApiError } from '../base/errors.ts';
import type { Field, FieldType } from '../model/model.ts';
import { formatForMessage } from '../scalars/numbers.ts';
import { checkText } from './check-text.ts';
import { stringifyJson } from './stringify-json.ts';

type Target = Pick<Field, 'name' | 'type'>;

/**
 * Rejects values that the column would truncate, round, or reject. The database may round fractional seconds.
 * @throws ApiError ConstraintViolated for excess length or range, BadRequest for an invalid value
 */
export function checkAssigned({ name, type }: Target, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (!type.list) return checkItem(name, type, value);
  if (type.dimension !== undefined) checkVector(name, type.dimension, value as readonly unknown[]);
  return (value as readonly unknown[]).map((item) => (item === null ? null : checkItem(name, type, item)));
}

/**
 * Rejects a captured key value that the column would round: the nested row would refer to a different row.
 * @throws ApiError ConstraintViolated if the column would round the value
 */
export function checkCapturedValue({ name, type }: Target, text: string): string {
  if (type.list) return text;
  switch (type.scalar) {
    case 'Short':
    case 'Int':
    case 'Long':
      return withoutZeroFraction(name, text);
    case 'Decimal':
      return checkDecimal(name, type, text);
    default:
      // A date may be exposed as a DateTime.
      return type.scalar === 'Date' || type.native === 'date' ? checkDay(name, text) : text;
  }
}

function withoutZeroFraction(name: string, text: string): string {
  const [, whole, fraction = ''] = /^([+-]?\d+)\.(\d+)$/.exec(text) ?? [];
  if (whole === undefined) return text;
  return withoutTrailingZeros(fraction) === ''
    ? whole
    : rejectViolation(name, `"${name}" must be an integer, found ${text}.`);
}

function checkDay(name: string, text: string): string {
  const [time = ''] = /(?<=\d[ T])\d\d:\d\d:[\d.]+/.exec(text) ?? [];
  return /[1-9]/.test(time) ? rejectViolation(name, `"${name}" must be a date without a time, found ${text}.`) : text;
}

function checkVector(name: string, dimension: number, values: readonly unknown[]): void {
  if (values.length !== dimension) {
    rejectViolation(name, `"${name}" must have ${dimension} numbers, found ${values.length}.`);
  }
  if (values.includes(null)) rejectViolation(name, `"${name}" must not contain null.`);
}

function checkItem(name: string, type: FieldType, value: unknown): unknown {
  switch (type.scalar) {
    case 'JSON':
      return stringifyJson(value);
    case 'Decimal':
      return checkDecimal(name, type, String(value));
    case 'Single':
    case 'Float':
      return checkFloating(name, type, value);
    case 'String':
      return checkString(name, type, checkText(String(value)));
    default:
      return value;
  }
}

function checkString(name: string, type: FieldType, value: string): string {
  checkLabel(name, type, value);
  const { maxLength, lengthUnit } = type;
  // A UTF-16 code unit is at most one character and three bytes.
  if (maxLength === undefined || value.length * (lengthUnit === 'byte' ? 3 : 1) <= maxLength) return value;
  const { length, unit } = measures[lengthUnit ?? 'character'](value);
  if (length <= maxLength) return value;
  return rejectViolation(name, `"${name}" exceeds the maximum of ${maxLength} ${unit}, found ${length}.`);
}

const measures = {
  character: (text: string) => ({ length: countCharacters(text), unit: 'characters' }),
  byte: (text: string) => ({ length: Buffer.byteLength(text), unit: 'bytes in UTF-8' }),
  utf16: (text: string) => ({ length: text.length, unit: 'UTF-16 code units' }),
};

/** Counts characters, without trailing spaces, which SQL truncates. */
function countCharacters(text: string): number {
  let end = text.length;
  while (text[end - 1] === ' ') end -= 1;
  return [...text.slice(0, end)].length;
}

const DECIMAL = /^[+-]?(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

function checkDecimal(name: string, { precision, scale = 0 }: FieldType, text: string): string {
  const match = DECIMAL.exec(text);
  if (precision === undefined || text === 'NaN') return text;
  if (match === null)
    return rejectViolation(name, `"${name}" must be finite, because its precision is ${precision} digits.`);
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = withoutTrailingZeros(digits);
  if (significant === '') return text;
  // The number equals `significant` × 10^`power`.
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  if (significant.length + power <= precision - scale && -power <= scale) return text;
  const suffix = scale < 0 ? `, of which the last ${-scale} must be 0` : `, ${scale} of them after the decimal point`;
  const maxDigits = scale < 0 ? precision - scale : precision;
  return rejectViolation(
    name,
    `"${name}" exceeds the maximum of ${maxDigits} digits${suffix}, found ${formatForMessage(text)}.`,
  );
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Checks a float. Returns -0 as a string, to keep the sign. */
function checkFloating(name: string, { scalar }: FieldType, value: unknown): unknown {
  if (typeof value !== 'number') return value;
  if (scalar === 'Single' && value !== 0 && Math.fround(value) === 0) {
    rejectViolation(name, `"${name}" is a 32-bit float, and ${formatForMessage(value)} is too small for it.`);
  }
  return Object.is(value, -0) ? '-0' : value;
}

const rejectViolation = (name: string, message: string): never =>
  throwApiError('ConstraintViolated', message, { fields: [name] });

/** @throws ApiError BadRequest with the labels, and the field if known */
export function checkLabel(field: string | undefined, type: FieldType, value: string): void {
  const labels = type.enum?.labels ?? type.labels;
  if (labels === undefined || labels.includes(value)) return;
  const subject = field === undefined ? 'The value' : `"${field}"`;
  const message = `${subject} must be one of ${labels.join(', ')}, found ${formatForMessage(value)}.`;
  throwApiError('BadRequest', message, field === undefined ? undefined : { fields: [field] });
}

export interface SizeBounds {
  readonly argument: string;
  readonly max: number;
  readonly minusOneIsMax?: boolean;
  /** Defaults to 0. */
  readonly min?: number;
}

/** @throws ApiError BadRequest, LimitExceeded with the maximum */
export function checkSize(value: number, { argument, max, minusOneIsMax, min = 0 }: SizeBounds): number {
  if (value === -1 && minusOneIsMax === true) return max;
  if (value < min) throwApiError('BadRequest', `"${argument}" must be ${min} or more, found ${value}.`);
  if (value > max) {
    throwApiError('LimitExceeded', `"${argument}" must be at most ${max}, found ${value}. Request several pages.`, {
      limit: 'max-page-size',
      max,
    });
  }
  return value;
}

/** @throws ApiError BadRequest */
export function checkOffset(value: number): number {
  return value >= 0 ? value : throwApiError('BadRequest', `"offset" must be 0 or more, found ${value}.`);
}
