import type { CatalogColumn, ColumnType } from './catalog-column.ts';

/** A function or a procedure, in neutral words. */
export interface CatalogRoutine {
  /** A procedure runs by a statement of its own, a function within one. */
  readonly kind: 'function' | 'procedure';
  readonly schema: string;
  readonly name: string;
  readonly comment?: string;
  /** True where the service's own login may not run it. */
  readonly closed?: boolean;
  /** Whether it is declared to change nothing. */
  readonly readOnly: boolean;
  /** In order, without those that only come out of a function. */
  readonly parameters: readonly CatalogParameter[];
  readonly result: RoutineResult;
  /** Why it cannot be served, as a part of a sentence; absent where it can. */
  readonly obstacle?: string;
  /** Why the database does not tell what a procedure selects, as a part of a sentence; absent where it does. */
  readonly undescribed?: string;
}

export interface CatalogParameter {
  /** Empty where it has none. */
  readonly name: string;
  /** `variadic`: the last parameter, which takes any number of values as a list. */
  readonly mode: 'in' | 'inout' | 'out' | 'variadic';
  readonly type: ColumnType;
  /** Whether the database fills it when it is left out. */
  readonly hasDefault: boolean;
}

/** What comes back. */
export interface RoutineResult {
  /** `maybeOne`: one row, where a row that is NULL in all columns stands for none. */
  readonly rows: 'none' | 'one' | 'maybeOne' | 'many';
  /** Empty for `none` alone. */
  readonly columns: readonly CatalogColumn[];
  /** Whether it is one value without a name of its own; its column is named here. */
  readonly isValue: boolean;
  /** Why it cannot be shown, as a part of a sentence, unless the configuration says what it is; absent where it can. */
  readonly obstacle?: string;
}

/** The type that a declaration of a column has, `decimal(10, 2)`; undefined for none. */
export type ReadType = (declared: string) => ColumnType | undefined;

/**
 * The procedures that a query or GET may run: `declared` are those declared to change nothing; they are run so that nothing they change stays. `all`
 * where procedures are how one reads, and nothing is known of them.
 */
export type ReadingProcedures = 'none' | 'declared' | 'all';
