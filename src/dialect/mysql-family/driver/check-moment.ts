import { refuse } from '../../../base/errors.ts';
import { show } from '../../../scalars/numbers.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';

/** Beyond the year 9999, before the year 0, and infinity. */
const ELSEWHERE = /^\d{5}|BC$|infinity$/;

/** Hours of the longest span, which has all their minutes and seconds. */
const MOST_HOURS = 838;

/** Refuses what a scalar takes for the sake of other databases: here it would be compared as if it were nothing. @throws Refusal BadRequest */
export function checkMoment(value: string, scalar: ScalarName): string {
  if ((scalar === 'Date' || scalar === 'DateTime') && ELSEWHERE.test(value)) {
    refuse('BadRequest', `${scalar} must lie within the years 0 to 9999 on this database, found: ${show(value)}.`);
  }
  if (scalar === 'LocalTime' && Math.abs(Number.parseInt(value, 10)) > MOST_HOURS) {
    refuse('BadRequest', `LocalTime must lie within -838:59:59 and 838:59:59 on this database, found: ${show(value)}.`);
  }
  return value;
}
