import { show } from '../../../scalars/numbers.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { refuseMoment } from '../../refuse-moment.ts';

/** The day has no more than 24 hours. */
const TIME = /^(?:[01]\d|2[0-3]|24:00:00$)/;

/** A part of a day that is zero, which other databases keep. */
const PARTIAL = /^0000|^\d+-(?:00|\d\d-00)/;

/** How far days and points in time reach: https://www.postgresql.org/docs/current/datatype-datetime.html */
const ranges = {
  Date: { first: '4714-11-24 BC', last: '5874897-12-31' },
  DateTime: { first: '4714-11-24T00:00:00 BC', last: '294276-12-31T23:59:59.999999' },
} as const;

/**
 * Refuses what a scalar takes for the sake of other databases, and what no column can keep: a parameter that PostgreSQL cannot read
 * is taken for a sign that the column is of another type by now. @throws Refusal BadRequest
 */
export function checkMoment(value: string, scalar: ScalarName, field?: string): string {
  if (scalar === 'LocalTime' && !TIME.test(value)) {
    refuseMoment(field, `LocalTime must be a time from "00:00:00" to "24:00:00", found: ${show(value)}.`);
  }
  if ((scalar === 'Date' || scalar === 'DateTime') && !isWithin(value, ranges[scalar])) {
    const { first, last } = ranges[scalar];
    refuseMoment(field, `${scalar} must lie from "${first}" to "${last}" on this database, found: ${show(value)}.`);
  }
  return value;
}

/** Texts of one length sort as what they stand for; years before 1 the other way round, of which the first ones lie in 4714. */
function isWithin(value: string, { first, last }: (typeof ranges)['Date' | 'DateTime']): boolean {
  if (value.endsWith('infinity')) return true;
  if (value.endsWith(' BC')) {
    const year = value.slice(0, value.indexOf('-'));
    return year.length === 4 && (year < '4714' || (year === '4714' && value.slice(5) >= first.slice(5)));
  }
  if (PARTIAL.test(value)) return false;
  const [digits, most] = [value.indexOf('-'), last.indexOf('-')];
  return digits < most || (digits === most && value <= last);
}
