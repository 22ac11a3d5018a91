import { type Grid, writeGrid } from './grid.ts';
import type { Extent, Recorded, Results } from './records.ts';

/** Returns a table of words whose first column is code. */
export const list = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  writeGrid({ head, textColumns: head.length, rows: rows.map(([name, ...rest]) => [`\`${name}\``, ...rest]) });

export const bullets = (all: readonly { readonly name: string; readonly title: string }[]): string =>
  all.map(({ name, title }) => `- \`${name}\`: ${title}`).join('\n');

export function table<Part extends keyof Results>(
  record: Recorded<Part>,
  grid: (results: Results[Part]) => Grid,
): string {
  return writeGrid(grid(record.results));
}

export function formatExtent(record: Recorded<keyof Results>, format: (extent: Extent) => string): string {
  return `${format(record.extent)}; ${formatMachine(record)}.`;
}

export const formatRounds = ({ rounds, seconds, connections }: Extent): string =>
  `Medians of ${rounds} rounds of ${seconds} s, ${connections} connections`;

export const formatMachine = ({
  machine: { node, processor, cores, loadBefore },
}: Pick<Recorded<keyof Results>, 'machine'>): string =>
  `Node ${node.replace(/^v/, '')}, ${cores} cores of ${processor.replaceAll(/\((?:R|TM)\)/g, '')}, load average ${loadBefore.toFixed(1)} before the run`;
