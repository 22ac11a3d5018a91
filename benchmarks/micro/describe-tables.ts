import { wrapProse } from '../report/grid.ts';
import type { TextTable } from './tables-of-micro.ts';

export const describeTables = (tables: readonly TextTable[]): string => tables.map(describeTable).join('\n\n');

function describeTable({ title, head, rows, note }: TextTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [
    `### ${title}`,
    '',
    line(head),
    line(rule),
    ...rows.map(line),
    ...(note === undefined ? [] : ['', wrapProse(note)]),
  ].join('\n');
}
