import type { SoakResult } from './run-soak.ts';

/** From this minute on the heap is to stay what it is. */
const SETTLED = 2;

/** The last minute's heap is at most so many times what it was once settled. */
export const MOST_GROWTH = 1.05;

/** Bytes that the process may have in use at once. */
export const MOST_MEMORY = 220_000_000;

/** Whether memory stays where it is. */
export interface SoakVerdict {
  /** The heap at the end as a multiple of what it was at minute 2. */
  readonly growth: number;
  readonly peakMemory?: number;
  readonly isMet: boolean;
}

/** @throws RangeError for less than three minutes */
export function checkSoak({ minutes }: SoakResult): SoakVerdict {
  const [settled, last] = [minutes[SETTLED - 1], minutes.at(-1)];
  if (settled === undefined || last === undefined || settled === last) {
    throw new RangeError('Measuring growth takes at least three minutes.');
  }
  const growth = last.heap / settled.heap;
  const { peakMemory } = last;
  return {
    growth,
    ...(peakMemory !== undefined && { peakMemory }),
    isMet: growth <= MOST_GROWTH && (peakMemory ?? 0) < MOST_MEMORY,
  };
}
