import type { WriteError } from '../plan/shape/changes.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { Condition } from './condition.ts';
import type { Alias } from './fragment.ts';
import type { ColumnSql, EntrySql, PagedQuery, RowsQuery, TableName } from './query.ts';

export interface WriteQuery extends Returning {
  readonly write: WriteSql;
}

/** Errors for outcomes that reject a write. An outcome without an error is accepted. */
export interface WriteRules {
  /** Minimum number of affected rows; defaults to 1. */
  readonly atLeast?: number;
  /** Error for fewer rows than `atLeast`. */
  readonly onNone?: WriteError;
  /** Error for more than one row. */
  readonly onSeveral?: WriteError;
  /** Error if a row does not satisfy the `WITH CHECK` predicate. */
  readonly onCheckFailed?: WriteError;
}

export interface WriteAliases {
  /** Alias in the condition that selects the rows to write. */
  readonly target: Alias;
  /** Alias in the returned data and in the check predicate. */
  readonly returning: Alias;
}

export interface RereadQuery extends Returning {
  readonly table: TableName;
  readonly key: RowKey;
}

export interface Returning {
  readonly alias: Alias;
  readonly check?: Condition;
  readonly captures: readonly ColumnSql[];
  readonly values: readonly ReturningValue[];
}

export type ReturningValue =
  /** Null if the role may not see the row. If `metadata` is not empty, no other value is requested. */
  | { readonly kind: 'one'; readonly query: ReturningRows; readonly metadata: readonly WrittenMetadataSql[] }
  /** Without order terms, the rows keep the order of the captured keys. */
  | { readonly kind: 'list'; readonly query: ReturningRows & Pick<PagedQuery, 'order' | 'size'> };

/** If `unfiltered`, the metadata is returned even if the role may not see the row. */
export interface WrittenMetadataSql extends EntrySql {
  readonly unfiltered?: true;
}

export type ReturningRows = Pick<RowsQuery, 'where' | 'key' | 'entries'> & { readonly alias: Alias };

/**
 * The key of one row, or the captured keys of all rows: `[["1"], ["2"]]`. `atMostOne`: at most one key was captured.
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
  /** Explicit values replace generated values, like SQL's OVERRIDING SYSTEM VALUE. */
  readonly overriding?: true;
  /** Identity column that only some of the rows assign. */
  readonly partlyGeneratedColumn?: string;
  /** Values by column; undefined for the default. Without columns, each row consists of defaults. */
  readonly rows: readonly (readonly (Slot | undefined)[])[];
  /** For rows of defaults: a column that accepts the keyword DEFAULT. */
  readonly defaultableColumn?: string;
  /** Unique key columns. Rows with an existing key are skipped. */
  readonly onConflictSkip?: readonly string[];
  /** The auto-increment column, even if the rows assign it. */
  readonly identity?: string;
  /** A column of a view that may be auto-incremented. */
  readonly maybeIdentity?: string;
  /** Columns without a default that the database fills if they are omitted or NULL. */
  readonly filledColumns?: readonly string[];
  /** Defaults of key columns in SQL; see `CatalogColumn`. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Key columns that triggers may change; see `CatalogColumn`. */
  readonly keysChangedByTriggers?: readonly string[];
}

type TargetRows = { readonly table: TableName; readonly alias: Alias } & (SelectedRows | LockedRows);

interface SelectedRows {
  readonly where?: Condition;
  /** True if the condition matches at most one row. */
  readonly atMostOne?: true;
  readonly key?: undefined;
}

interface LockedRows {
  readonly key: RowKey;
  readonly where?: undefined;
  readonly atMostOne?: undefined;
}

export type UpdateSql = TargetRows & {
  readonly kind: 'update';
  readonly set: readonly SetColumn[];
};

export interface SetColumn {
  readonly name: string;
  /** Absent for the default of the column. */
  readonly value?: Slot;
}

export type DeleteSql = TargetRows & {
  readonly kind: 'delete';
};

/** With `lock`, the rows are locked until the transaction ends. */
export type FindSql = TargetRows & {
  readonly kind: 'find';
  readonly lock: boolean;
};

export interface WriteTraits {
  readonly kind: 'insert' | 'update' | 'delete';
  readonly source: 'table' | 'view';
  /** True if triggers may make further changes. */
  readonly triggers: boolean;
  /** True if rows can be read back by their key. */
  readonly hasKey: boolean;
}

/** Kinds of data that a write itself can return. Other data needs an extra step. */
export interface DirectReturning {
  /** Values for later steps: any columns, or only the key, assigned or generated. */
  readonly captures: 'columns' | 'key' | 'nothing';
  /**
   * Values for the response, as they are after the write, or before a delete. `row`: the row's own columns; `all`:
   * related rows too.
   */
  readonly values: 'all' | 'row' | 'nothing';
  /** Check of the rows. `row`: only if the predicate reads no related rows; `all`: for any predicate. */
  readonly check: 'all' | 'row' | 'nothing';
}
