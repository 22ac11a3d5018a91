import type { CatalogColumn, ColumnType } from './catalog-column.ts';

export interface CatalogRoutine {
  readonly kind: 'function' | 'procedure';
  readonly schema: string;
  readonly name: string;
  readonly comment?: string;
  readonly closed?: boolean;
  readonly readOnly: boolean;
  /** Excludes the output-only parameters of functions. */
  readonly parameters: readonly CatalogParameter[];
  readonly result: RoutineResult;
  /** Reason why the service cannot offer it, as a clause. */
  readonly obstacle?: string;
  /** Reason why the database cannot describe the result, as a clause. */
  readonly undescribed?: string;
}

export interface CatalogParameter {
  /** Empty if unnamed. */
  readonly name: string;
  /** `variadic`: last parameter, which takes a list. */
  readonly mode: 'in' | 'inout' | 'out' | 'variadic';
  readonly type: ColumnType;
  readonly hasDefault: boolean;
}

export interface RoutineResult {
  /** `maybeOne`: one row; NULL in all columns means no row. */
  readonly rows: 'none' | 'one' | 'maybeOne' | 'many';
  readonly columns: readonly CatalogColumn[];
  /** True for a single unnamed value. */
  readonly isValue: boolean;
  /** Reason why it needs configuration, as a clause. */
  readonly obstacle?: string;
}

/** Parses `decimal(10, 2)`; undefined if unknown. */
export type ReadType = (declared: string) => ColumnType | undefined;

/**
 * Procedures that queries and GETs may run. `declared`: those declared read-only; changes are rolled back. `all`: reads
 * require procedures, and the database declares nothing.
 */
export type ReadingProcedures = 'none' | 'declared' | 'all';
