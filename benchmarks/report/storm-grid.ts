import type { StormResult } from '../storm/run-storm.ts';
import type { Grid } from './grid.ts';
import { FINE_MILLISECONDS, show } from './show.ts';

export function stormGrid(results: readonly StormResult[]): Grid {
  const alone = results[0]?.requestsPerSecond.median ?? 0;
  return {
    head: ['point reads', 'requests/s', 'p99', 'share', 'others/s', 'new sessions'],
    textColumns: 1,
    rows: results.map(({ beside, requestsPerSecond, p99, others, sessions }) => [
      beside === undefined ? 'alone' : `with ${beside}`,
      show(requestsPerSecond),
      show(p99, FINE_MILLISECONDS),
      show(requestsPerSecond, { name: '%', factor: 100 / alone }),
      show(others),
      String(sessions),
    ]),
  };
}
