import { describeTables } from '../micro/describe-tables.ts';
import { printTables } from '../micro/print-micro.ts';
import { digits, type TextTable } from '../micro/tables-of-micro.ts';
import { wrapProse } from '../report/grid.ts';
import type { TableGrowth } from './run-growth.ts';

export const printGrowth = (results: readonly TableGrowth[]): string => printTables([tableOfSizes(results)]);

export const describeGrowth = (results: readonly TableGrowth[]): string =>
  `## Table size

\`npm run bench -- growth\` runs the same queries on tables of several sizes, each in its own PostgreSQL. Buffers are the
8 KiB pages that PostgreSQL accesses, from \`EXPLAIN (ANALYZE, BUFFERS)\`; they are the same on every machine. Times are
the minimum of many round trips of the prepared statement.

${describeTables([tableOfSizes(results)])}

${results
  .map(({ question, fit, why }) =>
    wrapProse(`- **${question}**: ${fit.verdict} (exponent ${fit.exponent.toFixed(2)}). ${why}`),
  )
  .join('\n')}
`;

function tableOfSizes(results: readonly TableGrowth[]): TextTable {
  const sizes = results[0]?.sizes ?? [];
  return {
    title: 'Buffers, and round-trip time in µs, by number of rows',
    head: ['workload', ...sizes.map((size) => size.toLocaleString('en')), 'exponent of buffers', 'growth'],
    rows: results.map(({ question, buffers, microseconds, fit }) => [
      question,
      ...buffers.map((count, index) => `${count} (${digits(microseconds[index] ?? Number.NaN)} µs)`),
      fit.exponent.toFixed(2),
      fit.verdict,
    ]),
  };
}
