import type { Machine } from './records.ts';

export function formatMachine({ node, processor, cores, loadBefore }: Machine): string {
  return (
    `Node ${node}, ${processor}, ${cores} cores, load ${loadBefore.toFixed(1)} before. ` +
    'Medians; minimum and maximum in parentheses.\n'
  );
}
