import type { CatalogIndex } from '../model/catalog.ts';
import type { FieldType, Model, Parameter, Routine } from '../model/model.ts';
import type { CallArgument } from '../plan/shape/call.ts';
import type { Amount } from '../plan/shape/slot.ts';
import type { Condition } from './condition.ts';
import type { Alias, Sql } from './fragment.ts';

/** A read, in parts that each dialect assembles in its own clause order. */
export type RootQuery =
  | { readonly kind: 'one'; readonly query: RowsQuery }
  | { readonly kind: 'list'; readonly query: PagedQuery }
  | { readonly kind: 'connection'; readonly query: ConnectionQuery }
  | { readonly kind: 'call'; readonly query: RoutineQuery };

/** A root whose metadata, such as an ETag, is read as separate values. These are JSON, but strings have no quotes. */
export type MetadataRoot =
  /** All values are NULL if there is no row. */
  | { readonly kind: 'one'; readonly query: RowsQuery; readonly metadata: readonly EntrySql[] }
  /** The first value is the items, which are the root's JSON. */
  | { readonly kind: 'connection'; readonly query: ConnectionQuery };

export interface TableName {
  /** Empty if the database has no schemas, or if the configuration names a junction without a schema. */
  readonly schema: string;
  readonly name: string;
}

export type RowSource =
  | (TableName & {
      readonly kind: 'table';
      readonly alias: Alias;
      readonly indexes: readonly CatalogIndex[];
      /** Empty for a junction. */
      readonly columns: readonly TypedColumn[];
    })
  /** A table that the dialect derived, such as the changed rows. `from` is valid in FROM. */
  | { readonly kind: 'derived'; readonly from: Sql; readonly alias: Alias };

export interface TypedColumn {
  readonly name: string;
  readonly type: FieldType;
  readonly nullable: boolean;
}

export interface RowSet {
  readonly source: RowSource;
  /** Empty at the root and for junctions. */
  readonly link: readonly LinkColumn[];
  readonly where?: Condition;
}

export interface LinkColumn {
  readonly column: string;
  /** `"1"."id"` */
  readonly parent: Sql;
  /** `"2"."customer_id" = "1"."id"` */
  readonly equal: Condition;
}

export interface ColumnSql {
  readonly alias: Alias;
  readonly name: string;
  readonly type: FieldType;
}

export interface RowsQuery extends RowSet {
  /** Empty without a key. */
  readonly key: readonly ColumnSql[];
  readonly entries: readonly EntrySql[];
  /** True if the database's keys rule out a second row. */
  readonly atMostOne: boolean;
}

export interface PagedQuery extends RowsQuery {
  readonly order: readonly OrderSql[];
  readonly size: Amount;
  readonly offset?: Amount;
}

export interface EntrySql {
  readonly key: string;
  readonly value: ValueSql;
}

export type ValueSql =
  | { readonly kind: 'column'; readonly column: ColumnSql; readonly numbers: Model['numbers'] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'hash'; readonly columns: readonly ColumnSql[] }
  | { readonly kind: 'one'; readonly query: RowsQuery }
  | { readonly kind: 'list'; readonly query: PagedQuery }
  | { readonly kind: 'connection'; readonly query: ConnectionQuery }
  | { readonly kind: 'object'; readonly entries: readonly EntrySql[] };

export interface OrderSql {
  readonly expression: Sql;
  /** Name of the column in its table, or of the column of groups. Absent for related columns. */
  readonly column?: string;
  readonly type: FieldType;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last';
  readonly nullable: boolean;
}

export interface ConnectionQuery {
  /** All rows that match the filter, on the page or not. */
  readonly rows: RowSet;
  readonly seekCondition?: Condition;
  readonly key: readonly ColumnSql[];
  readonly order: readonly OrderSql[];
  readonly fromEnd: boolean;
  readonly size: Amount;
  readonly offset?: Amount;
  /** Conditions that the cursors' rows exist. If a row is missing, the statement fails. */
  readonly cursorRowsExist: readonly Condition[];
  readonly cursor: CursorSql;
  readonly members: readonly MetadataSql[];
}

export type CursorSql =
  /**
   * If the order's values may be too long, `key` has the positions of the key columns in `expressions`. If the key may
   * be too long as well, `hash` has the key columns.
   */
  | {
      readonly kind: 'seek';
      readonly order: string;
      readonly expressions: readonly Sql[];
      readonly key?: readonly number[];
      readonly hash?: readonly ColumnSql[];
    }
  /** `total` selects the rows to count for a page read from the end. */
  | { readonly kind: 'position'; readonly order: string; readonly total?: RowSet };

export type MetadataSql =
  | { readonly kind: 'items'; readonly key: string; readonly entries: readonly EntrySql[] }
  | { readonly kind: 'typename'; readonly key: string; readonly name: string }
  | { readonly kind: 'totalCount'; readonly key: string; readonly rows: RowSet }
  | ({ readonly kind: 'hasPage'; readonly key: string } & HasPageSql)
  /** `onlyIf`: the cursor is null unless this page exists. */
  | { readonly kind: 'startCursor' | 'endCursor'; readonly key: string; readonly onlyIf?: HasPageSql }
  | { readonly kind: 'groups'; readonly key: string; readonly groups: GroupsQuery };

export interface HasPageSql {
  /** True if the page is read in this direction, so that one extra row proves that more rows follow. */
  readonly more: boolean;
  /** True if the cursors or `offset` exclude rows in this direction. */
  readonly excludesRows?: Condition;
}

export interface GroupsQuery {
  readonly rows: RowSet;
  /**
   * Joins the parent's table, for databases whose derived tables cannot refer to the outer row. Absent if `rows.link`
   * suffices.
   */
  readonly joinParent?: () => JoinedParent;
  /** Empty for a single group, which always exists. */
  readonly by: readonly { readonly sql: Sql; readonly type: FieldType }[];
  readonly having?: Condition;
  /** Grouping columns, then aggregates; at least one. */
  readonly columns: readonly { readonly name: string; readonly value: Sql; readonly type: FieldType }[];
  readonly order: readonly GroupOrderSql[];
  readonly size: Amount;
  readonly alias: Alias;
  readonly entries: readonly EntrySql[];
}

export interface JoinedParent {
  readonly parent: RowSet;
  /** Columns whose distinct values are joined. Absent if keys already distinguish the rows. */
  readonly distinct?: readonly string[];
  /** Columns of `parent` that identify the outer row: its key, or the columns that link it. */
  readonly key: readonly KeyColumn[];
  /** The rows, with conditions on `parent` instead of the outer row. */
  readonly rows: RowSet;
}

/** If `type` is set, strings are compared exactly. */
export interface KeyColumn extends Pick<LinkColumn, 'column' | 'parent'> {
  readonly type?: FieldType;
}

export type GroupOrderSql = OrderSql & { readonly column: string };

export interface RoutineQuery extends TableName {
  readonly parameters: readonly Parameter[];
  readonly arguments: readonly CallArgument[];
  readonly alias: Alias;
  /** Name of a scalar result. Absent if the result has named columns. */
  readonly valueName?: string;
  readonly rows: Routine['rows'];
  readonly size: number;
  readonly entries: readonly EntrySql[];
}
