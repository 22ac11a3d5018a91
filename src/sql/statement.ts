import type { WriteError } from '../plan/shape/changes.ts';
import type { Result } from '../store/result.ts';
import type { ChangeRequest, ChangeRow } from '../store/script.ts';
import type { Sql } from './fragment.ts';

/** The reader depends on the column order, so both are built together. */
export interface StatementSql<R> {
  readonly sql: Sql;
  readonly read: (result: Result) => R;
  readonly namesColumns?: true;
  /** True for several statements, or one that differs each time. */
  readonly isUnprepared?: true;
}

export interface StepSql extends StatementSql<ChangeRow> {
  /** Undefined for other errors. Present if the statement fails on every rejected outcome. */
  readonly apiErrorIn?: (error: unknown) => WriteError | undefined;
}

/** The reader returns the results of the steps; undefined for a skipped step. */
export interface RequestSql
  extends StatementSql<readonly (ChangeRow | undefined)[]>,
    Pick<ChangeRequest, 'managesTransaction' | 'autocommit' | 'failureOf'> {
  readonly steps: number;
}
