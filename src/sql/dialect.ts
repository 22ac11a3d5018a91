import type { ReadingProcedures } from '../model/catalog-routine.ts';
import type { FieldType, PairEquality } from '../model/model.ts';
import type { CallName } from '../odata/expression.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { AggregateName } from '../scalars/aggregates.ts';
import type { Comparison } from '../scalars/operators.ts';
import type { ChangeRow } from '../store/script.ts';
import type { Condition } from './condition.ts';
import type { Aliases, Sql } from './fragment.ts';
import type { ApartRoot, ChosenRows, ColumnSql, OrderSql, RootQuery, RoutineQuery } from './query.ts';
import type { RequestSql, StatementSql, StepSql } from './statement.ts';
import type { StepQuery } from './step-query.ts';
import type {
  DirectReturning,
  InsertSql,
  RereadQuery,
  WriteAliases,
  WriteFacts,
  WriteQuery,
  WriteRules,
  WriteSql,
} from './write-query.ts';

/**
 * A SQL dialect, as a set of small code generators. There is no default dialect: each one implements every required
 * member.
 */
export interface Dialect {
  /** Product name for clients: 'Connections are not offered on ….' */
  readonly name: string;
  readonly capabilities: Capabilities;
  /** Quotes an identifier. */
  readonly quote: (name: string) => string;
  readonly placeholder: {
    /** True if one placeholder can be repeated. Values are then bound by number, not by position. */
    readonly reusable: boolean;
    /** @param position 1-based */
    readonly print: (position: number) => string;
  };
  readonly conditions: ConditionVerbs;
  readonly operands: OperandVerbs;
  /** Compiles all roots of a query to one statement. The reader returns the JSON text of each root, by index. */
  readonly read: (roots: readonly RootQuery[]) => StatementSql<readonly (string | null)[]>;
  /** Compiles one root with separate metadata. The reader returns the root's JSON text, then each metadata value. */
  readonly readApart: (root: ApartRoot) => StatementSql<readonly (string | null)[]>;
  /** Mutation support; absent for read-only dialects. */
  readonly writes?: WriteVerbs;
  /**
   * True if settings changed by a trigger or function stay in the session until it is reset. Otherwise, the driver is
   * notified of changed settings and restores them.
   */
  readonly keepsSettings?: true;
  /**
   * Function and procedure support. Absent if `capabilities` exclude routines, in which case no root has the kind
   * `call`.
   */
  readonly routines?: RoutineVerbs;
}

export interface Capabilities {
  readonly writes: boolean;
  /** Functions and procedures. */
  readonly routines: boolean;
  /** Procedures that a query or GET may run. */
  readonly readingProcedures: ReadingProcedures;
  /** Pages with metadata, such as cursors and `totalCount`. */
  readonly connections: boolean;
  /** Array columns. */
  readonly lists: boolean;
  /** Comparisons of values at a path in a JSON column. */
  readonly jsonPaths: boolean;
  /** True if new rows are read by key only. Policies then cannot be checked for new rows without a key. */
  readonly findsNewRowsByKey?: true;
}

/** Condition generators. `condition.ts` has the operators common to all databases (`and`, `or`, `not`). */
export interface ConditionVerbs {
  readonly constant: (value: boolean) => Condition;
  /** The SQL truth value UNKNOWN. */
  readonly unknown: Condition;
  /** True if the condition is false or unknown. */
  readonly isNotTrue: (member: Condition) => Condition;
  /**
   * Returns `then` for rows where `first` is true, else false. `then` is evaluated only for those rows, so it cannot
   * fail for others.
   */
  readonly guarded: (first: Condition, then: Condition) => Condition;
  readonly exists: (rows: ChosenRows) => Condition;
  /** True for a row beyond a position in an order. May be unknown instead of false, so negate it with `isNotTrue`. */
  readonly beyond: (terms: readonly SeekTerm[]) => Condition;
  /**
   * Compares a column with the linked column of the parent row.
   * @param equality of the pair; see `ColumnPair`
   */
  readonly linked: (own: Sql, parent: Sql, equality: PairEquality | undefined) => Condition;
  readonly compare: (operator: Comparison, left: OperandSql, right: OperandSql) => Condition;
  readonly isNull: (operand: OperandSql) => Condition;
  readonly isNotNull: (operand: OperandSql) => Condition;
  /** Tests if the operand is one of the values of a single parameter. */
  readonly inList: (operand: OperandSql, values: Slot) => Condition;
  /** Tests if an array or set contains all, or any, of the values of a single parameter. */
  readonly arrayContains: (list: OperandSql, values: Slot, all: boolean) => Condition;
  /** Tests if the text matches the pattern, which is in the format produced by the dialect's codec. */
  readonly like: (operand: OperandSql, pattern: Slot, anyCase: boolean) => Condition;
  /** Tests if a full-text search finds the words in the document. */
  readonly fullText: (document: OperandSql, words: Slot) => Condition;
}

/** An operand of a comparison. */
export interface OperandSql {
  readonly sql: Sql;
  readonly type: FieldType;
}

/** Generators for values that are compared or sorted. */
export interface OperandVerbs {
  /** Returns the comparable form of a column. */
  readonly column: (column: Sql, type: FieldType) => Sql;
  /** Returns the sortable form of a column, which can differ from its comparable form. */
  readonly sortKey: (column: Sql, type: FieldType) => Sql;
  /** Returns a parameter as an operand. `type.native` is empty if the type is not a column's. */
  readonly value: (slot: Slot, type: FieldType) => Sql;
  /** Returns a string literal. */
  readonly text: (text: string) => Sql;
  /**
   * Returns a short hash of these columns of a row, made of letters, digits, `-`, and `_`. Equal values have equal
   * hashes. Values that are serialized differently have different hashes.
   */
  readonly hash: (columns: readonly ColumnSql[]) => Sql;
  /** Returns the value at a path in a JSON column, as comparable JSON; NULL if it is missing or JSON null. */
  readonly jsonPath: (column: Sql, path: Slot) => Sql;
  /**
   * Calls a scalar function such as `tolower` or `year`. Date parts are in UTC.
   * @param type of the argument
   */
  readonly call: (name: CallName, argument: Sql, type: FieldType) => Sql;
  /** Returns an aggregate over the rows of a group. */
  readonly aggregate: (aggregate: AggregateSql) => Sql;
  /** Returns the displayed value of a grouping column. */
  readonly groupKey: (value: Sql, type: FieldType) => Sql;
  /**
   * Returns one value of one row as a subquery; NULL if there is no row.
   * @param atMostOne true if the database's keys rule out a second row
   */
  readonly scalar: (value: Sql, rows: ChosenRows, atMostOne: boolean) => Sql;
}

/** An aggregate over the rows of a group. NULL for a group without values; 0 for a count. */
export interface AggregateSql {
  readonly name: AggregateName;
  /** Comparable values of a column; absent for row counts. */
  readonly of?: { readonly values: Sql; readonly type: FieldType };
  readonly distinct: boolean;
  /** Type of the result. */
  readonly type: FieldType;
}

/** A term of an order, with the term's value at a position in that order. */
export interface SeekTerm {
  readonly term: OrderSql;
  /** Absent if the row at the position has NULL. */
  readonly value?: Sql;
  /** True if the value may be NULL at run time. */
  readonly mayBeNull: boolean;
  readonly operator: '>' | '<';
  /** True if rows with NULL are beyond rows with a value. */
  readonly nullsBeyond: boolean;
}

/** Mutation support. A dialect emits each step as a separate statement, or batches steps into requests. */
export type WriteVerbs = WriteTraits & (StepVerbs | RequestVerbs);

export interface WriteTraits {
  /** Returns the data that the write statement can return directly. The rest needs extra steps before or after it. */
  readonly returns: (write: WriteFacts) => DirectReturning;
  /**
   * Returns false if the database does not report the key of a new row, so the row cannot be read back. Absent if it
   * always reports keys.
   */
  readonly reportsKey?: (insert: InsertSql, key: readonly string[]) => boolean;
  /**
   * Returns the aliases of the written rows. If the database supports no alias, this is the table's name or a keyword
   * such as `inserted`.
   */
  readonly name: (write: Pick<WriteSql, 'kind' | 'table'>, aliases: Aliases) => WriteAliases;
  /**
   * True if the condition of an update or delete may query the table being changed. Otherwise, a preceding step finds
   * and locks the rows.
   */
  readonly mayAskWritten: boolean;
  /**
   * True if a trigger or row-level security may silently skip rows that an update or delete has found. The affected-row
   * count excludes skipped rows.
   */
  readonly holdsRowsBack: boolean;
  /**
   * True if an insert with `onConflictSkip` also skips rows whose key is inserted concurrently. Otherwise, the insert
   * fails.
   */
  readonly leavesOutLateTaken: boolean;
  /** Maximum number of parameters in one statement. */
  readonly maxParameters: number;
}

/** Emits each step as a statement that returns one `ChangeRow`, unless `requests` batches steps. */
export interface StepVerbs {
  /** @param rules outcomes that must be rejected; the statement may enforce all of them itself */
  readonly write: (query: WriteQuery, rules: WriteRules) => StepSql;
  readonly reread: (query: RereadQuery) => StatementSql<ChangeRow>;
  /**
   * Batches the steps of a mutation into requests. Within a request, captured keys are server-side values, and the
   * server raises the refusals. Undefined or absent if each step is its own request.
   */
  readonly requests?: (steps: readonly StepQuery[]) => readonly RequestSql[] | undefined;
}

/** Emits every mutation as batched requests; see `StepVerbs.requests`. */
export interface RequestVerbs {
  readonly write?: undefined;
  readonly requests: (steps: readonly StepQuery[]) => readonly RequestSql[];
}

export interface RoutineVerbs {
  /**
   * Assigns the input parameters of a procedure before `call`. Returns undefined if `call` assigns them itself; absent
   * if it always does.
   */
  readonly prepare?: (query: RoutineQuery) => StatementSql<ChangeRow> | undefined;
  /** Runs a function in a mutation. */
  readonly run: (query: RoutineQuery) => StatementSql<ChangeRow>;
  /** Runs a procedure and captures these columns of its rows. */
  readonly call: (query: RoutineQuery, columns: readonly OutColumn[]) => StatementSql<ChangeRow>;
  /**
   * Serializes the result of a procedure.
   * @param columns those of the single captured row
   * @param rows all captured rows, as JSON: `[["1","x"],["2","y"]]`
   */
  readonly show: (columns: readonly OutColumn[], query: RoutineQuery, rows: Slot) => StatementSql<ChangeRow>;
}

/** A column of the single row returned by a procedure, as text in `value`. */
export interface OutColumn {
  readonly name: string;
  readonly type: FieldType;
  readonly value: Slot;
}
