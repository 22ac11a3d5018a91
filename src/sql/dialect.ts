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
 * What a dialect of SQL states, in small verbs: each is one thing that databases say differently. No dialect is the
 * default. Each states every verb, and TypeScript holds it to that.
 */
export interface Dialect {
  /** As clients read it: 'Connections are not offered on ….' */
  readonly name: string;
  readonly capabilities: Capabilities;
  /** A name as an identifier. */
  readonly quote: (name: string) => string;
  readonly placeholder: {
    /** Whether one placeholder can stand for one parameter in several places: values are bound by its number then, not by its place. */
    readonly reusable: boolean;
    /** @param position counted from 1 */
    readonly print: (position: number) => string;
  };
  readonly conditions: ConditionVerbs;
  readonly operands: OperandVerbs;
  /** One statement for all roots of a query; its reader gives the JSON text of each, by index. */
  readonly read: (roots: readonly RootQuery[]) => StatementSql<readonly (string | null)[]>;
  /** The same for one root with facts that stand apart: its reader gives the JSON text of the root, then each fact. */
  readonly readApart: (root: ApartRoot) => StatementSql<readonly (string | null)[]>;
  /** How mutations are written; absent where the dialect only reads. */
  readonly writes?: WriteVerbs;
  /**
   * True where settings that a trigger or a function alters stay in the session unless it is reset. Elsewhere its driver is told of them, and
   * puts them back.
   */
  readonly keepsSettings?: true;
  /** How functions and procedures are run; absent where `capabilities` leave them out: a root of the kind `call` is never asked then. */
  readonly routines?: RoutineVerbs;
}

export interface Capabilities {
  /** Mutations. */
  readonly writes: boolean;
  /** Functions and procedures. */
  readonly routines: boolean;
  /** The procedures that a query or GET may run. */
  readonly readingProcedures: ReadingProcedures;
  /** Pages with facts about them. */
  readonly connections: boolean;
  /** Columns that are lists. */
  readonly lists: boolean;
  /** Comparing what a path finds in a JSON column. */
  readonly jsonPaths: boolean;
  /** True if new rows are read by their key only, so that no policy can be checked for a new row without a key. */
  readonly findsNewRowsByKey?: true;
}

/** Conditions. What all databases say alike (`and`, `or`, `not`) is in `condition.ts`. */
export interface ConditionVerbs {
  /** Always true, or never. */
  readonly constant: (value: boolean) => Condition;
  /** Neither true nor false. */
  readonly unknown: Condition;
  /** True where the condition is false or unknown. */
  readonly isNotTrue: (member: Condition) => Condition;
  /**
   * `then` where `first` is true, else false. Where `first` is not true, `then` is not evaluated, so it cannot fail
   * there.
   */
  readonly guarded: (first: Condition, then: Condition) => Condition;
  /** Whether there are such rows. */
  readonly exists: (rows: ChosenRows) => Condition;
  /**
   * True for a row beyond a place in an order. For others it may be unknown instead of false, so `isNotTrue` asks for
   * the contrary.
   */
  readonly beyond: (terms: readonly SeekTerm[]) => Condition;
  /**
   * Whether a column equals the column of the parent row that a relationship ties it to.
   * @param equality of the pair: see `ColumnPair`
   */
  readonly linked: (own: Sql, parent: Sql, equality: PairEquality | undefined) => Condition;
  readonly compare: (operator: Comparison, left: OperandSql, right: OperandSql) => Condition;
  readonly isNull: (operand: OperandSql) => Condition;
  readonly isNotNull: (operand: OperandSql) => Condition;
  /** Whether the operand is among the values of one parameter. */
  readonly inList: (operand: OperandSql, values: Slot) => Condition;
  /** Whether a list, or a set, holds all, or some, of the values of one parameter. */
  readonly arrayContains: (list: OperandSql, values: Slot, all: boolean) => Condition;
  /** Whether the text matches the parameter: a pattern in the form that the dialect's codec gave it. */
  readonly like: (operand: OperandSql, pattern: Slot, anyCase: boolean) => Condition;
  /** Whether full-text search finds the words of the parameter in the document. */
  readonly fullText: (document: OperandSql, words: Slot) => Condition;
}

/** Something to compare. */
export interface OperandSql {
  readonly sql: Sql;
  readonly type: FieldType;
}

/** Values to compare and to order by. */
export interface OperandVerbs {
  /** A column as something to compare. */
  readonly column: (column: Sql, type: FieldType) => Sql;
  /** A column as something to order by, where that is not how it compares. */
  readonly sortKey: (column: Sql, type: FieldType) => Sql;
  /** A parameter as something to compare; `type.native` is empty where the type is not that of a column. */
  readonly value: (slot: Slot, type: FieldType) => Sql;
  /** Text known beforehand. */
  readonly text: (text: string) => Sql;
  /**
   * One short text for these columns of a row, of letters, digits, `-` and `_`. Equal values have equal texts; values
   * that an answer shows differently have different ones.
   */
  readonly hash: (columns: readonly ColumnSql[]) => Sql;
  /** What a path finds in a JSON column, as JSON to compare; NULL where it finds nothing, or JSON's null. */
  readonly jsonPath: (column: Sql, path: Slot) => Sql;
  /** A function of one value, such as `tolower` or `year`; parts of dates are those in UTC. @param type of the argument */
  readonly call: (name: CallName, argument: Sql, type: FieldType) => Sql;
  /** A function over the rows of a group. */
  readonly aggregate: (aggregate: AggregateSql) => Sql;
  /** What is shown of a column whose values are equal in all rows of a group. */
  readonly groupKey: (value: Sql, type: FieldType) => Sql;
  /**
   * A value of one row as a subquery; NULL where there is no row. `atMostOne`: the database's keys allow no second row.
   */
  readonly scalar: (value: Sql, rows: ChosenRows, atMostOne: boolean) => Sql;
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

/** One term of an order, and the value of this term at a place in the order. */
export interface SeekTerm {
  readonly term: OrderSql;
  /** Absent where the row at the place has NULL. */
  readonly value?: Sql;
  /** Whether the value may turn out to be NULL. */
  readonly mayBeNull: boolean;
  readonly operator: '>' | '<';
  /** Whether rows with NULL lie beyond those with a value. */
  readonly nullsBeyond: boolean;
}

/** How mutations are written: each step as a statement of its own, or all of them as requests of several steps. */
export type WriteVerbs = WriteTraits & (StepVerbs | RequestVerbs);

export interface WriteTraits {
  /** What a write gives of its rows by itself; for the rest, steps are planned before and after it. */
  readonly returns: (write: WriteFacts) => DirectReturning;
  /** Returns false if the database does not report the key of a new row, so that the row cannot be found again. Absent: it always does. */
  readonly reportsKey?: (insert: InsertSql, key: readonly string[]) => boolean;
  /**
   * The aliases of its rows. Where the database takes none, it is the table's own name, or a word of the database as
   * `inserted`.
   */
  readonly name: (write: Pick<WriteSql, 'kind' | 'table'>, aliases: Aliases) => WriteAliases;
  /**
   * Whether the condition of an update or delete may ask rows of the table that it changes. Where it may not, a step
   * before finds and locks the rows that are to be changed.
   */
  readonly mayAskWritten: boolean;
  /**
   * Whether the database may keep an update or delete from changing rows that it has found, and does not count them: by a trigger,
   * or by its own row-level security.
   */
  readonly holdsRowsBack: boolean;
  /**
   * Whether an insert with `unlessTaken` leaves a row out even where somebody else takes the key while it runs. Where
   * it does not, the insert fails.
   */
  readonly leavesOutLateTaken: boolean;
  /** Parameters that one statement may have. */
  readonly maxParameters: number;
}

/** Each step as a statement whose result is one `ChangeRow`, unless `requests` states several as one. */
export interface StepVerbs {
  /** @param rules outcomes that are refused; a statement may do that by itself, for all of them */
  readonly write: (query: WriteQuery, rules: WriteRules) => StepSql;
  readonly reread: (query: RereadQuery) => StatementSql<ChangeRow>;
  /**
   * The steps of a mutation as requests of several steps each. Within a request, captured keys are values of the server, and the server
   * raises the refusals. Undefined, or absent, where each step is a request of its own.
   */
  readonly requests?: (steps: readonly StepQuery[]) => readonly RequestSql[] | undefined;
}

/** Every mutation as requests of several steps each, as above. */
export interface RequestVerbs {
  readonly write?: undefined;
  readonly requests: (steps: readonly StepQuery[]) => readonly RequestSql[];
}

export interface RoutineVerbs {
  /** Sets what goes into a procedure beforehand; undefined where `call` does that by itself. Absent where it always does. */
  readonly prepare?: (query: RoutineQuery) => StatementSql<ChangeRow> | undefined;
  /** Runs a function in a mutation. */
  readonly run: (query: RoutineQuery) => StatementSql<ChangeRow>;
  /** Runs a procedure, and captures these columns of the rows that it gives. */
  readonly call: (query: RoutineQuery, columns: readonly OutColumn[]) => StatementSql<ChangeRow>;
  /**
   * Makes the answer's value of what a procedure gave.
   * @param columns those of the one row that was captured
   * @param rows all rows that were captured, as JSON: `[["1","x"],["2","y"]]`
   */
  readonly show: (columns: readonly OutColumn[], query: RoutineQuery, rows: Slot) => StatementSql<ChangeRow>;
}

/** A column of the one row that a procedure gave; `value` is its text. */
export interface OutColumn {
  readonly name: string;
  readonly type: FieldType;
  readonly value: Slot;
}
