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
  /** In order; what only comes out of a function is none. */
  readonly parameters: readonly CatalogParameter[];
  readonly result: RoutineResult;
  /** Why it cannot be served, as a part of a sentence; absent where it can. */
  readonly obstacle?: string;
}

export interface CatalogParameter {
  /** Empty where it has none. */
  readonly name: string;
  /** `variadic`: the last one, any number of values, as a list. */
  readonly mode: 'in' | 'inout' | 'out' | 'variadic';
  readonly type: ColumnType;
  /** Whether the database fills it when it is left out. */
  readonly hasDefault: boolean;
}

/** What comes back. */
export interface RoutineResult {
  /** `maybeOne`: a row of NULL alone stands for none. */
  readonly rows: 'none' | 'one' | 'maybeOne' | 'many';
  /** Empty for `none` alone. */
  readonly columns: readonly CatalogColumn[];
  /** Whether it is one value, which has a name only because it is given one here. */
  readonly isValue: boolean;
}
