export interface Point {
  readonly size: number;
  readonly value: number;
}

export interface Fit {
  /**
   * Exponent of `value ~ size ^ exponent`, by least squares over logarithms. Smaller sizes are ignored: fixed costs
   * dominate them.
   */
  readonly exponent: number;
  readonly verdict: Verdict;
}

export type Verdict = 'flat' | 'less than linear' | 'linear' | 'more than linear';

/** @param points at least three, in ascending order of size */
export function fitGrowth(points: readonly Point[]): Fit {
  const late = points.slice(Math.min(Math.floor(points.length / 2), points.length - 3));
  const logs = late.map(({ size, value }) => [Math.log(size), Math.log(value)] as const);
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(logs.map(([size]) => size)), mean(logs.map(([, value]) => value))];
  const exponent =
    logs.reduce((sum, [size, value]) => sum + (size - x) * (value - y), 0) /
    logs.reduce((sum, [size]) => sum + (size - x) ** 2, 0);
  return { exponent, verdict: judge(exponent) };
}

function judge(exponent: number): Verdict {
  if (exponent < 0.2) return 'flat';
  if (exponent < 0.8) return 'less than linear';
  return exponent <= 1.25 ? 'linear' : 'more than linear';
}
