import { describeTables } from '../micro/describe-tables.ts';
import { printTables } from '../micro/print-micro.ts';
import { digits, type TextTable } from '../micro/tables-of-micro.ts';
import type { TableGrowth } from './run-growth.ts';

/** For the terminal. */
export const printGrowth = (results: readonly TableGrowth[]): string => printTables([tableOfSizes(results)]);

/** The section of `docs/performance.md` about the size of tables, as Markdown. */
export const describeGrowth = (results: readonly TableGrowth[]): string =>
  `## Size of tables

\`npm run bench -- growth\` asks the same of tables of several sizes, in a PostgreSQL of its own each. Buffers are the pages of
8 KiB that PostgreSQL looks at, from \`EXPLAIN (ANALYZE, BUFFERS)\`; they are the same on every machine. Times are the least of many round
trips of the prepared statement.

${describeTables([tableOfSizes(results)])}

${results.map(({ question, fit, why }) => `- **${question}**: ${fit.verdict} (exponent ${fit.exponent.toFixed(2)}). ${why}`).join('\n')}
`;

function tableOfSizes(results: readonly TableGrowth[]): TextTable {
  const sizes = results[0]?.sizes ?? [];
  return {
    title: 'Buffers, and µs of a round trip, by rows of the table',
    head: ['question', ...sizes.map((size) => size.toLocaleString('en')), 'exponent of buffers', 'growth'],
    rows: results.map(({ question, buffers, microseconds, fit }) => [
      question,
      ...buffers.map((count, index) => `${count} (${digits(microseconds[index] ?? Number.NaN)} µs)`),
      fit.exponent.toFixed(2),
      fit.verdict,
    ]),
  };
}
