import type { SelectedField } from '../operation/operation.ts';
import type { WriteError } from '../plan/shape/changes.ts';
import type { RowPath } from '../plan/shape/row-paths.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { ChangeStep } from './change-step.ts';
import type { Result } from './result.ts';

/** Compiled plan. Immutable, cached, and shared by calls of equal shape. */
export interface Script {
  /** At most one for a query, several for a mutation, in order. */
  readonly requests: readonly ScriptRequest[];
  /** Page sizes of nested lists, for the row limit. */
  readonly rowPaths: readonly RowPath[];
  /** Entities in the response. */
  readonly entities: readonly string[];
  /** In order. */
  readonly roots: readonly ScriptRoot[];
}

export type ScriptRequest = ReadRequest | ChangeRequest;

export interface Statement<R> {
  readonly text: string;
  /** Prepared statement name; equal for equal texts. */
  readonly name: string;
  /** In placeholder order. */
  readonly slots: readonly Slot[];
  /** @throws ApiError if the statement failed to do all of its work */
  readonly read: (result: Result) => R;
  /** True if `read` needs column names. */
  readonly namesColumns?: true;
  /** True if a routine or triggers may change session settings permanently. */
  readonly changesSession?: true;
  /** True for several statements, or a text that differs on each call. */
  readonly isUnprepared?: true;
}

/**
 * Reads the JSON text of each root by index; with separate metadata, each metadata value follows. Null is JSON null.
 */
export interface ReadRequest extends Statement<readonly (string | null)[]> {
  readonly kind: 'read';
  /** True if it calls a database function: it must not run twice, and errors may come from the function. */
  readonly calls: boolean;
}

/** Mutation steps in one round trip. Reads step outcomes in order; undefined for skipped steps. */
export interface ChangeRequest extends Statement<readonly (ChangeRow | undefined)[]> {
  readonly kind: 'change';
  /** At least one, in order. */
  readonly steps: readonly ChangeStep[];
  /** True if it contains the whole transaction. On failure, the driver rolls back. */
  readonly managesTransaction: boolean;
  /** True if no transaction is needed: no outcome needs checking, or the database raises its apiErrors. */
  readonly autocommit?: true;
  /** Finds the failed step. Absent for a single step without database-raised apiErrors. */
  readonly failureOf?: (error: unknown) => StepFailure | undefined;
}

export interface StepFailure {
  readonly step: number;
  /** Raised by the database; absent for other errors. */
  readonly apiError?: WriteError;
}

export interface ChangeRow {
  /** Changed or found rows. */
  readonly affected: number;
  /** True if all rows satisfy the check predicate; null without one. */
  readonly passesCheck: boolean | null;
  /** Per row; undefined if none. A slot means the value bound to it. */
  readonly captured: readonly (readonly (string | null | Slot)[])[] | undefined;
  /** JSON texts; those with separate metadata are followed by each metadata value. Null is JSON null. */
  readonly values: readonly (string | null)[];
}

export type ScriptRoot =
  | ChangesMember
  /** Resolved by the schema. */
  | { readonly kind: 'introspection'; readonly key: string; readonly field: SelectedField }
  /** The `index`-th value, followed by metadata with the keys in `apart`. */
  | { readonly kind: 'value'; readonly key: string; readonly index: number; readonly apart?: readonly string[] }
  /** The first value of the last executed step, or null, followed by metadata with the keys in `apart`. */
  | {
      readonly kind: 'changed';
      readonly key: string;
      readonly steps: readonly number[];
      readonly apart?: readonly string[];
    }
  /** `{ affected, items }`. */
  | { readonly kind: 'changes'; readonly key: string; readonly members: readonly ChangesMember[] };

export type ChangesMember =
  /** Known at compile time. */
  | { readonly kind: 'constant'; readonly key: string; readonly json: string }
  /** Rows changed by these steps. */
  | { readonly kind: 'affected'; readonly key: string; readonly steps: readonly number[] }
  /** The `index`-th value of each step: a whole list of one step, or one item per step. */
  | {
      readonly kind: 'items';
      readonly key: string;
      readonly steps: readonly number[];
      readonly index: number;
      readonly form: 'list' | 'each';
    };

export interface BoundRequest<R extends ScriptRequest = ScriptRequest> {
  readonly request: R;
  /** Caller information; absent if none. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Encoded; a `CapturedValue` until its write has run. */
  readonly values: readonly unknown[];
}
