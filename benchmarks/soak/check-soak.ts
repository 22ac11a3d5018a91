import type { SoakResult } from './run-soak.ts';

/** First minute with a stable heap. */
const SETTLED = 2;

/** Maximum ratio of the last heap to the stable one. */
export const MAX_GROWTH = 1.05;

/** Bytes. */
export const MAX_MEMORY = 220_000_000;

export interface SoakVerdict {
  /** Last heap ÷ heap at minute 2. */
  readonly growth: number;
  readonly peakMemory?: number;
  readonly isMet: boolean;
}

/** @throws RangeError for less than three minutes */
export function checkSoak({ minutes }: SoakResult): SoakVerdict {
  const [settled, last] = [minutes[SETTLED - 1], minutes.at(-1)];
  if (settled === undefined || last === undefined || settled === last) {
    throw new RangeError('Growth requires at least three minutes of measurements.');
  }
  const growth = last.heap / settled.heap;
  const { peakMemory } = last;
  return {
    growth,
    ...(peakMemory !== undefined && { peakMemory }),
    isMet: growth <= MAX_GROWTH && (peakMemory ?? 0) < MAX_MEMORY,
  };
}
