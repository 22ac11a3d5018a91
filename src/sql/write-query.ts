import type { Slot } from '../plan/shape/slot.ts';
import type { ChangeStep } from '../store/script.ts';
import type { Condition } from './condition.ts';
import type { Alias } from './fragment.ts';
import type { ColumnSql, EntrySql, PagedQuery, RowsQuery, TableName } from './query.ts';

/** One write, and what is asked of its rows. */
export interface WriteQuery extends Returning {
  readonly write: WriteSql;
}

/** Which outcomes of a write are refused, and how; as its step has them. */
export type WriteRules = Pick<ChangeStep, 'atLeast' | 'onNone' | 'onSeveral' | 'onCheckFailed'>;

/** The aliases of the rows of a write. */
export interface WriteAliases {
  /** In the condition that says which rows are written. */
  readonly touched: Alias;
  /** In what is asked of them: row check, captured columns, values of the answer. */
  readonly asked: Alias;
}

/** Rows that were written are read again: found by their key, and asked as the rows of a write are. */
export interface RereadQuery extends Returning {
  readonly table: TableName;
  readonly key: RowKey;
}

/** What is asked of the rows of a write. */
export interface Returning {
  /** Names the rows in all that is asked of them. */
  readonly alias: Alias;
  /** The row check, which all of them have to pass. */
  readonly check?: Condition;
  /** Columns whose values later steps are given. */
  readonly captures: readonly ColumnSql[];
  readonly values: readonly ReturningValue[];
}

/** A value of the answer. */
export type ReturningValue =
  /**
   * The one row; null where the role may not see it. `apart`: facts of the row, which follow as values of their own, as
   * in `ApartRoot`. Where there are any, no other value is asked.
   */
  | { readonly kind: 'one'; readonly query: ReturningRows; readonly apart: readonly WrittenFactSql[] }
  /**
   * The rows that the role may see, in this order; where it has no terms, in the order in which their keys were
   * captured.
   */
  | { readonly kind: 'list'; readonly query: ReturningRows & Pick<PagedQuery, 'order' | 'size'> };

/** A fact of a written row. `unfiltered`: it is returned even if the role may not see the row. */
export interface WrittenFactSql extends EntrySql {
  readonly unfiltered?: true;
}

/** What each of the rows becomes; `where`: which of them the role may see. */
export type ReturningRows = Pick<RowsQuery, 'where' | 'key' | 'entries'> & { readonly alias: Alias };

/**
 * The values of the key of one row, or of all rows whose keys an earlier step captured: `[["1"], ["2"]]`. `atMostOne`:
 * that step captured no second row.
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
  /** Given values replace those that the database would always make, as SQL's OVERRIDING SYSTEM VALUE says. */
  readonly overriding?: true;
  /** A column for which some rows give a value, and the database makes a number for the others. */
  readonly numbered?: string;
  /** A value for each column, undefined for the column's default. Without columns each row is of defaults alone. */
  readonly rows: readonly (readonly (Slot | undefined)[])[];
  /** Of rows of defaults alone, a column that takes the word DEFAULT, where there is one. */
  readonly takesDefault?: string;
  /** Columns of a unique key: a row whose key is taken is left out. */
  readonly onConflictSkip?: readonly string[];
  /** The column that the database numbers where no value is given, if there is one. */
  readonly identity?: string;
  /** The column that the database may number where no value is given: of a view that is not always sure. */
  readonly maybeIdentity?: string;
  /** Columns without a default that the database fills if a row leaves them out, or has NULL for them. */
  readonly filled?: readonly string[];
  /** SQL of the values of defaults, by column of the key; as `CatalogColumn` has it. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Columns of the key that a trigger may set; as `CatalogColumn` has it. */
  readonly setByTriggers?: readonly string[];
}

/** Rows of a table that are written or found; `alias` is theirs in the conditions. */
interface TouchedRows {
  readonly table: TableName;
  readonly alias: Alias;
  /** Absent for all rows, and where `key` names them. */
  readonly where?: Condition;
  /** The keys of rows that an earlier step found and locked. */
  readonly key?: RowKey;
  /** Whether the condition keeps one row at most. */
  readonly atMostOne?: true;
}

export interface UpdateSql extends TouchedRows {
  readonly kind: 'update';
  readonly set: readonly SetColumn[];
}

/** Without a value the column gets its default. */
export interface SetColumn {
  readonly name: string;
  readonly value?: Slot;
}

export interface DeleteSql extends TouchedRows {
  readonly kind: 'delete';
}

/** Rows that are found, and stay as they are; with `lock` nobody else changes them until the transaction ends. */
export interface FindSql extends TouchedRows {
  readonly kind: 'find';
  readonly lock: boolean;
}

/** What is known of a write when its steps are planned. */
export interface WriteFacts {
  readonly kind: 'insert' | 'update' | 'delete';
  readonly source: 'table' | 'view';
  /** Whether the table has triggers, which may change more than the statement says. */
  readonly triggers: boolean;
  /** Whether its rows have a key, and so can be found again. */
  readonly hasKey: boolean;
}

/** What a write gives of its rows by itself. What else is asked of them takes a step before it, or after it. */
export interface DirectReturning {
  /** Values of columns for later steps: of any columns, or of the key alone, be it given or generated. */
  readonly captures: 'columns' | 'key' | 'nothing';
  /**
   * Values of the answer, of rows as they are afterwards; of deleted rows, as they were before. `row`: what stands in
   * the row itself; `all`: related rows too.
   */
  readonly values: 'all' | 'row' | 'nothing';
  /**
   * Whether they pass the row check: `row` where it looks at the row alone, `all` where it may ask related rows too.
   */
  readonly check: 'all' | 'row' | 'nothing';
}
