import type { WriteError } from '../plan/shape/changes.ts';
import type { Result } from '../store/result.ts';
import type { ChangeRequest, ChangeRow } from '../store/script.ts';
import type { Sql } from './fragment.ts';

/** SQL with the reader of its result. Both are built together, because the reader depends on the column order. */
export interface StatementSql<R> {
  readonly sql: Sql;
  readonly read: (result: Result) => R;
  /** True if the reader needs the column names of the result. */
  readonly needsColumnNames?: true;
  /** True if the SQL has several statements, or differs on each call. */
  readonly isUnprepared?: true;
}

export interface StepSql extends StatementSql<ChangeRow> {
  /**
   * Returns the error of the rule that made the statement fail; undefined for any other failure. Present if the
   * statement fails on every rejected outcome.
   */
  readonly apiErrorIn?: (error: unknown) => WriteError | undefined;
}

/** The reader returns the results of the steps; undefined for a skipped step. */
export interface RequestSql
  extends StatementSql<readonly (ChangeRow | undefined)[]>,
    Pick<ChangeRequest, 'managesTransaction' | 'autocommit' | 'failureOf'> {
  readonly steps: number;
}
