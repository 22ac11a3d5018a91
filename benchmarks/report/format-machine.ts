import type { Machine } from './records.ts';

export function formatMachine({ node, processor, cores, loadBefore }: Machine): string {
  return (
    `Node ${node}, ${processor}, ${cores} cores, load average ${loadBefore.toFixed(1)} before the run. ` +
    'Medians; minimum and maximum in parentheses.\n'
  );
}
