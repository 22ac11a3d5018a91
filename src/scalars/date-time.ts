import { show } from './numbers.ts';

/** As PostgreSQL writes it: years beyond 9999 have more digits, and behind a year before 1 stands ` BC`. */
const DAY = String.raw`(\d{4}|[1-9]\d{4,6})-(\d{2})-(\d{2})`;
const CLOCK = String.raw`([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?`;
const ZONE = String.raw`[Zz]|[+-](?:(?:0\d|1[0-5]):?|\d:)[0-5]\d`;
const DATE = new RegExp(`^${DAY}( BC)?$`);
const DATE_TIME = new RegExp(String.raw`^${DAY}(?:[Tt ]${CLOCK}\s?(${ZONE})?)?( BC)?$`);
/** MariaDB's times are spans, `-838:59:59` for example; each database knows how far they may go. */
const TIME = /^(-?\d{2,3}):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?$/;

/** PostgreSQL has days and points in time before and after all others. */
const isInfinite = (value: unknown): value is string => value === 'infinity' || value === '-infinity';

/** A calendar day in any year, `YYYY-MM-DD[ BC]`, or `infinity`, or `-infinity`. @throws Error when it is none */
export function parseDate(value: unknown): string {
  if (isInfinite(value)) return value;
  const match = typeof value === 'string' ? DATE.exec(value) : null;
  if (match !== null && readDay(match, match[4]) !== undefined) return match[0];
  throw new Error(`Date must be a day such as "1999-01-08", found: ${show(value)}`);
}

/** A time of day, `HH:MM:SS` with up to nine digits of fraction, `24:00:00` among them. @throws Error when it is none */
export function parseLocalTime(value: unknown): string {
  const match = typeof value === 'string' ? TIME.exec(value) : null;
  if (match === null) throw new Error(`LocalTime must be a time such as "10:23:54", found: ${show(value)}`);
  return `${match[1]}:${match[2]}:${match[3] ?? '00'}${shorten(match[4])}`;
}

/**
 * A point in time in UTC, `YYYY-MM-DDTHH:MM:SS[.fraction][ BC]`, or `infinity`. It names no zone, so that every store can read it for
 * columns with a zone and without. @throws Error when it is none
 */
export function parseDateTime(value: unknown): string {
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
  throw new Error(`DateTime must be ISO 8601, such as "1999-01-08T10:23:54.123Z", found: ${show(value)}`);
}

/** `.120` → `.12`, `.000` → nothing. */
const shorten = (fraction = ''): string => fraction.replace(/\.?0+$/, '');

/** In `year`, 0 is 1 BC and -1 is 2 BC: https://en.wikipedia.org/wiki/Astronomical_year_numbering */
interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Whether year, month or day is zero, as in `0000-00-00`. MariaDB alone keeps such days. */
  readonly partial: boolean;
}

/** Undefined for a day that no calendar has, such as February 30. */
function readDay(match: RegExpExecArray, era: string | undefined): Day | undefined {
  const [year = 0, month = 0, day = 0] = match.slice(1, 4).map(Number);
  if (era === undefined && year * month * day === 0) {
    return month <= 12 && day <= 31 ? { year, month, day, partial: true } : undefined;
  }
  const counted = era === undefined ? year : 1 - year;
  const last = new Date(Date.UTC(alike(counted), month, 0)).getUTCDate();
  const isThere = year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= last;
  return isThere ? { year: counted, month, day, partial: false } : undefined;
}

/** A year with the same calendar that a `Date` knows: the calendar repeats itself every 400 years. */
const alike = (year: number): number => 2000 + (((year % 400) + 400) % 400);

function inUtc(
  { year, month, day }: Day,
  { clock, offset, fraction }: { readonly clock: string; readonly offset: number; readonly fraction: string },
): string {
  const [hours, minutes, seconds] = clock.split(':').map(Number);
  const moment = new Date(Date.UTC(alike(year), month - 1, day, hours, (minutes ?? 0) - offset, seconds));
  const utcYear = year + moment.getUTCFullYear() - alike(year);
  const text = `${utcYear < 1 ? 1 - utcYear : utcYear}`.padStart(4, '0') + moment.toISOString().slice(4, 19);
  return `${text}${fraction}${utcYear < 1 ? ' BC' : ''}`;
}

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0;
  // An hour of one digit, `+8:00`, is accepted too: .NET reads it.
  const hours = /\d+/.exec(zone.slice(1, 3))?.[0];
  const minutes = Number(hours) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}
