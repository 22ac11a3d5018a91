import type { Literal, LiteralType } from './expression.ts';

/**
 * Determines the comparison type of a literal:
 *
 * - numbers: `integer` for 64-bit integers, `huge` beyond floating point
 * - strings: `dateText` for a date, `momentText` for a date and time
 */
export type LiteralForm = LiteralType | 'integer' | 'huge' | 'dateText' | 'momentText';

const DATE_TEXT = /^\d{4,7}-\d\d-\d\d(?: BC)?$/;
const DATE_TIME_TEXT = /^\d{4,7}-\d\d-\d\d[Tt ]\d\d:\d\d/;

export function formOf({ type, text }: Pick<Literal, 'type' | 'text'>): LiteralForm {
  if (type === 'text') return DATE_TEXT.test(text) ? 'dateText' : DATE_TIME_TEXT.test(text) ? 'momentText' : type;
  if (type !== 'number' || isNotFinite(text)) return type;
  if (integerOf(text) !== undefined) return 'integer';
  return Number.isFinite(Number(text)) ? type : 'huge';
}

const isNotFinite = (text: string): boolean => text === 'NaN' || text.endsWith('INF');

const PLAIN = /^-?\d{1,18}$/;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Digits of the longest 64-bit integer. */
const MOST_DIGITS = 19;

/** Returns the digits of a 64-bit integer in any notation: `1.5e2` → `150`. Undefined for other numbers. */
export function integerOf(text: string): string | undefined {
  if (PLAIN.test(text)) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return whole === '' ? undefined : '0';
  const significant = withoutZerosAtEnd(digits);
  // The number equals `significant` × 10^`power`.
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  if (power < 0 || significant.length + power > MOST_DIGITS) return undefined;
  const integer = `${sign}${significant}${'0'.repeat(power)}`;
  return BigInt.asIntN(64, BigInt(integer)) === BigInt(integer) ? integer : undefined;
}

function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
