import type { FieldType, Model, Routine } from '../model/model.ts';
import type { CallName } from '../odata/expression.ts';
import type { CallArgument } from '../plan/shape/call.ts';
import type { Amount, Slot } from '../plan/shape/slot.ts';
import type { AggregateName } from '../scalars/aggregates.ts';
import type { Result } from '../store/result.ts';
import type { ChangeRow } from '../store/script.ts';
import type { Alias, Sql } from './fragment.ts';

/**
 * What a dialect of SQL states. Small verbs: each is one thing that databases say differently. No dialect is the default:
 * each states all, and the compiler holds it to that.
 */
export interface Dialect {
  readonly name: string;
  readonly capabilities: Capabilities;

  /** A name as an identifier. */
  readonly quote: (name: string) => string;
  readonly placeholder: {
    /** Whether one placeholder can stand for one parameter in several places. */
    readonly reusable: boolean;
    /** @param position counted from 1 */
    readonly print: (position: number) => string;
  };

  /** A column as a value of the answer. */
  readonly output: (column: Sql, type: FieldType, numbers: Model['numbers']) => Sql;
  /**
   * One short text for all of these columns of a row, of letters, digits, `-` and `_`: equal for equal values, and for nothing
   * else that an answer would show differently. A value of the answer, and something to compare.
   */
  readonly hash: (columns: readonly TypedColumn[]) => Sql;
  /** Text known beforehand as a value of the answer. */
  readonly text: (value: string) => Sql;
  /** A column as something to compare and to order by. */
  readonly comparand: (column: Sql, type: FieldType) => Sql;
  /** A parameter as something to compare; its type says what it is where no column beside it does (`native` is empty then). */
  readonly value: (slot: Slot, type: FieldType) => Sql;
  /** A function over the rows of a group. */
  readonly aggregate: (aggregate: AggregateSql) => Sql;
  /** What is shown of a column whose values are equal in all rows of a group. */
  readonly groupKey: (value: Sql, type: FieldType) => Sql;
  /** A function of one value; parts of dates in UTC. */
  readonly call: (name: CallName, argument: Sql) => Sql;
  /** A column as something to order by, where that is not how it compares. */
  readonly sortKey: (column: Sql, type: FieldType) => Sql;
  /** What stands at a place in a JSON column, as JSON to compare; NULL where nothing does, or JSON's null. */
  readonly jsonPath: (column: Sql, path: Slot) => Sql;
  /** Whether something to compare is NULL, or is not. */
  readonly isNull: (comparand: Sql, type: FieldType, negated: boolean) => Sql;
  /** A condition that is neither true nor false. */
  readonly unknown: Sql;
  /** Whether the comparand is among the values of one parameter. */
  readonly among: (comparand: Sql, values: Slot) => Sql;
  /** Whether a list holds all, or some, of the values of one parameter. */
  readonly holds: (list: Sql, values: Slot, all: boolean) => Sql;
  /** Whether the text matches the pattern, in which `\` escapes. */
  readonly like: (comparand: Sql, pattern: Sql, anyCase: boolean) => Sql;
  /** Whether full-text search finds the words of the parameter in the document. */
  readonly fullText: (document: Sql, words: Slot) => Sql;
  /** One term of ORDER BY. */
  readonly orderTerm: (term: OrderSql) => Sql;

  /** The answer's value for at most one row: an object or null. */
  readonly row: (query: RowsQuery) => Sql;
  /** The answer's value for rows: a list of objects. */
  readonly rows: (query: PagedQuery) => Sql;
  /** The answer's value for a page with its facts: an object. */
  readonly connection: (query: ConnectionQuery) => Sql;
  /** The whole statement for the root values: it gives the JSON text of each, by index; null is the JSON value null. */
  readonly statement: (roots: readonly RootQuery[]) => StatementSql<readonly (string | null)[]>;
  /** How mutations are written; absent where the dialect only reads. */
  readonly changes?: ChangeVerbs;
  /** Absent where they are not run. */
  readonly routines?: RoutineVerbs;
}

/** A whole statement, and what its result comes to: only who wrote its columns knows what stands in which. */
export interface StatementSql<R> {
  readonly sql: Sql;
  readonly read: (result: Result) => R;
  /** It has to know what the columns are called. */
  readonly namesColumns?: true;
}

/** How functions and procedures are run. */
export interface RoutineVerbs {
  /** The answer's value for what a function gives back: a list of objects. */
  readonly rows: (query: RoutineQuery) => Sql;
  /** A whole statement that runs a function in a mutation, and gives this value. */
  readonly run: (query: RoutineQuery) => StatementSql<ChangeRow>;
  /** A whole statement that runs a procedure; captured is one row with these columns of what comes out of it. */
  readonly call: (query: RoutineQuery, columns: readonly string[]) => StatementSql<ChangeRow>;
  /** A whole statement that gives the answer's value for what came out of a procedure. */
  readonly show: (
    columns: readonly OutColumn[],
    query: Pick<RoutineQuery, 'alias' | 'entries'>,
  ) => StatementSql<ChangeRow>;
}

/** What came out of a procedure, as text. */
export interface OutColumn {
  readonly name: string;
  readonly type: FieldType;
  readonly value: Slot;
}

/** What a dialect that writes states besides. */
export interface ChangeVerbs {
  /** The rows that the statement changes, as a table to the rest of it. */
  readonly changedRows: (alias: Alias) => RowsSql;
  /** A whole statement that changes rows, and gives what is asked of them. */
  readonly change: (query: ChangeQuery) => StatementSql<ChangeRow>;
  /** Rows that have one of the captured keys, which are a JSON list of lists of texts. */
  readonly capturedRows: (table: Sql, key: readonly TypedColumn[], captured: Slot) => RowsSql;
  /** A whole statement that gives what is asked of rows that were changed before; one that is not found any more fulfils nothing. */
  readonly look: (rows: RowsSql, query: LookQuery) => StatementSql<ChangeRow>;
  /** What a column of lists becomes: the list that is given, or, where it has the same elements already, what it is. */
  readonly givenList: (given: Sql, old: Sql, type: FieldType) => Sql;
  /** Parameters that one statement may have. */
  readonly maxParameters: number;
}

/** Rows, with an expression for their place where they have one. */
export interface RowsSql {
  readonly from: Sql;
  readonly where?: Sql;
  readonly position?: Sql;
  /** An aggregate over them: whether all that were looked for are there. */
  readonly complete?: Sql;
}

export interface LookQuery {
  /** What every row has to fulfil. */
  readonly fits?: Sql;
  readonly values: readonly ChangedValue[];
}

export interface ChangeQuery extends LookQuery {
  readonly write: WriteSql;
  readonly changed: RowsSql;
  /** What a changed row is called in all that is asked of it. */
  readonly alias: Alias;
  /** Columns of the changed rows to capture. */
  readonly captures: readonly Sql[];
}

export type ChangedValue =
  | { readonly kind: 'one'; readonly query: RowsQuery }
  | { readonly kind: 'list'; readonly query: PagedQuery };

export type WriteSql =
  | {
      readonly kind: 'insert';
      readonly into: { readonly schema: string; readonly name: string };
      readonly columns: readonly string[];
      /** Values stand for those that the database would always make. */
      readonly overriding?: true;
      /** A value for each column; a table without columns has rows all the same. */
      readonly rows: readonly (readonly Sql[])[];
      /** Columns of a unique key: a row is left out where it is taken. */
      readonly unlessTaken?: readonly string[];
    }
  | (ChosenRows & { readonly kind: 'update'; readonly set: readonly { readonly name: string; readonly value: Sql }[] })
  | (ChosenRows & { readonly kind: 'delete' })
  /** Rows that stay as they are, but nobody else changes them meanwhile. */
  | (ChosenRows & { readonly kind: 'lock' })
  | (ChosenRows & { readonly kind: 'find' });

interface ChosenRows {
  readonly from: Sql;
  readonly alias: Alias;
  readonly where?: Sql;
}

export interface Capabilities {
  /** Changes of rows. */
  readonly writes: boolean;
  /** Pages with facts about them. */
  readonly connections: boolean;
  /** Columns that are lists. */
  readonly lists: boolean;
  /** Equality of what stands at a place in JSON. */
  readonly jsonPaths: boolean;
}

export interface TypedColumn {
  readonly column: Sql;
  readonly type: FieldType;
}

/** Rows to select, and what each becomes. */
export interface RowsQuery {
  readonly alias: Alias;
  readonly from: Sql;
  readonly where?: Sql;
  readonly entries: readonly EntrySql[];
  /** Whether the database's keys allow no second row. */
  readonly atMostOne: boolean;
}

export interface PagedQuery extends RowsQuery {
  readonly order: readonly OrderSql[];
  readonly size: Amount;
  readonly offset?: Amount;
}

export interface EntrySql {
  readonly key: string;
  readonly value: Sql;
  /** It takes so much to make that it is to be made of the rows of a page alone, not of all that are sorted. */
  readonly dear?: true;
}

export interface OrderSql {
  readonly expression: Sql;
  readonly type: FieldType;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last';
  readonly nullable: boolean;
}

export interface ConnectionQuery {
  readonly from: Sql;
  /** Filter and cursors. */
  readonly where?: Sql;
  /** The order in which the page is taken: reversed where it is taken from the end. */
  readonly order: readonly OrderSql[];
  readonly fromEnd: boolean;
  readonly size: Amount;
  readonly offset?: Amount;
  /** Conditions of the statement as a whole: that rows which cursors name are there. Where one is not, it fails, and its error says so. */
  readonly found: readonly Sql[];
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
      readonly hash?: Sql;
    }
  /** `total`: the number of all rows, for a page that is taken from the end. */
  | { readonly kind: 'position'; readonly order: string; readonly total?: Sql };

export type FactSql =
  | { readonly kind: 'items'; readonly key: string; readonly entries: readonly EntrySql[] }
  | { readonly kind: 'typename'; readonly key: string; readonly name: string }
  | { readonly kind: 'totalCount'; readonly key: string; readonly count: Sql }
  | ({ readonly kind: 'hasPage'; readonly key: string } & HasPageSql)
  /** `onlyIf`: what must hold, else there is none. */
  | { readonly kind: 'startCursor' | 'endCursor'; readonly key: string; readonly onlyIf?: HasPageSql }
  | { readonly kind: 'groups'; readonly key: string; readonly groups: GroupsQuery };

/** Whether there is a page in one direction. */
export interface HasPageSql {
  /** The page may go on in this direction. */
  readonly more: boolean;
  /** Whether rows lie there that the window leaves out. */
  readonly beyond?: Sql;
}

/** A function over the rows of a group; NULL for a group that has no value there, 0 for a count. */
export interface AggregateSql {
  readonly name: AggregateName;
  /** Comparable values of one column; absent where rows are counted. */
  readonly of?: { readonly values: Sql; readonly type: FieldType };
  readonly distinct: boolean;
  /** What the value is to be. */
  readonly type: FieldType;
}

/** Rows in groups, and what each group becomes. */
export interface GroupsQuery {
  readonly from: Sql;
  readonly where?: Sql;
  /** Expressions in which the rows of a group agree; empty for one group, of which there is always one. */
  readonly by: readonly Sql[];
  readonly having?: Sql;
  /** What is known of each group; one of these is an aggregate where `by` is empty. */
  readonly columns: readonly { readonly name: string; readonly value: Sql }[];
  /** By names of columns. */
  readonly order: readonly OrderSql[];
  readonly size: Amount;
  /** The table that groups are to the entries. */
  readonly alias: Alias;
  readonly entries: readonly GroupEntrySql[];
}

export type GroupEntrySql = EntrySql | { readonly key: string; readonly entries: readonly GroupEntrySql[] };

export type RootQuery =
  | { readonly kind: 'one'; readonly query: RowsQuery }
  | { readonly kind: 'list'; readonly query: PagedQuery }
  | { readonly kind: 'connection'; readonly query: ConnectionQuery }
  | { readonly kind: 'call'; readonly query: RoutineQuery };

/** A function to run, and what each row that it gives becomes. */
export interface RoutineQuery {
  readonly schema: string;
  readonly name: string;
  readonly arguments: readonly CallArgument[];
  readonly alias: Alias;
  /** What its one value is called; absent where the columns have names of their own. */
  readonly valueName?: string;
  readonly rows: Routine['rows'];
  readonly size: number;
  readonly entries: readonly EntrySql[];
}
