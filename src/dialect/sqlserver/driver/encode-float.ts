/** The numbers of the least size that a column holds beside 0. */
const LEAST = { Float: 2.2250738585072014e-308, Single: 1.1754943508222875e-38 } as const;

const MOST = { Float: Number.MAX_VALUE, Single: 3.4028234663852886e38 } as const;

/**
 * A number as a text that casts to it. SQL Server has neither infinities nor NaN, which is larger than all other numbers, nor what lies nearer to 0 than
 * `LEAST`: what columns cannot hold is as far from what they hold as can be.
 */
export function encodeFloat(value: number, scalar: keyof typeof LEAST): string {
  if (Number.isNaN(value)) return String(MOST[scalar]);
  const number = scalar === 'Single' ? Math.fround(value) : value;
  if (number !== 0 && Math.abs(number) < LEAST[scalar]) return String(Math.sign(number) * LEAST[scalar]);
  return String(Math.max(Math.min(number, MOST[scalar]), -MOST[scalar]));
}
