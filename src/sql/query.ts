import type { CatalogIndex } from '../model/catalog.ts';
import type { FieldType, Model, Parameter, Routine } from '../model/model.ts';
import type { CallArgument } from '../plan/shape/call.ts';
import type { Amount } from '../plan/shape/slot.ts';
import type { Condition } from './condition.ts';
import type { Alias, Sql } from './fragment.ts';

/**
 * What a statement reads, in parts. A dialect prints them in its own order, and never has to search in SQL for what
 * belongs to the link, to the order or to the key.
 */
export type RootQuery =
  | { readonly kind: 'one'; readonly query: RowsQuery }
  | { readonly kind: 'list'; readonly query: PagedQuery }
  | { readonly kind: 'connection'; readonly query: ConnectionQuery }
  | { readonly kind: 'call'; readonly query: RoutineQuery };

/**
 * The only root of a query, with facts that stand apart: each is a text beside the root's JSON, written as in JSON but
 * without the quotes of strings.
 */
export type ApartRoot =
  /** The row and its facts; all of them are NULL where there is no row. */
  | { readonly kind: 'one'; readonly query: RowsQuery; readonly apart: readonly EntrySql[] }
  /** Each fact is a text by itself. The first one is the items: the root's JSON. */
  | { readonly kind: 'connection'; readonly query: ConnectionQuery };

export interface TableName {
  /** Empty where the database has no schemas, or the junction names none. */
  readonly schema: string;
  readonly name: string;
}

/** What rows are taken from. */
export type RowSource =
  | (TableName & {
      readonly kind: 'table';
      readonly alias: Alias;
      readonly indexes: readonly CatalogIndex[];
      /** Types of the columns; empty where no statement has to know them, as of a junction. */
      readonly columns: readonly TypedColumn[];
    })
  /**
   * What the dialect itself made a table of, such as the rows that the statement changes. `from` is ready to stand in
   * FROM.
   */
  | { readonly kind: 'derived'; readonly from: Sql; readonly alias: Alias };

export interface TypedColumn {
  readonly name: string;
  readonly type: FieldType;
  readonly nullable: boolean;
}

/** Which rows of a source. */
export interface ChosenRows {
  readonly source: RowSource;
  /**
   * Columns that have to equal values of the parent row; none at the root, and none through a junction, which `where`
   * asks.
   */
  readonly link: readonly LinkColumn[];
  /** What else has to hold; absent for all. */
  readonly where?: Condition;
}

export interface LinkColumn {
  readonly column: string;
  /** `"1"."id"` */
  readonly parent: Sql;
  /** `"2"."customer_id" = "1"."id"`, as the dialect writes it. */
  readonly equal: Condition;
}

/** A column of the rows of an alias, as something to show or to capture. */
export interface ColumnSql {
  readonly alias: Alias;
  readonly name: string;
  readonly type: FieldType;
}

/** Rows to select, and what each becomes. */
export interface RowsQuery extends ChosenRows {
  /** Columns of the key; none where the entity has no key. */
  readonly key: readonly ColumnSql[];
  readonly entries: readonly EntrySql[];
  /** Whether the database's keys allow no second row. */
  readonly atMostOne: boolean;
}

export interface PagedQuery extends RowsQuery {
  readonly order: readonly OrderSql[];
  readonly size: Amount;
  readonly offset?: Amount;
}

/** A member of an object of the answer. */
export interface EntrySql {
  readonly key: string;
  readonly value: ValueSql;
}

export type ValueSql =
  | { readonly kind: 'column'; readonly column: ColumnSql; readonly numbers: Model['numbers'] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'null' }
  /** One short text for all of these columns: see `OperandVerbs.hash`. */
  | { readonly kind: 'hash'; readonly columns: readonly ColumnSql[] }
  | { readonly kind: 'one'; readonly query: RowsQuery }
  | { readonly kind: 'list'; readonly query: PagedQuery }
  | { readonly kind: 'connection'; readonly query: ConnectionQuery }
  /** An object without rows of its own. */
  | { readonly kind: 'object'; readonly entries: readonly EntrySql[] };

export interface OrderSql {
  readonly expression: Sql;
  /** The column of the row itself that the expression is; absent for what a relationship leads to, and for groups. */
  readonly column?: string;
  readonly type: FieldType;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last';
  readonly nullable: boolean;
}

/** A page of rows with facts about it. */
export interface ConnectionQuery {
  /** All that the filter keeps, on the page or not. */
  readonly rows: ChosenRows;
  /** What the cursors leave of them; absent where there are no cursors. */
  readonly between?: Condition;
  readonly key: readonly ColumnSql[];
  /** The order in which the page is taken: reversed where it is taken from the end. */
  readonly order: readonly OrderSql[];
  readonly fromEnd: boolean;
  readonly size: Amount;
  readonly offset?: Amount;
  /**
   * For each cursor that names a row: whether this row is there. Where it is not, the whole statement fails, and the
   * error says so.
   */
  readonly found: readonly Condition[];
  readonly cursor: CursorSql;
  readonly facts: readonly MetadataSql[];
}

/** What cursors are made of; see `CursorForm`. */
export type CursorSql =
  /**
   * The values of the order at the row. Where these may be too long, `key` has the indexes of the key's columns among
   * them, and a cursor holds the key's values instead; where these may be too long as well, `hash` has the columns of
   * the key to hash.
   */
  | {
      readonly kind: 'seek';
      readonly order: string;
      readonly expressions: readonly Sql[];
      readonly key?: readonly number[];
      readonly hash?: readonly ColumnSql[];
    }
  /** The position of the row. `total`: all rows, to be counted for a page that is taken from the end. */
  | { readonly kind: 'position'; readonly order: string; readonly total?: ChosenRows };

export type MetadataSql =
  | { readonly kind: 'items'; readonly key: string; readonly entries: readonly EntrySql[] }
  | { readonly kind: 'typename'; readonly key: string; readonly name: string }
  | { readonly kind: 'totalCount'; readonly key: string; readonly rows: ChosenRows }
  | ({ readonly kind: 'hasPage'; readonly key: string } & HasPageSql)
  /** `onlyIf`: the cursor is null unless there is this page. */
  | { readonly kind: 'startCursor' | 'endCursor'; readonly key: string; readonly onlyIf?: HasPageSql }
  | { readonly kind: 'groups'; readonly key: string; readonly groups: GroupsQuery };

/** Whether there is a page in one direction. */
export interface HasPageSql {
  /** Whether the page is taken in this direction, so that one row more than its size tells. */
  readonly more: boolean;
  /** Whether rows lie there that the cursors, or `offset`, leave out. */
  readonly beyond?: Condition;
}

/** Rows in groups, and what each group becomes. */
export interface GroupsQuery {
  readonly rows: ChosenRows;
  /**
   * Builds the rows joined with a copy of their parent's table or with the junction, for databases whose derived tables
   * cannot refer to the outer row. Absent where `rows.link` suffices.
   */
  readonly joinParent?: () => JoinedParent;
  /** Values in which the rows of a group agree; empty for one group, of which there is always one. */
  readonly by: readonly { readonly sql: Sql; readonly type: FieldType }[];
  readonly having?: Condition;
  /**
   * The columns of a group: first those that it is grouped by, then aggregates; without `by` at least one aggregate. The type of an entry is what
   * its value is written as, which may be another one than that of its column.
   */
  readonly columns: readonly { readonly name: string; readonly value: Sql; readonly type: FieldType }[];
  readonly order: readonly GroupOrderSql[];
  readonly size: Amount;
  /** Names the columns of a group in the entries, as a table's alias does. */
  readonly alias: Alias;
  readonly entries: readonly EntrySql[];
}

export interface JoinedParent {
  /** The copy of the parent's table, or the junction. */
  readonly parent: ChosenRows;
  /** The columns of `parent` whose distinct values are joined; absent if its keys already distinguish the rows. */
  readonly distinct?: readonly string[];
  /** Columns of `parent` that identify the outer row, or the values by which it is linked. */
  readonly key: readonly KeyColumn[];
  /** The rows, whose conditions refer to `parent` instead of the outer row. */
  readonly rows: ChosenRows;
}

/** A column of the key, and the same value of the outer row. With a `type`, strings are compared exactly. */
export interface KeyColumn extends Pick<LinkColumn, 'column' | 'parent'> {
  readonly type?: FieldType;
}

/**
 * A term of the order of groups. `column` names a column of the groups; `expression` is its value, for databases that
 * need it.
 */
export type GroupOrderSql = OrderSql & { readonly column: string };

/** A function or procedure to run, and what each row that it gives becomes. */
export interface RoutineQuery extends TableName {
  /** All that it has, in order. */
  readonly parameters: readonly Parameter[];
  readonly arguments: readonly CallArgument[];
  readonly alias: Alias;
  /** What its one value is called; absent where the columns have names of their own. */
  readonly valueName?: string;
  readonly rows: Routine['rows'];
  readonly size: number;
  readonly entries: readonly EntrySql[];
}
