import { refuse } from '../../../base/errors.ts';
import { show } from '../../../scalars/numbers.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';

/** Beyond the year 9999, before the year 0, and infinity. */
const ELSEWHERE = /^\d{5}|BC$|infinity$/;

/** Refuses what a scalar takes for the sake of other databases: here it would be compared as if it were nothing. @throws Refusal BadRequest */
export function checkMoment(value: string, scalar: ScalarName): string {
  if ((scalar === 'Date' || scalar === 'DateTime') && ELSEWHERE.test(value)) {
    refuse('BadRequest', `${scalar} must lie within the years 0 to 9999 on this database, found: ${show(value)}.`);
  }
  return value;
}
