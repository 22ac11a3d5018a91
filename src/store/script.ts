import type { SelectedField } from '../operation/operation.ts';
import type { WriteError } from '../plan/shape/changes.ts';
import type { StreamTraits } from '../plan/shape/plan.ts';
import type { RowPath } from '../plan/shape/row-paths.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { ChangeStep } from './change-step.ts';
import type { Result } from './result.ts';

/** A compiled plan, cached and shared by calls of equal shape. */
export interface Script {
  /** At most one for a query. */
  readonly requests: readonly ScriptRequest[];
  /** Page sizes of nested lists, for the row limit. */
  readonly rowPaths: readonly RowPath[];
  readonly entities: readonly string[];
  readonly roots: readonly ScriptRoot[];
}

export type ScriptRequest = ReadRequest | ChangeRequest;

export interface Statement<R> {
  readonly text: string;
  /** Statements of equal text have equal names. */
  readonly name: string;
  /** In placeholder order. */
  readonly slots: readonly Slot[];
  /** @throws ApiError if the statement did not do all of its work */
  readonly read: (result: Result) => R;
  /** True if `read` needs the column names of the result. */
  readonly needsColumnNames?: true;
  /** True if session settings may have changed permanently. */
  readonly changesSession?: true;
  /** True if the SQL has several statements, or differs on each call. */
  readonly isUnprepared?: true;
}

/** A query. `read` returns the JSON of each root, then each value of its metadata. Null is JSON null. */
export interface ReadRequest extends Statement<readonly (string | null)[]> {
  readonly kind: 'read';
  /** True if the read calls a database function, and so must not run twice. */
  readonly calls: boolean;
}

/** Mutation steps in one round trip. The result of a skipped step is undefined. */
export interface ChangeRequest extends Statement<readonly (ChangeRow | undefined)[]> {
  readonly kind: 'change';
  readonly steps: readonly ChangeStep[];
  /** True if the SQL contains the whole transaction. The driver rolls back on failure. */
  readonly managesTransaction: boolean;
  /** True if the request needs no transaction: no outcome is checked, or the statement checks it itself. */
  readonly autocommit?: true;
  /**
   * Set if the operation needs no rollback, because at most one of its steps changes data. `optional`: that step
   * changes several documents, which a transaction makes atomic. Without a transaction, an error in a later step leaves
   * the changes.
   */
  readonly transaction?: 'none' | 'optional';
  /** True if the request changes nothing, and may run twice. */
  readonly onlyReads?: true;
  /** Finds the step that failed. Absent for a single step that cannot raise an `apiError`. */
  readonly failureOf?: (error: unknown) => StepFailure | undefined;
}

export interface StepFailure {
  readonly step: number;
  /** Error for a rule that the statement enforces, such as a `WITH CHECK` predicate. Absent for other failures. */
  readonly apiError?: WriteError;
}

export interface ChangeRow {
  /** Changed or found rows. */
  readonly affected: number;
  /** True if all rows satisfy the `WITH CHECK` predicate; null without one. */
  readonly passesCheck: boolean | null;
  /** Captured values by row. A slot represents its bound value. */
  readonly captured: readonly (readonly (string | null | Slot)[])[] | undefined;
  /** JSON of each response value, followed by the values of its metadata. Null is JSON null. */
  readonly values: readonly (string | null)[];
}

export type ScriptRoot =
  | ChangesMember
  /** A field that the GraphQL schema resolves. */
  | { readonly kind: 'introspection'; readonly key: string; readonly field: SelectedField }
  /** The `index`-th value, followed by metadata with the keys in `metadata`. */
  | {
      readonly kind: 'value';
      readonly key: string;
      readonly index: number;
      readonly metadata?: readonly string[];
      /** Set for a page of a stream. The next root has the cursor of the newest row. */
      readonly stream?: StreamTraits;
    }
  /** The first value of the last executed step, or null. */
  | {
      readonly kind: 'writtenRow';
      readonly key: string;
      readonly steps: readonly number[];
      readonly metadata?: readonly string[];
    }
  /** `{ affected, items }`. */
  | { readonly kind: 'bulkResult'; readonly key: string; readonly members: readonly ChangesMember[] };

export type ChangesMember =
  | { readonly kind: 'constant'; readonly key: string; readonly json: string }
  | { readonly kind: 'affected'; readonly key: string; readonly steps: readonly number[] }
  /** The `index`-th value of each step. */
  | {
      readonly kind: 'items';
      readonly key: string;
      readonly steps: readonly number[];
      readonly index: number;
      readonly form: 'list' | 'each';
    };

/** A span of a statement. */
export interface StatementTrace {
  /** Appended to the SQL of a sampled request. */
  readonly comment?: string;
  /**
   * Begins the span. The returned function ends it; `error` is undefined on success. `since` is the start time of the
   * statement, by `performance.now()`. In a batch, a statement starts when the previous statement ends.
   */
  begin(text: string): (error: unknown, since: number) => void;
}

export interface BoundRequest<R extends ScriptRequest = ScriptRequest> {
  readonly request: R;
  /** As in `BoundStatement`. Absent if callers are not described to the database. */
  readonly settings?: Readonly<Record<string, string | null>>;
  readonly trace?: StatementTrace;
  /** Encoded values. A `CapturedValue` is a placeholder until its write has run. */
  readonly values: readonly unknown[];
}

export const isRead = (bound: BoundRequest): bound is BoundRequest<ReadRequest> => bound.request.kind === 'read';
