const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** An exact decimal: `unscaled` times ten to the power of `-scale`. */
export class Decimal {
  readonly text: string;
  readonly unscaled: bigint;
  readonly scale: number;

  /** @throws Error if the text is not a decimal number */
  constructor(text: string) {
    const match = DECIMAL.exec(text);
    if (match === null || !/\d/.test(text)) throw new Error(`"${text}" is not a decimal number.`);
    const [, sign, integerDigits = '', fraction = '', exponent = '0'] = match;
    const scale = fraction.length - Number(exponent);
    const digits = BigInt(`${integerDigits}${fraction}`) * (scale < 0 ? 10n ** BigInt(-scale) : 1n);
    this.text = text;
    this.unscaled = sign === '-' ? -digits : digits;
    this.scale = Math.max(0, scale);
  }
}

/** Compares by value: `1.5` equals `1.50`. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const scale = Math.max(left.scale, right.scale);
  const [a, b] = [scaled(left, scale), scaled(right, scale)];
  return a < b ? -1 : a > b ? 1 : 0;
}

const scaled = ({ unscaled, scale }: Decimal, target: number): bigint => unscaled * 10n ** BigInt(target - scale);

/** Adds exactly, with the larger scale of both. */
export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return writeDecimal(scaled(left, scale) + scaled(right, scale), scale);
}

/** Divides and rounds half away from zero to this scale, or to PostgreSQL's. */
export function divideDecimals(left: Decimal, right: Decimal, scale = quotientScale(left, right)): Decimal {
  const dividend = left.unscaled * 10n ** BigInt(right.scale + scale);
  const divisor = right.unscaled * 10n ** BigInt(left.scale);
  const digits = (2n * abs(dividend) + abs(divisor)) / (2n * abs(divisor));
  return writeDecimal(dividend < 0n === divisor < 0n ? digits : -digits, scale);
}

/**
 * Divides like IEEE 754: rounds to the number of significant digits. An exact quotient has the scale of the dividend,
 * or as many more digits as it needs.
 */
export function divideToDigits(left: Decimal, right: Decimal, digits: number): Decimal {
  const widest = left.scale + 2 * digits;
  const found = String(abs(divideDecimals(left, right, widest).unscaled)).length;
  const rounded = divideDecimals(left, right, Math.max(left.scale, widest - found + digits));
  const isExact = rounded.unscaled * right.unscaled === scaled(left, rounded.scale) * 10n ** BigInt(right.scale);
  return isExact ? withoutZeros(rounded, left.scale) : rounded;
}

function withoutZeros({ unscaled, scale }: Decimal, minScale: number): Decimal {
  let [digits, places] = [unscaled, scale];
  for (; places > minScale && digits % 10n === 0n; places -= 1) digits /= 10n;
  return writeDecimal(digits, places);
}

/**
 * `select_div_scale` of https://github.com/postgres/postgres/blob/master/src/backend/utils/adt/numeric.c: at least 16
 * digits.
 */
function quotientScale(left: Decimal, right: Decimal): number {
  const [a, b] = [leadingGroup(left), leadingGroup(right)];
  const weight = a.weight - b.weight - (a.digits <= b.digits ? 1 : 0);
  return Math.max(16 - 4 * weight, left.scale, right.scale, 0);
}

/** Returns the first base-10,000 digit, and its weight. */
function leadingGroup({ unscaled, scale }: Decimal): { readonly weight: number; readonly digits: bigint } {
  if (unscaled === 0n) return { weight: 0, digits: 0n };
  const weight = Math.floor((String(abs(unscaled)).length - 1 - scale) / 4);
  const shift = weight * 4 + scale;
  const digits = shift < 0 ? abs(unscaled) * 10n ** BigInt(-shift) : abs(unscaled) / 10n ** BigInt(shift);
  return { weight, digits };
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

function writeDecimal(unscaled: bigint, scale: number): Decimal {
  const digits = String(abs(unscaled)).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const fraction = scale === 0 ? '' : `.${digits.slice(point)}`;
  return new Decimal(`${unscaled < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`);
}

/** Returns a string that is equal exactly for equal numbers. */
export function decimalKey({ unscaled, scale }: Decimal): string {
  const [, digits = '', zeros = ''] = /^(.*?)(0*)$/.exec(String(unscaled)) ?? [];
  return digits === '' ? '0' : `${digits}e${zeros.length - scale}`;
}
