import Table from 'cli-table3';
import type { MicroResult } from './run-micro.ts';
import { type TextTable, tablesOfMicro } from './tables-of-micro.ts';

/** Prints medians, with lower quartiles in parentheses. */
export const printMicro = (results: readonly MicroResult[]): string => printTables(tablesOfMicro(results));

export const printTables = (tables: readonly TextTable[]): string => tables.map(printTable).join('\n\n');

function printTable({ title, head: [first = '', ...others], rows, note }: TextTable): string {
  const table = new Table({
    head: [first, ...others],
    colAligns: ['left', ...others.map(() => 'right' as const)],
    style: { head: [], border: [], compact: true },
  });
  table.push(...rows.map((row) => [...row]));
  return [title, table.toString(), ...(note === undefined ? [] : [note])].join('\n');
}
