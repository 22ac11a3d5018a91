import type { LiveResult } from '../live/run-live.ts';
import { type Grid, wrapProse, writeGrid } from './grid.ts';
import { formatMachine } from './page-parts.ts';
import type { Machine } from './records.ts';
import { replaceTable } from './replace-table.ts';
import { MILLISECONDS, PERCENT, RATIO, showAmount } from './show.ts';

const KIBIBYTES = { name: 'KiB', factor: 1 / 1024, decimals: 1 };
const FINE = { decimals: 1 };

export const cohortsGrid = ({ cohorts }: LiveResult): Grid => ({
  head: [
    'cohorts',
    'sockets',
    'memory per subscriber',
    'heap per subscriber',
    'idle statements/s',
    'idle statements/s, with the trigger',
    'statements, one cohort changed',
    'statements, all changed',
    'p95 ÷ interval, one cohort changed',
    'p95 ÷ interval, 10,000 changes/s',
    'CPU of the service',
    'CPU of the database',
  ],
  textColumns: 0,
  rows: cohorts.map((row) => [
    showAmount(row.cohorts),
    showAmount(row.sockets),
    showAmount(row.memory, KIBIBYTES),
    showAmount(row.heap, KIBIBYTES),
    showAmount(row.idleStatements, FINE),
    showAmount(row.idleStatementsNotified, FINE),
    showAmount(row.statementsOfOne),
    showAmount(row.statementsOfAll),
    showAmount(row.delayOfOne, RATIO),
    showAmount(row.delayOfAll, RATIO),
    showAmount(row.serviceTime, PERCENT),
    showAmount(row.databaseTime, PERCENT),
  ]),
});

export const claimsGrid = ({ claims }: LiveResult): Grid => ({
  head: ['changes/s', 'received by the subscribers', 'rows received/s', 'p95'],
  textColumns: 0,
  rows: claims.map(({ changesPerSecond, subscribers, delivered, delay }) => [
    showAmount(changesPerSecond),
    showAmount(delivered, { ...PERCENT, decimals: 1 }),
    showAmount(changesPerSecond * subscribers * delivered),
    showAmount(delay, MILLISECONDS),
  ]),
});

/**
 * Replaces the tables in `docs/live.md`.
 * @throws Error if a marker is missing
 */
export const writeLive = (results: LiveResult, machine: Machine): Promise<void> =>
  replaceTable(
    'docs/live.md',
    'live',
    'live queries',
    [
      '10,000 live queries:',
      writeGrid(cohortsGrid(results)),
      '3,000 subscribers with different claims:',
      writeGrid(claimsGrid(results)),
      wrapProse(`${formatMachine({ machine })}.`),
    ].join('\n\n'),
  );
