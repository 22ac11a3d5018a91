import { checkGoals, compareRevisions } from '../requests/check-goals.ts';
import { goalsOn } from '../requests/goals.ts';
import { REVISION_MARK } from '../requests/revision.ts';
import { goalsGrid, revisionsGrid } from './goals-grid.ts';
import { type Grid, printGrid } from './grid.ts';
import type { Recorded } from './records.ts';
import { pacedGrid, requestsGrid } from './requests-grid.ts';

/** All tables about requests, those with nothing in them left out. */
export function tellRequests({ results, machine, extent }: Recorded<'requests'>): string {
  const { rounds, seconds, connections, isDurable, store } = extent;
  const parts: readonly (readonly [title: string, grid: Grid])[] = [
    [
      `${rounds} rounds of ${seconds} s in turns, ${connections} connections. ` +
        (store === 'sqlserver'
          ? `Who asks and the server share ${machine.cores} cores; where the database runs, and whether commits wait for its disk, is its own affair.`
          : `Who asks, the server and the database share ${machine.cores} cores. Commits ${isDurable ? '' : 'do not '}wait for the disk.`),
      requestsGrid(results),
    ],
    ['Asked at a constant rate, 80 % of what each reached just before:', pacedGrid(results)],
    [
      'To reach: rate ours ÷ theirs, CPU theirs ÷ ours, p99 ours ÷ theirs.',
      goalsGrid(checkGoals(results, goalsOn[store])),
    ],
    ['Rate ours ÷ theirs, CPU theirs ÷ ours:', revisionsGrid(compareRevisions(results, REVISION_MARK))],
  ];
  return parts
    .filter(([, { rows }]) => rows.length > 0)
    .map(([title, grid]) => `${title}\n${printGrid(grid)}`)
    .join('\n\n');
}
