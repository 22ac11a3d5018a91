import { refuse } from '../../../base/errors.ts';
import { raw, type Sql } from '../../../sql/fragment.ts';
import type { Result } from '../../../store/result.ts';

/**
 * The last row of a statement, whose first column is NULL: the number of warnings so far. With no more than a warning MariaDB cuts
 * what is too long, and the client passes over the number that the protocol has for them.
 * @param width columns behind the first one
 */
export const warningsRow = (width: number): Sql =>
  raw(`(select null as r, concat(@@warning_count)${', null'.repeat(width - 1)})`);

/** What `warningsRow` told; 0 where it does not stand at the end. */
export function countWarnings(result: Result): number {
  const [root, count] = result.at(-1)?.rows.at(-1) ?? [];
  return root === null ? Number(count) : 0;
}

/** @throws Refusal LimitExceeded */
export const refuseCut = (): never =>
  refuse('LimitExceeded', 'The answer is too large for the database; take smaller pages or fewer fields.', {
    limit: 'answer',
  });
