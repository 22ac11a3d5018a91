import { raw, type Sql } from '../../../sql/fragment.ts';
import type { Result } from '../../../store/result.ts';

/**
 * The last row of a statement: NULL, then the number of warnings so far. MariaDB cuts a text that is too long, and only
 * warns. The protocol has the number of warnings as well, but the client does not hand it on.
 * @param width columns behind the first one
 */
export const warningsRow = (width: number): Sql =>
  raw(`(select null as r, concat(@@warning_count)${', null'.repeat(width - 1)})`);

/** The number that `warningsRow` gave; 0 where it is not the last row. */
export function countWarnings(result: Result): number {
  const [root, count] = result.at(-1)?.rows.at(-1) ?? [];
  return root === null ? Number(count) : 0;
}
