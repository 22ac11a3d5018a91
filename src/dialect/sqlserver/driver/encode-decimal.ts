import type { FieldType } from '../../../model/model.ts';
import { isNotFinite } from '../../../scalars/numbers.ts';
import { comparedScale, takesAllDigits } from '../sql/typed.ts';

/** Digits that a decimal has in all. */
const MAX_DIGITS = 38;

/**
 * A decimal to compare with, by the type that it is cast to. Digits that there is no room for are told by a last one that is not zero, and a number that is
 * too large by the largest one: no column has digits at these places, so nothing equals it, and it stays between the same values. Where a column has
 * digits at all places, it is the next smaller number with a blank behind it, which `compare` looks for: `4049.46 ` for 4049.4601.
 */
export function encodeDecimal(decimal: string, type: FieldType): string {
  const scale = comparedScale(type);
  const largest = `${'9'.repeat(MAX_DIGITS - scale)}${scale === 0 ? '' : `.${'9'.repeat(scale)}`}`;
  if (isNotFinite(decimal)) return decimal === '-Infinity' ? `-${largest}` : largest;
  const { sign, whole, fraction } = partsOf(decimal);
  if (whole.length > MAX_DIGITS - scale) return `${sign}${largest}`;
  if (fraction.length <= scale || (scale === 0 && !takesAllDigits(type))) return plainDecimal(decimal);
  if (takesAllDigits(type)) return `${floorOf(sign, whole, fraction.slice(0, scale))} `;
  const kept = fraction.slice(0, scale - 1);
  return `${sign}${whole || '0'}.${kept}${/[1-9]/.test(fraction.slice(kept.length)) ? '1' : '0'}`;
}

/** The same without an exponent, which the server reads of floating point numbers alone. */
export function plainDecimal(decimal: string): string {
  if (isNotFinite(decimal)) return decimal;
  const { sign, whole, fraction } = partsOf(decimal);
  return `${sign}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The next number without further digits that is no larger; there are some, which are no zeros. */
function floorOf(sign: string, whole: string, fraction: string): string {
  const digits = BigInt(`${whole}${fraction}` || '0') + (sign === '-' ? 1n : 0n);
  const text = String(digits).padStart(fraction.length + 1, '0');
  const point = text.length - fraction.length;
  return `${sign}${text.slice(0, point)}${fraction === '' ? '' : `.${text.slice(point)}`}`;
}

/** A decimal without an exponent, and without zeros at its ends. */
function partsOf(decimal: string): { readonly sign: string; readonly whole: string; readonly fraction: string } {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(decimal) ?? [];
  const point = whole.length + Number(exponent);
  const digits = `${whole}${fraction}`.padEnd(point, '0').padStart(whole.length + fraction.length - point, '0');
  const split = Math.max(point, 0);
  return {
    sign: sign === '-' ? '-' : '',
    whole: digits.slice(0, split).replace(/^0+/, ''),
    fraction: digits.slice(split).replace(/0+$/, ''),
  };
}
