import type { ContenderResult } from '../../../benchmarks/requests/results.ts';
import type { Summary } from '../../../benchmarks/support/statistics.ts';

const still = (value: number): Summary => ({ median: value, min: value * 0.9, max: value * 1.1 });

/** Returns a made-up result. @param p99 milliseconds, at a constant rate */
export function contenderResult(
  name: string,
  { rate, processor, p99 }: { readonly rate: number; readonly processor?: number; readonly p99?: number },
): ContenderResult {
  return {
    name,
    title: name,
    answersPerSecond: still(rate),
    p50: still(1),
    p99: still(2),
    ...(processor !== undefined && {
      processor: { server: still(processor / 2), database: still(processor / 2), sum: still(processor) },
    }),
    requests: 1,
    statements: 1,
    ...(p99 !== undefined && { paced: { rate: rate * 0.8, p50: still(1), p99: still(p99) } }),
  };
}
