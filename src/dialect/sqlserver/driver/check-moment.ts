import { show } from '../../../scalars/numbers.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { refuseMoment } from '../../refuse-moment.ts';

/** Beyond the year 9999, before the year 1, and infinity. */
const ELSEWHERE = /^\d{5}|^0000|^\d+-(?:00|\d\d-00)|BC$|infinity$/;

/** The day has less than 24 hours. */
const TIME = /^(?:[01]\d|2[0-3]):/;

/** Digits of a fraction of a second. */
const MAX_DIGITS = 7;

/**
 * Refuses what a scalar takes for the sake of other databases, and what no column can keep. @returns the text with as many digits as SQL Server reads
 * @throws Refusal BadRequest
 */
export function checkMoment(value: string, scalar: ScalarName, field?: string): string {
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
  if (fraction.length <= MAX_DIGITS) return text;
  const rounded = Math.min(Math.round(Number(fraction) / 10 ** (fraction.length - MAX_DIGITS)), 9_999_999);
  return `${whole}.${String(rounded).padStart(MAX_DIGITS, '0')}`;
}
