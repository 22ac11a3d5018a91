import type { Summary } from '../support/statistics.ts';

export interface Unit {
  readonly name?: string;
  readonly decimals?: number;
  /** Multiplier from the measured to the displayed amount. */
  readonly factor?: number;
}

/** Formats `1,234 ms`; `–` if not measured. */
export function showAmount(amount: number | undefined, { name = '', decimals = 0, factor = 1 }: Unit = {}): string {
  if (amount === undefined) return '–';
  return [digits(amount * factor, decimals), name].filter((part) => part !== '').join(' ');
}

/** Formats median, minimum, and maximum: `1,234 ms (1,200–1,300)`. */
export function show(summary: Summary | undefined, unit: Unit = {}): string {
  if (summary === undefined) return '–';
  const { decimals = 0, factor = 1 } = unit;
  const [min, max] = [summary.min, summary.max].map((amount) => digits(amount * factor, decimals));
  return `${showAmount(summary.median, unit)} (${min}–${max})`;
}

const digits = (amount: number, decimals: number): string =>
  amount.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

export const MILLISECONDS: Unit = { name: 'ms' };
export const FINE_MILLISECONDS: Unit = { name: 'ms', decimals: 1 };
export const MICROSECONDS: Unit = { name: 'µs' };
export const PERCENT: Unit = { name: '%', factor: 100 };
export const MEBIBYTES: Unit = { name: 'MiB', factor: 1 / 2 ** 20 };
export const FINE_MEBIBYTES: Unit = { ...MEBIBYTES, decimals: 1 };
export const RATIO: Unit = { decimals: 2 };
