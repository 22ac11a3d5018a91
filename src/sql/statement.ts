import type { WriteError } from '../plan/shape/changes.ts';
import type { Result } from '../store/result.ts';
import type { ChangeRequest, ChangeRow } from '../store/script.ts';
import type { Sql } from './fragment.ts';

/** The reader depends on the column order, so both are built together. */
export interface StatementSql<R> {
  readonly sql: Sql;
  readonly read: (result: Result) => R;
  /** True if the reader needs column names. */
  readonly namesColumns?: true;
  /** True for several statements, or one that differs each time. */
  readonly isUnprepared?: true;
}

export interface StepSql extends StatementSql<ChangeRow> {
  /**
   * Maps an error to a refusal; undefined for other errors. Present if the statement fails on every rejected outcome.
   */
  readonly apiErrorIn?: (error: unknown) => WriteError | undefined;
}

/** Steps sent in one round trip. The reader returns their results in order; undefined for a skipped step. */
export interface RequestSql
  extends StatementSql<readonly (ChangeRow | undefined)[]>,
    Pick<ChangeRequest, 'managesTransaction' | 'autocommit' | 'failureOf'> {
  /** Number of steps it covers. */
  readonly steps: number;
}
