import { throwApiError } from '../../../base/errors.ts';
import { BigNumber, parseJson } from '../../../base/json.ts';
import type { FieldType } from '../../../model/model.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { JsonPath } from '../../../scalars/json-path.ts';
import { formatForMessage } from '../../../scalars/numbers.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { rejectDateTime } from '../../driver/reject-date-time.ts';
import { likePattern } from '../../standard/like-pattern.ts';
import { isDateAsDateTime } from '../sql/operand.ts';
import { sentinelText } from '../sql/sentinel.ts';

/** Encodes a validated value as text, which PostgreSQL parses by the parameter's context. */
export function encode(value: unknown, { use }: Slot): string | null {
  if (value === null || value === undefined) return null;
  switch (use.kind) {
    case 'value':
      return encodeScalar(value, use.type);
    case 'assign':
      if (use.type.arrayAsJson === true) return encodeJsonArray(String(value), use);
      if (isDateAsDateTime(use.type)) checkMidnight(value, use.field);
      return Array.isArray(value)
        ? encodeArray(
            value.map((item) => (item === null ? null : encodeScalar(item, use.type, use.field))),
            use.type,
          )
        : encodeScalar(value, use.type, use.field);
    case 'values':
      return encodeArray(
        (value as readonly unknown[]).map((item) => encodeScalar(item, use.type)),
        use.type,
      );
    case 'jsonPath':
      return encodePath(value as JsonPath);
    case 'pattern':
    case 'word':
      return likePattern(String(value), use);
    case 'sentinel':
      return sentinelText(String(value));
    default:
      return String(value);
  }
}

/**
 * Returns a `jsonpath` in strict mode. In this mode, a step never unwraps an array, and the filter applies to an array
 * as a whole. The filter excludes JSON null.
 * https://www.postgresql.org/docs/current/functions-json.html#STRICT-AND-LAX-MODES
 */
const encodePath = (path: JsonPath): string =>
  `strict $${path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${JSON.stringify(step)}`)).join('')} ? (@ != null)`;

function encodeScalar(value: unknown, { scalar }: FieldType, field?: string): string {
  const text = String(value);
  return scalar === 'Base64String'
    ? `\\x${Buffer.from(text, 'base64').toString('hex')}`
    : checkDateTime(text, scalar, field);
}

/** Requires midnight, because a date that is exposed as a point in time cannot store hours. */
function checkMidnight(value: unknown, field: string): void {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.every((item) => item === null || /^[^T]*(?:T00:00:00(?: BC)?)?$/.test(String(item)))) return;
  throwApiError(
    'BadRequest',
    `"${field}" is a date without a time. Send midnight in UTC, such as "1999-01-08T00:00:00Z".`,
    {
      field,
    },
  );
}

/**
 * Returns an array literal with the delimiter of the type: `{"a","b"}`.
 * https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
 */
const encodeArray = (items: readonly (string | null)[], { delimiter = ',' }: FieldType): string =>
  `{${items.map((item) => (item === null ? 'NULL' : quote(item))).join(delimiter)}}`;

const quote = (item: string): string => `"${item.replace(/["\\]/g, '\\$&')}"`;

/**
 * Converts a JSON array to an array literal; nested arrays become dimensions.
 * @throws ApiError BadRequest if the JSON is not an array
 */
function encodeJsonArray(json: string, { field, type }: Extract<Slot['use'], { kind: 'assign' }>): string {
  const value = parseJson(json);
  if (Array.isArray(value)) return encodeNested(value, type.delimiter ?? ',');
  return throwApiError('BadRequest', `"${field}" is a database array. Send a JSON array.`, { field });
}

function encodeNested(value: unknown, delimiter: string): string {
  if (Array.isArray(value)) return `{${value.map((item) => encodeNested(item, delimiter)).join(delimiter)}}`;
  if (value === null) return 'NULL';
  if (value instanceof BigNumber) return value.text;
  return quote(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Matches times up to and including 24:00:00. */
const TIME = /^(?:[01]\d|2[0-3]|24:00:00$)/;

/** A date with a zero part, which other databases can store. */
const PARTIAL = /^0000|^\d+-(?:00|\d\d-00)/;

/** Ranges of the types: https://www.postgresql.org/docs/current/datatype-datetime.html */
const ranges = {
  Date: { first: '4714-11-24 BC', last: '5874897-12-31' },
  DateTime: { first: '4714-11-24T00:00:00 BC', last: '294276-12-31T23:59:59.999999' },
} as const;

/**
 * Rejects dates and times that only other databases can store. PostgreSQL's own error would look as if the type of the
 * column had changed.
 */
function checkDateTime(value: string, scalar: ScalarName, field?: string): string {
  if (scalar === 'LocalTime' && !TIME.test(value)) {
    rejectDateTime(field, `LocalTime must be a time from "00:00:00" to "24:00:00", found ${formatForMessage(value)}.`);
  }
  if ((scalar === 'Date' || scalar === 'DateTime') && !isWithin(value, ranges[scalar])) {
    const { first, last } = ranges[scalar];
    rejectDateTime(
      field,
      `${scalar} must be between "${first}" and "${last}" on this database, found ${formatForMessage(value)}.`,
    );
  }
  return value;
}

/**
 * Returns true if a date is in range. Strings of equal length sort like the dates. Years BC sort in reverse; the
 * earliest is 4714 BC.
 */
function isWithin(value: string, { first, last }: (typeof ranges)['Date' | 'DateTime']): boolean {
  if (value.endsWith('infinity')) return true;
  if (value.endsWith(' BC')) {
    const year = value.slice(0, value.indexOf('-'));
    return year.length === 4 && (year < '4714' || (year === '4714' && value.slice(5) >= first.slice(5)));
  }
  if (PARTIAL.test(value)) return false;
  const [yearLength, lastYearLength] = [value.indexOf('-'), last.indexOf('-')];
  return yearLength < lastYearLength || (yearLength === lastYearLength && value <= last);
}
