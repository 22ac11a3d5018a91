import type { Verdict } from '../requests/check-goals.ts';
import type { Grid } from './grid.ts';
import { RATIO, showAmount } from './show.ts';

export function goalsGrid(verdicts: readonly Verdict[]): Grid {
  return {
    head: ['workload', 'server', 'compared with', 'goal', 'rate', 'CPU', 'p99', ''],
    textColumns: 3,
    rows: verdicts.map(({ workload, measured, baseline, ratios, isMet, ...verdict }) => [
      workload,
      measured,
      baseline,
      formatGoal(verdict),
      ...[ratios.rate, ratios.processor, ratios.p99].map((ratio) =>
        ratio === undefined ? '' : showAmount(ratio, RATIO),
      ),
      isMet ? 'met' : 'NOT MET',
    ]),
  };
}

export function revisionsGrid(verdicts: readonly Verdict[]): Grid {
  return {
    head: ['workload', 'server', 'compared with', 'rate', 'CPU'],
    textColumns: 3,
    rows: verdicts.map(({ workload, measured, baseline, ratios }) => [
      workload,
      measured,
      baseline,
      showAmount(ratios.rate, RATIO),
      showAmount(ratios.processor, RATIO),
    ]),
  };
}

function formatGoal({ least, most }: Pick<Verdict, 'least' | 'most'>): string {
  return least === undefined ? `p99 ≤ ${showAmount(most, RATIO)}` : `≥ ${showAmount(least, RATIO)}`;
}
