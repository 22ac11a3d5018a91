import type { Slot } from '../plan/shape/slot.ts';
import type { Condition } from './condition.ts';
import type { Alias } from './fragment.ts';
import type { ColumnSql, EntrySql, PagedQuery, RowsQuery, TableName } from './query.ts';

/** One write, and what is asked of its rows. */
export interface WriteQuery extends Asked {
  readonly write: WriteSql;
}

/** What the rows of a write are called: where it says which they are, and where they are asked. */
export interface WriteAliases {
  readonly touched: Alias;
  readonly asked: Alias;
}

/** Rows that were written, or are about to be: looked up by their key, and asked as those of a write are. */
export interface RereadQuery extends Asked {
  readonly table: TableName;
  readonly key: RowKey;
}

/** What is asked of the rows of a write, in the words of one alias. */
export interface Asked {
  /** What each of the rows is called in what is asked of them. */
  readonly alias: Alias;
  /** What all of them have to fulfil, as WITH CHECK of a view says it. */
  readonly check?: Condition;
  /** Columns whose values later steps are given. */
  readonly captures: readonly ColumnSql[];
  readonly values: readonly AskedValue[];
}

/** A value of the answer: the one row, or null where the role may not see it; or those that it may see, in an order, else in the order of their keys as captured. */
export type AskedValue =
  /** `apart`: facts of the row, which are values of their own behind it; see `ApartRoot`. Where there are any, no other value is asked. */
  | { readonly kind: 'one'; readonly query: AskedRows; readonly apart: readonly EntrySql[] }
  | { readonly kind: 'list'; readonly query: AskedRows & Pick<PagedQuery, 'order' | 'size'> };

/** What each of the rows becomes; `where`: which of them the role may see. */
export type AskedRows = Pick<RowsQuery, 'where' | 'key' | 'entries'> & { readonly alias: Alias };

/** The values of the key of one row, or of all rows whose keys an earlier step captured: `[["1"], ["2"]]`. */
export type RowKey =
  | { readonly kind: 'one'; readonly columns: readonly KeyColumn[] }
  | { readonly kind: 'captured'; readonly columns: readonly ColumnSql[]; readonly captured: Slot };

export type KeyColumn = ColumnSql & { readonly value: Slot };

export type WriteSql = InsertSql | UpdateSql | DeleteSql | FindSql;

export interface InsertSql {
  readonly kind: 'insert';
  readonly table: TableName;
  readonly columns: readonly string[];
  /** Values stand for those that the database would always make. */
  readonly overriding?: true;
  /** A value for each column; without one the column's default. A table without columns has rows all the same. */
  readonly rows: readonly (readonly (Slot | undefined)[])[];
  /** Columns of a unique key: a row is left out where it is taken. */
  readonly unlessTaken?: readonly string[];
}

/** Rows of a table that are written or found; `alias` is theirs in the conditions. */
interface TouchedRows {
  readonly table: TableName;
  readonly alias: Alias;
  /** Absent for all. */
  readonly where?: Condition;
  /** Rows that an earlier step found and locked; `where` was asked by then. */
  readonly key?: RowKey;
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

/** Rows that stay as they are; with `lock` nobody else changes them until the transaction ends. */
export interface FindSql extends TouchedRows {
  readonly kind: 'find';
  readonly lock: boolean;
}

/** What is known of a write when its steps are planned. */
export interface WriteFacts {
  readonly kind: 'insert' | 'update' | 'delete';
  readonly source: 'table' | 'view';
  /** Whether the database itself may change more than the statement says. */
  readonly triggers: boolean;
  /** Whether its rows can be found again. */
  readonly hasKey: boolean;
}

/** What a write gives of its rows by itself; what else is asked of them takes a step before it, or after. */
export interface Returned {
  /** Values of their columns, for later steps: of any, or of the key alone, as the database generated it or it was given. */
  readonly captures: 'columns' | 'key' | 'nothing';
  /**
   * Values of the answer, as they are afterwards, or were before they were deleted: `row` for what stands in the row itself, `all` for
   * related rows too.
   */
  readonly values: 'all' | 'row' | 'nothing';
  /** Whether they fulfil a condition, which looks as far. */
  readonly check: 'all' | 'row' | 'nothing';
}
