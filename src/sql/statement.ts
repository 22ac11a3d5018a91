import type { WriteRefusal } from '../plan/shape/changes.ts';
import type { Result } from '../store/result.ts';
import type { ChangeRequest, ChangeRow } from '../store/script.ts';
import type { Sql } from './fragment.ts';

/**
 * A complete statement with the reader of its result. Both are built together, because the reader depends on the column
 * order.
 */
export interface StatementSql<R> {
  readonly sql: Sql;
  readonly read: (result: Result) => R;
  /** True if the reader needs column names. */
  readonly namesColumns?: true;
  /** True if it is not prepared, because it has several statements or differs each time. */
  readonly isUnprepared?: true;
}

/** A statement of one step of a mutation. */
export interface StepSql extends StatementSql<ChangeRow> {
  /**
   * Maps an error to the refusal it represents; undefined for any other error. Present if the statement itself fails on
   * every rejected outcome.
   */
  readonly refusalIn?: (error: unknown) => WriteRefusal | undefined;
}

/** Steps sent in one round trip. The reader returns the result of each step, in order; undefined for a skipped step. */
export interface RequestSql
  extends StatementSql<readonly (ChangeRow | undefined)[]>,
    Pick<ChangeRequest, 'managesTransaction' | 'autocommit' | 'failureOf'> {
  /** Number of steps it covers, following the steps of the preceding request. */
  readonly steps: number;
}
