import { parseBase64 } from './binary.ts';
import { formatForMessage, parseDecimal, parseLong, parseShort, parseSingle, parseUnsignedByte } from './numbers.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns lower case, RFC 9562 section 4. */
function parseUuid(value: unknown): string {
  if (typeof value === 'string' && UUID.test(value)) return value.toLowerCase();
  throw new Error(`UUID must look like "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", found ${formatForMessage(value)}`);
}

export const scalarNames = [
  'Short',
  'Int',
  'Long',
  'Single',
  'Float',
  'Decimal',
  'Boolean',
  'String',
  'UUID',
  'Date',
  'DateTime',
  'LocalTime',
  'Base64String',
  'JSON',
] as const;

export type ScalarName = (typeof scalarNames)[number];

export const graphqlScalars: Readonly<Record<GraphqlScalar, CustomScalar>> = {
  UnsignedByte: { description: 'An 8-bit integer from 0 to 255.', parse: parseUnsignedByte },
};

export type GraphqlScalar = 'UnsignedByte';

export const FILTER_SCALAR = 'ODataFilter';

export interface CustomScalar {
  readonly description: string;
  /**
   * Returns canonical strings, except for `Short`, `Int`, and floats.
   * @throws Error that describes accepted values
   */
  readonly parse: (value: unknown) => unknown;
}

export const customScalars: Readonly<
  Record<Exclude<ScalarName, 'Int' | 'Float' | 'Boolean' | 'String'>, CustomScalar>
> = {
  Short: { description: 'A 16-bit integer.', parse: parseShort },
  Long: { description: 'A 64-bit integer. Accepted as a number or as a string of digits.', parse: parseLong },
  Single: { description: 'A 32-bit floating-point number.', parse: parseSingle },
  Decimal: {
    description:
      'An exact decimal number of any length. Accepted as a number or as a string. "NaN", "Infinity", and "-Infinity" are strings.',
    parse: parseDecimal,
  },
  UUID: { description: 'A UUID, such as "f81d4fae-7dec-11d0-a765-00a0c91e6bf6".', parse: parseUuid },
  Date: {
    description: 'A date, such as "1999-01-08", "0044-03-15 BC", or "infinity".',
    parse: parseDate,
  },
  DateTime: {
    description:
      'A point in time in ISO 8601, such as "1999-01-08T10:23:54.123+00:00". Without an offset, it is UTC. Years before 1 end in " BC". "infinity" is later than all others, "-infinity" earlier.',
    parse: parseDateTime,
  },
  LocalTime: { description: 'A time of day, such as "10:23:54", up to "24:00:00".', parse: parseLocalTime },
  Base64String: { description: 'Bytes in standard Base64.', parse: parseBase64 },
  JSON: { description: 'Any JSON value.', parse: (value) => value },
};

/** PostgreSQL notation: years beyond 9999 have more digits, and ` BC` follows. */
const DAY = String.raw`(\d{4}|[1-9]\d{4,6})-(\d{2})-(\d{2})`;
const CLOCK = String.raw`([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?`;
const ZONE = String.raw`[Zz]|[+-](?:(?:0\d|1[0-5]):?|\d:)[0-5]\d`;
const DATE = new RegExp(`^${DAY}( BC)?$`);
const DATE_TIME = new RegExp(String.raw`^${DAY}(?:[Tt ]${CLOCK}\s?(${ZONE})?)?( BC)?$`);
/** MariaDB times are durations, such as `-838:59:59`; each database checks its range. */
const TIME = /^(-?\d{2,3}):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?$/;

const isInfinite = (value: unknown): value is string => value === 'infinity' || value === '-infinity';

/** Accepts `YYYY-MM-DD[ BC]`, `infinity`, or `-infinity`. */
function parseDate(value: unknown): string {
  if (isInfinite(value)) return value;
  const match = typeof value === 'string' ? DATE.exec(value) : null;
  if (match !== null && readDay(match, match[4]) !== undefined) return match[0];
  throw new Error(`Date must be a date such as "1999-01-08", found ${formatForMessage(value)}`);
}

/** Accepts `HH:MM:SS` with up to nine fractional digits, and `24:00:00`. */
function parseLocalTime(value: unknown): string {
  const match = typeof value === 'string' ? TIME.exec(value) : null;
  if (match === null) throw new Error(`LocalTime must be a time such as "10:23:54", found ${formatForMessage(value)}`);
  return `${match[1]}:${match[2]}:${match[3] ?? '00'}${shorten(match[4])}`;
}

/** Converts to UTC, `YYYY-MM-DDTHH:MM:SS[.fraction][ BC]`, or `infinity`. */
function parseDateTime(value: unknown): string {
  if (isInfinite(value)) return value;
  const match = typeof value === 'string' ? DATE_TIME.exec(value) : null;
  if (match !== null) {
    const day = readDay(match, match[9]);
    const offset = offsetMinutes(match[8]);
    const clock = `${match[4] ?? '00'}:${match[5] ?? '00'}:${match[6] ?? '00'}`;
    const fraction = shorten(match[7]);
    if (day?.partial === true && offset === 0) return `${match[1]}-${match[2]}-${match[3]}T${clock}${fraction}`;
    if (day?.partial === false) return inUtc(day, { clock, offset, fraction });
  }
  throw new Error(`DateTime must be ISO 8601, such as "1999-01-08T10:23:54.123Z", found ${formatForMessage(value)}`);
}

/** Converts `.120` → `.12`, and `.000` → an empty string. */
const shorten = (fraction = ''): string => fraction.replace(/\.?0+$/, '');

/** `year` is astronomical: 0 is 1 BC. */
interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** True for zeros, as in `0000-00-00`, which only MySQL and MariaDB store. */
  readonly partial: boolean;
}

/** Returns undefined for nonexistent dates, such as February 30. */
function readDay(match: RegExpExecArray, era: string | undefined): Day | undefined {
  const [year = 0, month = 0, day = 0] = match.slice(1, 4).map(Number);
  if (era === undefined && year * month * day === 0) {
    return month <= 12 && day <= 31 ? { year, month, day, partial: true } : undefined;
  }
  const counted = era === undefined ? year : 1 - year;
  const last = new Date(Date.UTC(equivalentYear(counted), month, 0)).getUTCDate();
  const exists = year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= last;
  return exists ? { year: counted, month, day, partial: false } : undefined;
}

/** Returns an equivalent year in the range of `Date`: the calendar repeats every 400 years. */
const equivalentYear = (year: number): number => 2000 + (((year % 400) + 400) % 400);

function inUtc(
  { year, month, day }: Day,
  { clock, offset, fraction }: { readonly clock: string; readonly offset: number; readonly fraction: string },
): string {
  const [hours, minutes, seconds] = clock.split(':').map(Number);
  const moment = new Date(Date.UTC(equivalentYear(year), month - 1, day, hours, (minutes ?? 0) - offset, seconds));
  const utcYear = year + moment.getUTCFullYear() - equivalentYear(year);
  const text = `${utcYear < 1 ? 1 - utcYear : utcYear}`.padStart(4, '0') + moment.toISOString().slice(4, 19);
  return `${text}${fraction}${utcYear < 1 ? ' BC' : ''}`;
}

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0;
  // Accept single-digit hours, `+8:00`, like .NET.
  const hours = /\d+/.exec(zone.slice(1, 3))?.[0];
  const minutes = Number(hours) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}
