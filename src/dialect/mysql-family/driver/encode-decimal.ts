import type { FieldType } from '../../../model/model.ts';
import { MAX_SCALE_OF_ANY } from '../sql/json-elements.ts';

/** A decimal is held in words of nine digits, nine of them in all: https://dev.mysql.com/doc/refman/8.4/en/precision-math-decimal-characteristics.html */
const WORDS = 9;
const DIGITS_OF_WORD = 9;

/** A number that no decimal is large enough for. */
const BEYOND = '1e300';

/**
 * A decimal to compare with. Digits that there is no room for are told by a last one that is not zero: the servers would cut them, and take
 * `5e-324` for 0. No column has a digit at that place, so nothing equals it, and it stays between the same values.
 */
export function encodeDecimal(decimal: string): string {
  if (isShort(decimal)) return decimal;
  const [whole = '', fraction = ''] = withoutExponent(decimal).split('.');
  const digits = whole.replace(/^[+-]/, '').length;
  const room = DIGITS_OF_WORD * (WORDS - Math.ceil(digits / DIGITS_OF_WORD));
  if (room <= 0 || fraction.length <= room) return decimal;
  const kept = fraction.slice(0, room - 1);
  return `${whole}.${kept}${/[1-9]/.test(fraction.slice(kept.length)) ? 1 : 0}`;
}

/** A decimal of a list, which is read by the type of a column: what has more digits behind the point than that would be rounded, and equals no value. */
export function encodeListed(decimal: string, { scale = MAX_SCALE_OF_ANY }: FieldType): string {
  if (!/[.e]/i.test(decimal)) return decimal;
  const [, fraction = ''] = withoutExponent(decimal).split('.');
  return /[1-9]/.test(fraction.slice(scale)) ? BEYOND : decimal;
}

/** Whether no digit can be without room. */
const isShort = (decimal: string): boolean => decimal.length <= DIGITS_OF_WORD && !/e/i.test(decimal);

/** A decimal without an exponent: with one, SQL takes a number for floating point, which keeps fewer digits. */
export function withoutExponent(decimal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(decimal) ?? [];
  const point = whole.length + Number(exponent);
  const digits = `${whole}${fraction}`.padEnd(point, '0').padStart(whole.length + fraction.length - point, '0');
  const split = Math.max(point, 0);
  return `${sign}${digits.slice(0, split) || '0'}.${digits.slice(split) || '0'}`;
}
