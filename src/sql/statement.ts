import type { Result } from '../store/result.ts';
import type { ChangeRequest, ChangeRow } from '../store/script.ts';
import type { Sql } from './fragment.ts';

/** A whole statement, and what its result comes to: only who wrote its columns knows what stands in which. */
export interface StatementSql<R> {
  readonly sql: Sql;
  readonly read: (result: Result) => R;
  /** It has to know what the columns are called. */
  readonly namesColumns?: true;
}

/** Several steps in one round trip; its reader gives what each came to, in order, undefined for one that was left out. */
export interface RequestSql
  extends StatementSql<readonly (ChangeRow | undefined)[]>,
    Pick<ChangeRequest, 'ownsTransaction' | 'failureOf'> {
  /** How many of the steps it is, those that come next. */
  readonly steps: number;
}
