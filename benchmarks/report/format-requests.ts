import { checkGoals, compareRevisions } from '../requests/check-goals.ts';
import { goalsOn } from '../requests/goals.ts';
import { REVISION_MARK } from '../requests/revision.ts';
import { goalsGrid, revisionsGrid } from './goals-grid.ts';
import { type Grid, printGrid } from './grid.ts';
import type { Recorded } from './records.ts';
import { pacedGrid, requestsGrid } from './requests-grid.ts';

export function formatRequests({ results, machine, extent }: Recorded<'requests'>): string {
  const { rounds, seconds, connections, isDurable, store } = extent;
  const parts: readonly (readonly [title: string, grid: Grid])[] = [
    [
      `${rounds} rounds of ${seconds} s in turns, ${connections} connections. ` +
        (store === 'sqlserver'
          ? `Client and server share ${machine.cores} cores. The database runs elsewhere, with its own durability.`
          : `Client, server, and database share ${machine.cores} cores. Commits ${isDurable ? '' : 'do not '}wait for the disk.`),
      requestsGrid(results),
    ],
    ['At a constant rate, 80 % of the rate that each server has just reached:', pacedGrid(results)],
    [
      'Goals: rate and p99 are Joinery ÷ other, CPU is other ÷ Joinery.',
      goalsGrid(checkGoals(results, goalsOn[store])),
    ],
    ['Rate is Joinery ÷ other, CPU is other ÷ Joinery:', revisionsGrid(compareRevisions(results, REVISION_MARK))],
  ];
  return parts
    .filter(([, { rows }]) => rows.length > 0)
    .map(([title, grid]) => `${title}\n${printGrid(grid)}`)
    .join('\n\n');
}
