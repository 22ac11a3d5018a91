import type { FieldType } from '../../../model/model.ts';
import { MAX_SCALE_OF_ANY } from '../sql/conditions/json-elements.ts';

/** https://dev.mysql.com/doc/refman/8.4/en/precision-math-decimal-characteristics.html */
const MAX_WORDS = 9;
const DIGITS_PER_WORD = 9;

const OVERSIZED_DECIMAL = '1e300';

/**
 * Encodes a decimal. The servers would read `5e-324` as 0. Therefore, if digits do not fit, the last digit that fits
 * becomes 1. No column has a digit at that position, so the value keeps its order and equals no stored value.
 */
export function encodeDecimal(decimal: string): string {
  if (isShort(decimal)) return decimal;
  const [whole = '', fraction = ''] = withoutExponent(decimal).split('.');
  const digits = whole.replace(/^[+-]/, '').length;
  const maxFractionDigits = DIGITS_PER_WORD * (MAX_WORDS - Math.ceil(digits / DIGITS_PER_WORD));
  if (maxFractionDigits <= 0 || fraction.length <= maxFractionDigits) return decimal;
  const digitsToKeep = fraction.slice(0, maxFractionDigits - 1);
  return `${whole}.${digitsToKeep}${/[1-9]/.test(fraction.slice(digitsToKeep.length)) ? 1 : 0}`;
}

/**
 * Encodes a list item. The server would round an item with more decimals than the column. Such an item equals no stored
 * value, so it becomes a number that no column can store.
 */
export function encodeListItem(decimal: string, { scale = MAX_SCALE_OF_ANY }: FieldType): string {
  if (!/[.e]/i.test(decimal)) return decimal;
  const [, fraction = ''] = withoutExponent(decimal).split('.');
  return /[1-9]/.test(fraction.slice(scale)) ? OVERSIZED_DECIMAL : decimal;
}

const isShort = (decimal: string): boolean => decimal.length <= DIGITS_PER_WORD && !/e/i.test(decimal);

/** Expands an exponent, because SQL reads it as floating point, which keeps fewer digits. */
export function withoutExponent(decimal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(decimal) ?? [];
  const point = whole.length + Number(exponent);
  const digits = `${whole}${fraction}`.padEnd(point, '0').padStart(whole.length + fraction.length - point, '0');
  const split = Math.max(point, 0);
  return `${sign}${digits.slice(0, split) || '0'}.${digits.slice(split) || '0'}`;
}
