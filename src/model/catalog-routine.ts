import type { CatalogColumn, ColumnType } from './catalog-column.ts';

export interface CatalogRoutine {
  readonly kind: 'function' | 'procedure';
  readonly schema: string;
  readonly name: string;
  readonly comment?: string;
  readonly closed?: boolean;
  readonly readOnly: boolean;
  readonly parameters: readonly CatalogParameter[];
  readonly result: RoutineResult;
  /** As a clause. */
  readonly obstacle?: string;
  /** As a clause. */
  readonly undescribed?: string;
}

export interface CatalogParameter {
  readonly name: string;
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
  /** As a clause. */
  readonly obstacle?: string;
}

/** Undefined if unknown. */
export type ReadType = (declared: string) => ColumnType | undefined;

/**
 * Procedures that queries and GETs may run. `declared`: those declared read-only; changes are rolled back. `all`: reads
 * require procedures, and the database declares nothing.
 */
export type ReadingProcedures = 'none' | 'declared' | 'all';
