const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** An exact decimal number: `unscaled` times ten to the power of `-scale`. */
export class Decimal {
  readonly text: string;
  readonly unscaled: bigint;
  readonly scale: number;

  /** @throws Error when the text is no decimal number */
  constructor(text: string) {
    const match = DECIMAL.exec(text);
    if (match === null || !/\d/.test(text)) throw new Error(`"${text}" is no decimal number.`);
    const [, sign, whole = '', fraction = '', exponent = '0'] = match;
    const scale = fraction.length - Number(exponent);
    const digits = BigInt(`${whole}${fraction}`) * (scale < 0 ? 10n ** BigInt(-scale) : 1n);
    this.text = text;
    this.unscaled = sign === '-' ? -digits : digits;
    this.scale = Math.max(0, scale);
  }
}

/** Compares by value: `1.5` and `1.50` are equal. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const scale = Math.max(left.scale, right.scale);
  const [a, b] = [scaled(left, scale), scaled(right, scale)];
  return a < b ? -1 : a > b ? 1 : 0;
}

const scaled = ({ unscaled, scale }: Decimal, target: number): bigint => unscaled * 10n ** BigInt(target - scale);
