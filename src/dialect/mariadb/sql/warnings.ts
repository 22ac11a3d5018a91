import { raw, type Sql } from '../../../sql/fragment.ts';
import type { Result } from '../../../store/result.ts';

/**
 * Returns the last row of a statement: NULL, then the number of warnings. MariaDB reports truncation as a warning, not
 * as an error, and mysql2 does not expose the warning count of the protocol.
 */
export const warningsRow = (width: number): Sql =>
  raw(`(select null as r, concat(@@warning_count)${', null'.repeat(width - 1)})`);

/** Returns 0 if `warningsRow` is not the last row. */
export function countWarnings(result: Result): number {
  const [root, count] = result.at(-1)?.rows.at(-1) ?? [];
  return root === null ? Number(count) : 0;
}
