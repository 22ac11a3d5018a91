import type { SelectedField } from '../operation/operation.ts';
import type { WriteRefusal } from '../plan/shape/changes.ts';
import type { RowPath } from '../plan/shape/row-paths.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { Result } from './result.ts';

/** Compiled form of a plan. Immutable, cached, and shared by all calls of equal shape. */
export interface Script {
  /** At most one for a query; for a mutation several, in order. */
  readonly requests: readonly ScriptRequest[];
  /** Page sizes of nested lists, for the row limit. */
  readonly rowPaths: readonly RowPath[];
  /** Names of the entities in the response. */
  readonly entities: readonly string[];
  /** Root fields in order. */
  readonly roots: readonly ScriptRoot[];
}

export type ScriptRequest = ReadRequest | ChangeRequest;

/** SQL with its result reader. */
export interface Statement<R> {
  readonly text: string;
  /** Prepared statement name; equal for equal texts. */
  readonly name: string;
  /** Slots in placeholder order. */
  readonly slots: readonly Slot[];
  /** Reads the result. @throws Refusal if the result shows that the statement failed to do all of its work */
  readonly read: (result: Result) => R;
  /** True if the reader needs column names. */
  readonly namesColumns?: true;
  /** True if it runs a routine or triggers that may change session settings permanently. */
  readonly changesSession?: true;
  /** True if it is not prepared: it has several statements, or its text differs on each call. */
  readonly isUnprepared?: true;
}

/**
 * Single statement of a query. The reader returns the JSON text of each root by index. Roots with separate metadata
 * return the JSON text, then each metadata value. Null is JSON null.
 */
export interface ReadRequest extends Statement<readonly (string | null)[]> {
  readonly kind: 'read';
  /** True if it calls a database function: it must not run twice, and its errors may come from the function. */
  readonly calls: boolean;
}

/**
 * Mutation steps as one statement, or several in one round trip. The reader returns step outcomes in order; undefined
 * for a skipped step.
 */
export interface ChangeRequest extends Statement<readonly (ChangeRow | undefined)[]> {
  readonly kind: 'change';
  /** In order, at least one. */
  readonly steps: readonly ChangeStep[];
  /** True if it contains the whole transaction, including begin and commit. On failure, the driver rolls back. */
  readonly managesTransaction: boolean;
  /** True if it needs no surrounding transaction: no outcome needs checking, or the database raises its refusals. */
  readonly autocommit?: true;
  /** Finds the failed step of an error. Absent for a single step without database-raised refusals. */
  readonly failureOf?: (error: unknown) => StepFailure | undefined;
}

export interface StepFailure {
  readonly step: number;
  /** Refusal raised by the database; absent for other errors. */
  readonly refusal?: WriteRefusal;
}

/** A step that changes rows, or reads changed rows. */
export interface ChangeStep {
  /** Response key of its root field. */
  readonly root: string;
  /** Name of the changed entity; absent for a plain junction table. */
  readonly entity?: string;
  /** Number of the write it belongs to; absent if it only reads rows for the response. */
  readonly write?: number;
  /** True if it re-reads changed rows, which are not counted. */
  readonly rereads?: true;
  /** True if it creates rows. */
  readonly inserts: boolean;
  /** True if it creates one row that no deferred check can reject, so inserts can share a transaction. */
  readonly isPlainInsert?: true;
  /** Skipped if any of these writes changed a row. */
  readonly unless: readonly number[];
  /** Skipped unless this write changed a row. */
  readonly onlyIf?: number;
  /** True if it creates a row for an unused key, and fails if the key is taken concurrently. */
  readonly failsIfTaken?: true;
  /** Minimum number of changed rows. */
  readonly atLeast?: number;
  /** Refusal if fewer rows change; without `atLeast`, if none change. */
  readonly onNone?: WriteRefusal;
  readonly onSeveral?: WriteRefusal;
  readonly onSome?: WriteRefusal;
  /** Refusal if it changes fewer rows than an earlier step of its write found. */
  readonly onHeldBack?: WriteRefusal;
  readonly onCheckFailed?: WriteRefusal;
  /** Columns captured from each row. */
  readonly captures: readonly string[];
  /** Columns that must be non-null in the new row, because nested rows reference them. */
  readonly mustCapture?: { readonly columns: readonly string[]; readonly onMissing: WriteRefusal };
  /** True if it runs a routine. */
  readonly runs?: true;
  /** True if it runs a procedure, which returns its own columns and might end a transaction if run alone. */
  readonly isCall?: true;
  /** True for a step of a read-only procedure. */
  readonly onlyReads?: true;
}

/** Outcome of a mutation step. */
export interface ChangeRow {
  /** Number of changed or found rows. */
  readonly affected: number;
  /** True if all rows satisfy the check predicate; null without one. */
  readonly passesCheck: boolean | null;
  /** Captured values of each row; undefined without any. A slot means the value bound to it. */
  readonly captured: readonly (readonly (string | null | Slot)[])[] | undefined;
  /**
   * JSON texts of response values; those with separate metadata are followed by each metadata value. Null is JSON null.
   */
  readonly values: readonly (string | null)[];
}

export type ScriptRoot =
  | ChangesMember
  /** Introspection, resolved by the schema. */
  | { readonly kind: 'introspection'; readonly key: string; readonly field: SelectedField }
  /** The `index`-th value of the outcome, followed by metadata with the keys in `apart`. */
  | { readonly kind: 'value'; readonly key: string; readonly index: number; readonly apart?: readonly string[] }
  /** The first value of the last executed step, or null, followed by metadata with the keys in `apart`. */
  | {
      readonly kind: 'changed';
      readonly key: string;
      readonly steps: readonly number[];
      readonly apart?: readonly string[];
    }
  /** An object for several rows: `{ affected, items }`. */
  | { readonly kind: 'changes'; readonly key: string; readonly members: readonly ChangesMember[] };

export type ChangesMember =
  /** JSON text known at compile time. */
  | { readonly kind: 'constant'; readonly key: string; readonly json: string }
  /** Number of rows changed by these steps. */
  | { readonly kind: 'affected'; readonly key: string; readonly steps: readonly number[] }
  /** The `index`-th value of each step: a whole list from one step, or one item per step. */
  | {
      readonly kind: 'items';
      readonly key: string;
      readonly steps: readonly number[];
      readonly index: number;
      readonly form: 'list' | 'each';
    };

/** A request with the values of one call. */
export interface BoundRequest<R extends ScriptRequest = ScriptRequest> {
  readonly request: R;
  /** Caller information for session settings; absent if none is passed. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Encoded slot values; a `CapturedValue` until its write has run. */
  readonly values: readonly unknown[];
}
