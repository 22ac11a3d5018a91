import type { BootResult } from '../boot/run-boot.ts';
import type { Grid } from './grid.ts';
import { FINE_MEBIBYTES, MICROSECONDS, MILLISECONDS, show } from './show.ts';

export function bootGrid(results: readonly BootResult[]): Grid {
  const row = (title: string, cell: (result: BootResult) => string): string[] => [title, ...results.map(cell)];
  const stages = Object.keys(results[0]?.stages ?? {});
  return {
    head: ['start', ...results.map(({ entities }) => `${entities} entities`)],
    textColumns: 1,
    rows: [
      ...stages.map((stage) => row(stage, (result) => show(result.stages[stage], MILLISECONDS))),
      row('whole boot, until it can listen', ({ total }) => show(total, MILLISECONDS)),
      row('Node and modules, before the boot', ({ loading }) => show(loading, MILLISECONDS)),
      row('heap after GC', ({ heap }) => show(heap, FINE_MEBIBYTES)),
      row('REST request to the first entity', ({ routing }) => show(routing.first, MICROSECONDS)),
      row('REST request to the last entity', ({ routing }) => show(routing.last, MICROSECONDS)),
    ],
  };
}
