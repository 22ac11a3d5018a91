import { isIPv4, isIPv6 } from 'node:net';
import { throwApiError } from '../../../base/errors.ts';
import type { FieldType } from '../../../model/model.ts';
import { rejectCursor } from '../../../plan/read/plan-cursors.ts';
import { claimIn } from '../../../plan/shape/claim-in.ts';
import { isCount, type Slot, type SlotUse } from '../../../plan/shape/slot.ts';
import type { JsonPath } from '../../../scalars/json-path.ts';
import { formatForMessage, isNotFinite } from '../../../scalars/numbers.ts';
import { isSet } from '../../../scalars/operators.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { describeRange, hasRange } from '../../../values/describe-range.ts';
import { isOfScalar } from '../../../values/parse-scalar.ts';
import { rejectDateTime } from '../../driver/reject-date-time.ts';
import { likePattern } from '../../standard/like-pattern.ts';
import { comparesByPosition, isOrderedByPosition, membersOf, positionOf } from '../catalog/labels.ts';
import { readLabels } from '../catalog/types.ts';
import { encodeDecimal, encodeListItem } from './encode-decimal.ts';

export type EncodedValue = number | string | Buffer | null;

/** Encodes a checked value. Bytes become a Buffer, and lists become a JSON array. */
export function encode(value: unknown, { use, source }: Slot): EncodedValue {
  if (value === null || value === undefined) return null;
  if (use.kind === 'cursor') return encodeCursorValue(String(value), use);
  if ('type' in use && use.type.asText) checkFormat(value, use, claimIn(source));
  switch (use.kind) {
    case 'value':
      return use.type.scalar === 'Base64String' ? Buffer.from(String(value), 'base64') : encodeScalar(value, use.type);
    case 'assign':
      return encodeAssigned(value, use);
    case 'values':
      return JSON.stringify((value as readonly unknown[]).map((item) => toFinite(encodeItem(item, use.type))));
    case 'size':
    case 'sizePlusOne':
    case 'position':
    case 'offset':
      return Number(value);
    case 'jsonPath':
      return encodePath(value as JsonPath);
    case 'pattern':
    case 'word':
      return likePattern(String(value), use);
    default:
      return String(value);
  }
}

/** Encodes for MySQL. Rejects times after 838:59:59, which MySQL would compare as 838:59:59, or as NULL. */
export function encodeForMysql(value: unknown, slot: Slot): EncodedValue {
  const { use } = slot;
  if ('type' in use && use.kind !== 'cursor' && use.type.scalar === 'LocalTime') {
    const field = use.kind === 'assign' ? use.field : undefined;
    for (const time of [value].flat()) {
      if (/^-?838:59:59\.0*[1-9]/.test(String(time))) rejectTime(String(time), field);
    }
  }
  return encode(value, slot);
}

function encodeAssigned(value: unknown, { type, field }: Extract<Slot['use'], { kind: 'assign' }>): string {
  switch (type.scalar) {
    case 'Boolean':
      return value === true ? '1' : '0';
    case 'Short':
      return type.native.startsWith('year') ? encodeYear(Number(value), field) : String(value);
    case 'Single':
      // Sends the number as a double: the shortest text of the largest float exceeds the column's range.
      return value === '-0' ? value : String(Math.fround(Number(value)));
    case 'Date':
    case 'DateTime':
    case 'LocalTime': {
      const moment = checkZeroDate(checkDateTime(String(value), type.scalar, field), type, field);
      return checkLastSecond(toMicroseconds(moment), type, field).replace('T', ' ');
    }
    default:
      return String(value);
  }
}

/** Rejects years that a `year` column cannot store. The server would store 24 as 2024. */
function encodeYear(year: number, field: string): string {
  if (year !== 0 && (year < 1901 || year > 2155)) {
    throwApiError('ConstraintViolated', `"${field}" must be a year from 1901 to 2155, or 0, found ${year}.`, {
      fields: [field],
    });
  }
  return String(year).padStart(4, '0');
}

const encodeItem = (value: unknown, type: FieldType): number | string =>
  type.scalar === 'Decimal' && !isNotFinite(value) ? encodeListItem(String(value), type) : encodeScalar(value, type);

function encodeScalar(value: unknown, type: FieldType): number | string {
  if (comparesByPosition(type)) return positionOf(String(value), type);
  switch (type.scalar) {
    case 'Boolean':
    case 'Short':
    case 'Int':
      return Number(value);
    case 'Float':
      return nanToInfinity(asStoredDouble(Number(value), type.native));
    case 'Decimal':
      return isNotFinite(value) ? nanToInfinity(Number(value)) : encodeDecimal(String(value));
    case 'Single':
      return nanToInfinity(Math.fround(Number(value)));
    case 'Date':
    case 'DateTime':
    case 'LocalTime':
      return toMicroseconds(checkDateTime(String(value), type.scalar)).replace('T', ' ');
    case 'JSON':
      return encodeCompared(String(value));
    default:
      return String(value);
  }
}

/** Maps NaN to infinity, because NaN sorts after all numbers. */
const nanToInfinity = (value: number): number => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : value);

/** Clamps infinities, which JSON and SQL cannot express. */
export const toFinite = <T>(value: T): T | number =>
  value === Number.POSITIVE_INFINITY
    ? Number.MAX_VALUE
    : value === Number.NEGATIVE_INFINITY
      ? -Number.MAX_VALUE
      : value;

/** Rounds to six digits, but never up to a whole second. MariaDB would truncate. */
function toMicroseconds(text: string): string {
  const [seconds = '', fraction = ''] = text.split('.');
  if (fraction.length <= 6) return text;
  const rounded = Math.min(Math.round(Number(fraction) / 10 ** (fraction.length - 6)), 999_999);
  return `${seconds}.${String(rounded).padStart(6, '0')}`;
}

/**
 * Returns the type in which mysql2 sends a value. `limit` requires integers. Numbers sent as strings may compare as
 * floating-point numbers.
 */
export function parameterKind(slot: Slot): 'integer' | 'decimal' | 'other' {
  const { use } = slot;
  if (isCount(slot)) return 'integer';
  if (use.kind !== 'value' && use.kind !== 'cursor') return 'other';
  if (use.kind === 'value' ? comparesByPosition(use.type) : isOrderedByPosition(use.type)) {
    // The 64 bits of a set may exceed the integers that mysql2 sends.
    return isSet(use.type) ? 'decimal' : 'integer';
  }
  switch (use.type.scalar) {
    case 'Boolean':
    case 'Short':
    case 'Int':
    case 'Long':
      return 'integer';
    case 'Decimal':
      return 'decimal';
    default:
      return 'other';
  }
}

/**
 * Encodes a value of a cursor. Rejects values that the database cannot have produced.
 * @throws ApiError BadRequest
 */
export function encodeCursorValue(
  text: string,
  use: Extract<Slot['use'], { kind: 'cursor' }>,
): string | number | Buffer {
  if (!isCursorFormat(text, use.type)) return rejectCursor(use.argument);
  if (isOrderedByPosition(use.type)) return text;
  switch (use.type.scalar) {
    case 'Single':
      // The cursor may lack the last digit, because MySQL limits the text of a double to 22 characters.
      return Math.fround(Number(text));
    case 'Float':
      return asStoredDouble(Number(text), use.type.native);
    case 'Base64String':
      return Buffer.from(text, 'hex');
    default:
      return text;
  }
}

const INTEGER = /^-?\d{1,19}$/;
const FLOATING = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** Formats of `cast(… as char)`, including zero dates and times over 24 hours. */
const FORMATS: Readonly<Partial<Record<ScalarName, RegExp>>> = {
  Boolean: /^-?\d{1,3}$/,
  Short: INTEGER,
  Int: INTEGER,
  Long: INTEGER,
  Single: FLOATING,
  Float: FLOATING,
  Decimal: /^-?\d{1,65}(?:\.\d{1,38})?$/,
  Date: /^\d{4}-\d\d-\d\d$/,
  DateTime: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?$/,
  LocalTime: /^-?\d{2,3}:[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/,
  UUID: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
  Base64String: /^(?:[\dA-F]{2})*$/,
};

const PARSED_SCALARS: ReadonlySet<ScalarName> = new Set([
  'Short',
  'Int',
  'Long',
  'Single',
  'Float',
  'Date',
  'DateTime',
]);

function isCursorFormat(text: string, type: FieldType): boolean {
  if (isOrderedByPosition(type)) return isLabelPosition(text, type);
  if (type.asText) return expectedFormat(text, type) === undefined;
  if (FORMATS[type.scalar]?.test(text) === false) return false;
  return (
    !PARSED_SCALARS.has(type.scalar) || isZeroDate(text, type.scalar) || isOfScalar(text.replace(' ', 'T'), type.scalar)
  );
}

/** Returns whether a date has a zero month or day, which no scalar accepts. */
const isZeroDate = (text: string, scalar: ScalarName): boolean =>
  (scalar === 'Date' || scalar === 'DateTime') && text.includes('-00');

function isLabelPosition(text: string, type: FieldType): boolean {
  const labels = BigInt(readLabels(type.native).length);
  return /^\d{1,20}$/.test(text) && BigInt(text) < (isSet(type) ? 1n << labels : labels + 1n);
}

/**
 * Returns a path, and the paths of values that must be arrays: `{"path":"$.\"a\"[0]", "lists":["$.\"a\""]}`. Without
 * this check, `[0]` would also match a value that is not an array.
 */
export function encodePath(path: JsonPath): string {
  const parentPaths = path.map((_, index) => pathText(path.slice(0, index)));
  return JSON.stringify({ path: pathText(path), lists: parentPaths.filter((_, index) => path[index] === 0) });
}

const pathText = (path: JsonPath): string =>
  `$${path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${quoteJson(step)}`)).join('')}`;

const OUT_OF_RANGE_DATE = /^\d{5}|BC$|infinity$/;

const MAX_HOURS = 838;

/** Rejects dates and times out of range, which this database would compare as empty values. */
function checkDateTime(value: string, scalar: ScalarName, field?: string): string {
  if ((scalar === 'Date' || scalar === 'DateTime') && OUT_OF_RANGE_DATE.test(value)) {
    rejectDateTime(
      field,
      `${scalar} must be within the years 0 to 9999 on this database, found ${formatForMessage(value)}.`,
    );
  }
  if (scalar === 'LocalTime' && Math.abs(Number.parseInt(value, 10)) > MAX_HOURS) {
    rejectTime(value, field);
  }
  return value;
}

const rejectTime = (value: string, field?: string): never =>
  rejectDateTime(
    field,
    `LocalTime must be between -838:59:59 and 838:59:59 on this database, found ${formatForMessage(value)}.`,
  );

/**
 * Rejects zero dates that the server's own SQL mode rejects. The SQL mode of our sessions permits zero dates, because
 * reads may return them.
 * @throws ApiError BadRequest that names the mode
 */
function checkZeroDate(value: string, { zeroDateModes = [] }: FieldType, field: string): string {
  const [date, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(value) ?? [];
  if (month !== '00' && day !== '00') return value;
  const mode = year === '0000' && month === day ? 'NO_ZERO_DATE' : 'NO_ZERO_IN_DATE';
  if (!zeroDateModes.includes(mode)) return value;
  const message = `The "sql_mode" of the database server contains ${mode}, which rejects the date ${date}.`;
  return rejectDateTime(field, `${message} Use another date, or null if the column is nullable.`);
}

const LAST_SECOND = '9999-12-31T23:59:59.';

/** Rejects fractional seconds that round up to the year 10000. MySQL's own error does not name the column. */
function checkLastSecond(value: string, type: FieldType, field: string): string {
  if (!value.startsWith(LAST_SECOND) || !hasRange(type)) return value;
  const factor = 10 ** (/\.(9+)/.exec(type.range.max)?.[1]?.length ?? 0);
  if (Math.round(Number(value.slice(LAST_SECOND.length - 1)) * factor) < factor) return value;
  return throwApiError('ConstraintViolated', `"${field}" ${describeRange(type)}.`, { fields: [field] });
}

/** Escapes quotes, backslashes, and control characters as `\u0022`, as MariaDB's statement does for the column. */
const encodeCompared = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"/g, (text) => quoteJson(JSON.parse(text) as string));

const quoteJson = (text: string): string => `"${text.replace(ESCAPED, escapeOf)}"`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them.
const ESCAPED = /["\\\u0000-\u001f]/g;

const escapeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Returns the number that a column such as `double(10,2)` stores. The servers round the distance to the next lower
 * integer, so -0.3 becomes -0.30000000000000004. A value with more decimals than the column is returned unchanged.
 */
function asStoredDouble(value: number, native: string): number {
  const scale = /^double\(\d+,(\d+)\)/.exec(native)?.[1];
  if (scale === undefined || !Number.isFinite(value)) return value;
  const floor = Math.floor(value);
  const factor = 10 ** Number(scale);
  return Number(value.toFixed(Number(scale))) === value ? floor + Math.round((value - floor) * factor) / factor : value;
}

/**
 * Rejects unknown labels and malformed network addresses, which the database would compare as empty values.
 * @param claim claim that contains the value
 * @throws ApiError BadRequest, or Forbidden for a claim
 */
function checkFormat(
  value: unknown,
  use: {
    readonly kind: SlotUse['kind'];
    readonly type: FieldType;
    readonly field?: string;
    readonly itemsAreElements?: true;
  },
  claim: string | undefined,
): void {
  const { kind, type, field } = use;
  const find = use.itemsAreElements === true ? expectedMember : expectedFormat;
  for (const item of Array.isArray(value) ? value : [value]) {
    const expected = find(String(item), type);
    if (expected === undefined) continue;
    if (claim !== undefined) throwApiError('Forbidden', `The claim "${claim}" of your token is not ${expected}.`);
    const name = field === undefined ? 'a field' : `"${field}"`;
    throwApiError(
      'BadRequest',
      `${kind === 'assign' ? name : `The value compared with ${name}`} must be ${expected}, found ${formatForMessage(item)}.`,
      {
        ...(field !== undefined && { fields: [field] }),
      },
    );
  }
}

/** Returns the allowed labels for a message; undefined if the string is one of them. */
function expectedMember(text: string, { native }: FieldType): string | undefined {
  const labels = readLabels(native);
  return labels.includes(text) ? undefined : `one of ${labels.join(', ')}`;
}

function expectedFormat(text: string, type: FieldType): string | undefined {
  const { native } = type;
  if (native === 'inet4') return isIPv4(text) ? undefined : 'an address such as "10.0.0.1"';
  if (native === 'inet6') return isIPv6(text) ? undefined : 'an address such as "2001:db8::1"';
  if (!isSet(type)) return undefined;
  const labels = readLabels(native);
  const areMembers = membersOf(text).every((member) => labels.includes(member));
  return areMembers ? undefined : `some of ${labels.join(', ')} with commas between`;
}
