import { raw, type Sql } from '../../../sql/fragment.ts';
import type { Result } from '../../../store/result.ts';

/**
 * Returns the last row of a statement: NULL, then the number of warnings. MariaDB truncates long text with only a
 * warning, and the client does not expose the protocol's count.
 * @param width columns after the first
 */
export const warningsRow = (width: number): Sql =>
  raw(`(select null as r, concat(@@warning_count)${', null'.repeat(width - 1)})`);

/** Returns the number of warnings; 0 if `warningsRow` is not the last row. */
export function countWarnings(result: Result): number {
  const [root, count] = result.at(-1)?.rows.at(-1) ?? [];
  return root === null ? Number(count) : 0;
}
