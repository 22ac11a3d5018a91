import type { CatalogColumn, ColumnType } from './catalog-column.ts';

export interface CatalogRoutine {
  readonly kind: 'function' | 'procedure';
  readonly schema: string;
  readonly name: string;
  readonly comment?: string;
  /** True if the service's login may not execute the routine. */
  readonly isUncallable?: boolean;
  readonly readOnly: boolean;
  readonly parameters: readonly CatalogParameter[];
  readonly result: RoutineResult;
  /** Reason why the APIs cannot call the routine, as a clause: `its parameter @rows takes a table or a cursor`. */
  readonly obstacle?: string;
  /** Reason why the columns of the result are unknown, as a clause. */
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
  /** Reason why the APIs cannot return the result, as a clause. */
  readonly obstacle?: string;
}

/** Returns the type of a declared database type. Undefined if the type is unknown. */
export type ReadType = (declared: string) => ColumnType | undefined;

/**
 * Procedures that queries and GETs may run. `declared`: procedures declared read-only; their changes are rolled back.
 * `all` (SQL Server): any procedure, because the database cannot declare one as read-only; the service warns at
 * startup.
 */
export type ReadingProcedures = 'none' | 'declared' | 'all';
