import type { Slot } from '../plan/shape/slot.ts';
import type { ChangeStep } from '../store/script.ts';
import type { Condition } from './condition.ts';
import type { Alias } from './fragment.ts';
import type { ColumnSql, EntrySql, PagedQuery, RowsQuery, TableName } from './query.ts';

/** A write with the data it returns. */
export interface WriteQuery extends Returning {
  readonly write: WriteSql;
}

/** Outcomes of a write that must be rejected, from its step. */
export type WriteRules = Pick<ChangeStep, 'atLeast' | 'onNone' | 'onSeveral' | 'onCheckFailed'>;

/** Aliases of the written rows. */
export interface WriteAliases {
  /** In the condition that selects the rows to write. */
  readonly touched: Alias;
  /** In the returned data: check predicate, captured columns, and response values. */
  readonly asked: Alias;
}

/** Re-reads written rows by key and returns the requested data. */
export interface RereadQuery extends Returning {
  readonly table: TableName;
  readonly key: RowKey;
}

/** Columns, checks, and values requested from the written rows. */
export interface Returning {
  /** Alias of the rows in all members below. */
  readonly alias: Alias;
  /** Check predicate that all rows must pass. */
  readonly check?: Condition;
  /** Columns whose values later steps need. */
  readonly captures: readonly ColumnSql[];
  readonly values: readonly ReturningValue[];
}

/** A response value. */
export type ReturningValue =
  /**
   * The single row; null if the role may not see it. `apart` is metadata of the row, appended as separate values, as in
   * `ApartRoot`. If it is not empty, no other value is requested.
   */
  | { readonly kind: 'one'; readonly query: ReturningRows; readonly apart: readonly WrittenFactSql[] }
  /**
   * The rows visible to the role, in this order. Without order terms, they follow the order in which their keys were
   * captured.
   */
  | { readonly kind: 'list'; readonly query: ReturningRows & Pick<PagedQuery, 'order' | 'size'> };

/** Metadata of a written row. If `unfiltered`, it is returned even if the role may not see the row. */
export interface WrittenFactSql extends EntrySql {
  readonly unfiltered?: true;
}

/** Members of each row's object. `where` restricts the rows to those visible to the role. */
export type ReturningRows = Pick<RowsQuery, 'where' | 'key' | 'entries'> & { readonly alias: Alias };

/**
 * Key values of one row, or of all rows whose keys an earlier step captured: `[["1"], ["2"]]`. `atMostOne` means that
 * the step captured no second row.
 */
export type RowKey =
  | { readonly kind: 'one'; readonly columns: readonly KeyColumn[] }
  | {
      readonly kind: 'captured';
      readonly columns: readonly ColumnSql[];
      readonly captured: Slot;
      readonly atMostOne: boolean;
    };

export type KeyColumn = ColumnSql & { readonly value: Slot };

export type WriteSql = InsertSql | UpdateSql | DeleteSql | FindSql;

export interface InsertSql {
  readonly kind: 'insert';
  readonly table: TableName;
  readonly columns: readonly string[];
  /** True if given values replace generated values, as with SQL's OVERRIDING SYSTEM VALUE. */
  readonly overriding?: true;
  /** A generated column for which only some rows give a value. */
  readonly numbered?: string;
  /** A value for each column; undefined for the default. Without columns, each row consists of defaults. */
  readonly rows: readonly (readonly (Slot | undefined)[])[];
  /** For rows that consist of defaults: a column that accepts the keyword DEFAULT, if any. */
  readonly takesDefault?: string;
  /** Unique key columns; rows with an existing key are skipped. */
  readonly onConflictSkip?: readonly string[];
  /** The column that the database numbers if no value is given. */
  readonly identity?: string;
  /** The column that the database may number if no value is given. For a view, this is not always certain. */
  readonly maybeIdentity?: string;
  /** Columns without a default that the database fills if a row omits them or has NULL. */
  readonly filled?: readonly string[];
  /** SQL expressions of defaults, by key column; see `CatalogColumn`. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Key columns that a trigger may set; see `CatalogColumn`. */
  readonly setByTriggers?: readonly string[];
}

/** Rows that are written or found. `alias` qualifies their columns in the conditions. */
interface TouchedRows {
  readonly table: TableName;
  readonly alias: Alias;
  /** Absent for all rows, and if `key` identifies them. */
  readonly where?: Condition;
  /** Keys of rows that an earlier step found and locked. */
  readonly key?: RowKey;
  /** True if the condition matches at most one row. */
  readonly atMostOne?: true;
}

export interface UpdateSql extends TouchedRows {
  readonly kind: 'update';
  readonly set: readonly SetColumn[];
}

/** Sets the column to its default if `value` is absent. */
export interface SetColumn {
  readonly name: string;
  readonly value?: Slot;
}

export interface DeleteSql extends TouchedRows {
  readonly kind: 'delete';
}

/** Rows that are found but not changed. With `lock`, they are locked until the transaction ends. */
export interface FindSql extends TouchedRows {
  readonly kind: 'find';
  readonly lock: boolean;
}

/** Properties of a write, known when its steps are planned. */
export interface WriteFacts {
  readonly kind: 'insert' | 'update' | 'delete';
  readonly source: 'table' | 'view';
  /** True if the table has triggers, which may change more than the statement does. */
  readonly triggers: boolean;
  /** True if its rows have a key, so they can be read back. */
  readonly hasKey: boolean;
}

/** Data that the statement can return directly. The rest needs an extra step before or after it. */
export interface DirectReturning {
  /** Values of columns for later steps: any columns, or only the key, given or generated. */
  readonly captures: 'columns' | 'key' | 'nothing';
  /**
   * Response values, read after the write; for deleted rows, before it. `row`: the row's own columns; `all`: related
   * rows too.
   */
  readonly values: 'all' | 'row' | 'nothing';
  /** Result of the check predicate. `row`: if it reads only the row; `all`: even if it reads related rows. */
  readonly check: 'all' | 'row' | 'nothing';
}
