import type { CatalogIndex } from '../model/catalog.ts';
import type { FieldType, Model, Routine } from '../model/model.ts';
import type { CallArgument } from '../plan/shape/call.ts';
import type { Amount } from '../plan/shape/slot.ts';
import type { Condition } from './condition.ts';
import type { Alias, Sql } from './fragment.ts';

/**
 * What a statement reads, in parts: a dialect prints them in its own order, and never has to search in SQL for what belongs to the link, to
 * the order or to the key.
 */
export type RootQuery =
  | { readonly kind: 'one'; readonly query: RowsQuery }
  | { readonly kind: 'list'; readonly query: PagedQuery }
  | { readonly kind: 'connection'; readonly query: ConnectionQuery }
  | { readonly kind: 'call'; readonly query: RoutineQuery };

/**
 * The only root of a query, with facts that stand apart: texts by themselves beside its JSON, as an answer's JSON would have them, but for
 * the quotes of strings.
 */
export type ApartRoot =
  /** The row, and what is told of it; all is NULL where there is none. */
  | { readonly kind: 'one'; readonly query: RowsQuery; readonly apart: readonly EntrySql[] }
  /** Its facts one by one: the first is its items, whose JSON is the root's. */
  | { readonly kind: 'connection'; readonly query: ConnectionQuery };

export interface TableName {
  /** Empty where the database has no schemas, or the junction names none. */
  readonly schema: string;
  readonly name: string;
}

/** What rows are taken from. */
export type RowSource =
  | (TableName & { readonly kind: 'table'; readonly alias: Alias; readonly indexes: readonly CatalogIndex[] })
  /** What the dialect itself has made a table of, as the rows that the statement changes; ready to stand in FROM. */
  | { readonly kind: 'derived'; readonly from: Sql; readonly alias: Alias };

/** Which rows of a source. */
export interface ChosenRows {
  readonly source: RowSource;
  /** Columns that have to equal values of the parent row; none at the root, and where rows hang on it through a junction. */
  readonly link: readonly LinkColumn[];
  /** What else has to hold; absent for all. */
  readonly where?: Condition;
}

export interface LinkColumn {
  readonly column: string;
  /** `"1"."id"` */
  readonly parent: Sql;
}

/** A column of the rows of an alias, as something to show or to capture. */
export interface ColumnSql {
  readonly alias: Alias;
  readonly name: string;
  readonly type: FieldType;
}

/** Rows to select, and what each becomes. */
export interface RowsQuery extends ChosenRows {
  /** Columns that tell its rows apart; none where nothing does. */
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
  /** Conditions of the statement as a whole: that rows which cursors name are there. Where one is not, it fails, and its error says so. */
  readonly found: readonly Condition[];
  readonly cursor: CursorSql;
  readonly facts: readonly FactSql[];
}

/** What cursors are made of; see `CursorForm`. */
export type CursorSql =
  /** `key`: the places of the key among the expressions; absent where those are never too long. `hash`: of the key, which may be too long. */
  | {
      readonly kind: 'seek';
      readonly order: string;
      readonly expressions: readonly Sql[];
      readonly key?: readonly number[];
      readonly hash?: readonly ColumnSql[];
    }
  /** `total`: all rows, which are counted for a page that is taken from the end. */
  | { readonly kind: 'position'; readonly order: string; readonly total?: ChosenRows };

export type FactSql =
  | { readonly kind: 'items'; readonly key: string; readonly entries: readonly EntrySql[] }
  | { readonly kind: 'typename'; readonly key: string; readonly name: string }
  | { readonly kind: 'totalCount'; readonly key: string; readonly rows: ChosenRows }
  | ({ readonly kind: 'hasPage'; readonly key: string } & HasPageSql)
  /** `onlyIf`: what must hold, else there is none. */
  | { readonly kind: 'startCursor' | 'endCursor'; readonly key: string; readonly onlyIf?: HasPageSql }
  | { readonly kind: 'groups'; readonly key: string; readonly groups: GroupsQuery };

/** Whether there is a page in one direction. */
export interface HasPageSql {
  /** The page may go on in this direction. */
  readonly more: boolean;
  /** Whether rows lie there that the cursors, or `offset`, leave out. */
  readonly beyond?: Condition;
}

/** Rows in groups, and what each group becomes. */
export interface GroupsQuery {
  readonly rows: ChosenRows;
  /** Values in which the rows of a group agree; empty for one group, of which there is always one. */
  readonly by: readonly { readonly sql: Sql; readonly type: FieldType }[];
  readonly having?: Condition;
  /** What is known of each group: first what it is grouped by, then aggregates; one at least where `by` is empty. */
  readonly columns: readonly { readonly name: string; readonly value: Sql }[];
  readonly order: readonly GroupOrderSql[];
  readonly size: Amount;
  /** The table that groups are to the entries. */
  readonly alias: Alias;
  readonly entries: readonly EntrySql[];
}

/** A term of the order of groups: the name of one of their columns, and what that column is, for who cannot order by a name. */
export type GroupOrderSql = OrderSql & { readonly column: string };

/** A function to run, and what each row that it gives becomes. */
export interface RoutineQuery extends TableName {
  readonly arguments: readonly CallArgument[];
  readonly alias: Alias;
  /** What its one value is called; absent where the columns have names of their own. */
  readonly valueName?: string;
  readonly rows: Routine['rows'];
  readonly size: number;
  readonly entries: readonly EntrySql[];
}
