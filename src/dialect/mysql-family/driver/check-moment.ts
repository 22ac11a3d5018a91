import { refuse } from '../../../base/errors.ts';
import type { FieldType } from '../../../model/model.ts';
import { show } from '../../../scalars/numbers.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { describeRange, hasRange } from '../../../values/describe-range.ts';
import { refuseMoment } from '../../refuse-moment.ts';

/** Beyond the year 9999, before the year 0, and infinity. */
const ELSEWHERE = /^\d{5}|BC$|infinity$/;

/** Hours of the longest span, which has all their minutes and seconds. */
const MOST_HOURS = 838;

/** Refuses what a scalar takes for the sake of other databases: here it would be compared as if it were nothing. @throws Refusal BadRequest */
export function checkMoment(value: string, scalar: ScalarName, field?: string): string {
  if ((scalar === 'Date' || scalar === 'DateTime') && ELSEWHERE.test(value)) {
    refuseMoment(field, `${scalar} must lie within the years 0 to 9999 on this database, found: ${show(value)}.`);
  }
  if (scalar === 'LocalTime' && Math.abs(Number.parseInt(value, 10)) > MOST_HOURS) {
    refuseMoment(field, `LocalTime must lie within -838:59:59 and 838:59:59 on this database, found: ${show(value)}.`);
  }
  return value;
}

/**
 * Refuses a zero date as a strict server with the modes of the column would. Sessions of the service lack these modes,
 * since statements that read stored zero dates would fail with them.
 * @throws Refusal BadRequest that names the mode
 */
export function checkZeroDate(value: string, { zeroDateModes = [] }: FieldType, field: string): string {
  const [date, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(value) ?? [];
  if (month !== '00' && day !== '00') return value;
  const mode = year === '0000' && month === day ? 'NO_ZERO_DATE' : 'NO_ZERO_IN_DATE';
  if (!zeroDateModes.includes(mode)) return value;
  const message = `The "sql_mode" of the database server contains ${mode}, which refuses the date ${date}.`;
  return refuseMoment(field, `${message} Use another date, or null if the column is nullable.`);
}

const LAST_SECOND = '9999-12-31T23:59:59.';

/** Refuses a fraction that the column would round up to the year 10000: MySQL does not say whose it is. @throws Refusal ConstraintViolated */
export function checkLastSecond(value: string, type: FieldType, field: string): string {
  if (!value.startsWith(LAST_SECOND) || !hasRange(type)) return value;
  const kept = 10 ** (/\.(9+)/.exec(type.range.most)?.[1]?.length ?? 0);
  if (Math.round(Number(value.slice(LAST_SECOND.length - 1)) * kept) < kept) return value;
  return refuse('ConstraintViolated', `"${field}" ${describeRange(type)}.`, { fields: [field] });
}
