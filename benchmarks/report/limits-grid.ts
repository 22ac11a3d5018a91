import { defaults } from '../../src/config/schema/config-schema.ts';
import type { LimitResult } from '../limits/run-limits.ts';
import { type Grid, writeGrid } from './grid.ts';
import type { Machine } from './records.ts';
import { replaceTable } from './replace-table.ts';

export const limitsGrid = (results: readonly LimitResult[]): Grid => ({
  head: ['limit', 'default', 'request', 'outcome', 'server, ms', 'database, ms', 'response, KB', 'memory, MB'],
  textColumns: 4,
  rows: results.map(({ limit, description, outcome, server, database, bytes, memory }) => [
    limit,
    show(defaultOf(limit)),
    description,
    outcome,
    show(server),
    show(database),
    show(bytes / 1000),
    show(memory === undefined ? undefined : memory / 1_000_000),
  ]),
});

const show = (figure: number | undefined): string =>
  figure === undefined ? '' : Math.round(figure).toLocaleString('en');

/** Returns the default of a limit. `limit` may contain other text after the key. */
function defaultOf(limit: string): number | undefined {
  const [key = ''] = limit.split(',');
  const known: Readonly<Record<string, unknown>> = {
    ...defaults.runtime.limits,
    'statement-timeout-ms': defaults['data-source']['statement-timeout-ms'],
  };
  const value = known[key];
  return typeof value === 'number' ? value : undefined;
}

/**
 * Replaces the table in `docs/limits.md`.
 * @throws Error if a marker of the table is missing
 */
export const writeLimits = (results: readonly LimitResult[], { node, processor, cores }: Machine): Promise<void> =>
  replaceTable(
    'docs/limits.md',
    'limits',
    'worst requests',
    `${writeGrid(limitsGrid(results))}\n\nNode ${node}, ${processor}, ${cores} cores.`,
  );
