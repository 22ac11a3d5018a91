import type { WriteRefusal } from '../plan/shape/changes.ts';
import type { Result } from '../store/result.ts';
import type { ChangeRequest, ChangeRow } from '../store/script.ts';
import type { Sql } from './fragment.ts';

/**
 * A whole statement and the reader of its result. One place makes both, since only who writes the columns knows which
 * is which.
 */
export interface StatementSql<R> {
  readonly sql: Sql;
  readonly read: (result: Result) => R;
  /** The reader needs the names of the columns. */
  readonly namesColumns?: true;
  /** It is not kept prepared: it is several statements, or another one each time. */
  readonly isUnprepared?: true;
}

/** A statement of one step of a mutation. */
export interface StepSql extends StatementSql<ChangeRow> {
  /**
   * Where the statement fails by itself on each outcome that is refused: the refusal that its error means, undefined for
   * any other error.
   */
  readonly refusalIn?: (error: unknown) => WriteRefusal | undefined;
}

/**
 * Steps that go out in one round trip. Its reader gives what each step came to, in order; undefined for one that was
 * left out.
 */
export interface RequestSql
  extends StatementSql<readonly (ChangeRow | undefined)[]>,
    Pick<ChangeRequest, 'managesTransaction' | 'autocommit' | 'failureOf'> {
  /** How many steps it states: those that follow the steps of the request before it. */
  readonly steps: number;
}
