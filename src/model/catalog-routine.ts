import type { CatalogColumn, ColumnType } from './catalog-column.ts';

export interface CatalogRoutine {
  /** A procedure runs as its own statement, a function within one. */
  readonly kind: 'function' | 'procedure';
  readonly schema: string;
  readonly name: string;
  readonly comment?: string;
  /** True if the service's login cannot execute it. */
  readonly closed?: boolean;
  /** True if it is declared not to change data. */
  readonly readOnly: boolean;
  /** In order, without the output-only parameters of functions. */
  readonly parameters: readonly CatalogParameter[];
  readonly result: RoutineResult;
  /** Why it cannot be served, as a clause. */
  readonly obstacle?: string;
  /** Why the database cannot describe a procedure's result, as a clause. */
  readonly undescribed?: string;
}

export interface CatalogParameter {
  /** Empty for an unnamed parameter. */
  readonly name: string;
  /** `variadic`: the last parameter, which takes any number of values as a list. */
  readonly mode: 'in' | 'inout' | 'out' | 'variadic';
  readonly type: ColumnType;
  readonly hasDefault: boolean;
}

export interface RoutineResult {
  /** `maybeOne`: one row; NULL in all columns means no row. */
  readonly rows: 'none' | 'one' | 'maybeOne' | 'many';
  /** Empty only for `none`. */
  readonly columns: readonly CatalogColumn[];
  /** True for a single unnamed value; its column gets a name here. */
  readonly isValue: boolean;
  /** Why it cannot be exposed without configuration, as a clause. */
  readonly obstacle?: string;
}

/** Returns the type of a column declaration such as `decimal(10, 2)`; undefined for an unknown type. */
export type ReadType = (declared: string) => ColumnType | undefined;

/**
 * Procedures that a query or GET may run. `declared`: procedures declared not to change data; their changes are rolled
 * back. `all`: reads require procedures, and nothing is known about them.
 */
export type ReadingProcedures = 'none' | 'declared' | 'all';
