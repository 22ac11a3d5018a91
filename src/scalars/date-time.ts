import { show } from './numbers.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?$/;
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?\s?([Zz]|[+-](?:0\d|1[0-5]):?[0-5]\d)?)?$/;

/** A calendar day, `YYYY-MM-DD`. @throws Error when it is none */
export function parseDate(value: unknown): string {
  const match = typeof value === 'string' ? DATE.exec(value) : null;
  if (match !== null && isDay(Number(match[1]), Number(match[2]), Number(match[3]))) return match[0];
  throw new Error(`Date must be a day such as "1999-01-08", found: ${show(value)}`);
}

/** A time of day, `HH:MM:SS` with up to nine digits of fraction. @throws Error when it is none */
export function parseLocalTime(value: unknown): string {
  const match = typeof value === 'string' ? TIME.exec(value) : null;
  if (match === null) throw new Error(`LocalTime must be a time such as "10:23:54", found: ${show(value)}`);
  return `${match[1]}:${match[2]}:${match[3] ?? '00'}${match[4] ?? ''}`;
}

/**
 * A point in time as `YYYY-MM-DDTHH:MM:SS[.fraction]` in UTC, without a zone, so that every store can read it for columns
 * with and without one. @throws Error when it is none
 */
export function parseDateTime(value: unknown): string {
  const match = typeof value === 'string' ? DATE_TIME.exec(value) : null;
  if (match !== null) {
    const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
    if (isDay(year, month, day)) {
      const moment = new Date(0);
      moment.setUTCFullYear(year, month - 1, day);
      moment.setUTCHours(Number(match[4] ?? 0), Number(match[5] ?? 0) - offsetMinutes(match[8]), Number(match[6] ?? 0));
      const utcYear = moment.getUTCFullYear();
      if (utcYear >= 1 && utcYear <= 9999) return moment.toISOString().slice(0, 19) + (match[7] ?? '');
    }
  }
  throw new Error(
    `DateTime must be ISO 8601 within the years 1 to 9999, such as "1999-01-08T10:23:54.123Z", found: ${show(value)}`,
  );
}

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return day <= last.getUTCDate();
}
