import { checkSoak, MAX_GROWTH, MAX_MEMORY } from '../soak/check-soak.ts';
import type { SoakResult } from '../soak/run-soak.ts';
import { type Grid, wrapProse } from './grid.ts';
import { FINE_MEBIBYTES, MEBIBYTES, PERCENT, showAmount } from './show.ts';

export function soakGrid({ minutes }: SoakResult): Grid {
  return {
    head: ['minute', 'responses', 'heap after GC', 'peak memory so far'],
    textColumns: 0,
    rows: minutes.map(({ answers, heap, peakMemory }, index) => [
      String(index + 1),
      showAmount(answers),
      showAmount(heap, FINE_MEBIBYTES),
      showAmount(peakMemory, MEBIBYTES),
    ]),
  };
}

export function formatSoak(result: SoakResult): string {
  const { growth, peakMemory, isMet } = checkSoak(result);
  const change = showAmount(growth - 1, { ...PERCENT, decimals: 1 });
  const [most, maxMemory] = [showAmount(MAX_GROWTH - 1, PERCENT), showAmount(MAX_MEMORY / 1e6, { name: 'MB' })];
  const peak = showAmount(peakMemory && peakMemory / 1e6, { name: 'MB' });
  return wrapProse(
    `From minute 2 to minute ${result.minutes.length} the heap after GC changed by ${change} (goal: at most ${most}); ` +
      `the process used at most ${peak} (goal: less than ${maxMemory}): ${isMet ? 'met' : 'NOT MET'}.`,
  );
}
