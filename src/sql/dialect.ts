import type { ReadingProcedures } from '../model/catalog-routine.ts';
import type { FieldType, PairEquality } from '../model/model.ts';
import type { CallName } from '../odata/expression.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { AggregateName } from '../scalars/aggregates.ts';
import type { Comparison } from '../scalars/operators.ts';
import type { ChangeRow } from '../store/script.ts';
import type { Condition } from './condition.ts';
import type { Aliases, ParameterToken, Sql } from './fragment.ts';
import type { ColumnSql, MetadataRoot, OrderSql, RootQuery, RoutineQuery, RowSet } from './query.ts';
import type { RequestSql, StatementSql, StepSql } from './statement.ts';
import type { StepQuery } from './step-query.ts';
import type {
  DirectReturning,
  InsertSql,
  RereadQuery,
  WriteAliases,
  WriteQuery,
  WriteRules,
  WriteSql,
  WriteTraits,
} from './write-query.ts';

/** A SQL dialect, as a set of code generators. */
export interface Dialect {
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly quote: (name: string) => string;
  readonly placeholder: {
    /** True if a placeholder can be repeated. */
    readonly reusable: boolean;
    /** @param position 1-based */
    readonly print: (position: number) => string;
  };
  readonly conditions: ConditionGenerators;
  readonly operands: OperandGenerators;
  /** The reader returns each root's JSON text. */
  readonly read: (roots: readonly RootQuery[]) => StatementSql<readonly (string | null)[]>;
  /** The reader returns the root's JSON text, then each metadata value. */
  readonly readWithMetadata: (root: MetadataRoot) => StatementSql<readonly (string | null)[]>;
  /** Absent if the dialect cannot read a cohort by one statement. */
  readonly cohort?: CohortGenerator;
  /** Absent for read-only dialects. */
  readonly writes?: MutationGenerators;
  /**
   * True if settings changed by a trigger or function stay until the session is reset. Otherwise, the driver restores
   * them.
   */
  readonly keepsSettings?: true;
  /** Absent if `capabilities` exclude routines. */
  readonly routines?: RoutineGenerators;
}

/** Generates a statement that receives the members as one parameter: a JSON array with an object per member. */
export interface CohortGenerator {
  readonly maxMembers: number;
  /**
   * Generates a read that selects one row with a column per value, or returns undefined if the read cannot run for
   * several members. Absent if the reads of `Dialect` already select such a row.
   */
  readonly reads?: {
    readonly read: (...parameters: Parameters<Dialect['read']>) => ReadSql | undefined;
    readonly readWithMetadata: (...parameters: Parameters<Dialect['readWithMetadata']>) => ReadSql | undefined;
  };
  /** True if the hash is computed from text that differs from the values of a single read. */
  readonly hashesOtherText?: true;
  /** Returns true if the value must be equal for all members of a statement, such as a page size. */
  readonly isConstant?: (slot: Slot) => boolean;
  /**
   * Encodes a value for JSON. Returns undefined for a value that only the single read supports. Absent if all values
   * are strings.
   */
  readonly encode?: (value: unknown, slot: Slot) => string | undefined;
  /** Returns the member's value for the `index`-th slot. */
  readonly value: (index: number, parameter: ParameterToken) => Sql;
  /** Returns a statement whose columns are the member's position, the hash, and the values of the read. */
  readonly read: (read: Sql, parts: CohortParts) => Sql;
}

type ReadSql = StatementSql<readonly (string | null)[]>;

export interface CohortParts {
  /** Parameter with the JSON array. */
  readonly members: Sql;
  /** Slots whose values differ between members. */
  readonly slots: readonly Slot[];
  /** Number of values of the read. */
  readonly values: number;
}

export interface Capabilities {
  readonly writes: boolean;
  readonly routines: boolean;
  readonly readingProcedures: ReadingProcedures;
  readonly connections: boolean;
  /** Array columns. */
  readonly lists: boolean;
  /** Comparisons of values at a path in a JSON column. */
  readonly jsonPaths: boolean;
  /** True if new rows are read by key only. Policies cannot check new rows without a key. */
  readonly findsNewRowsByKey?: true;
}

export interface ConditionGenerators {
  readonly constant: (value: boolean) => Condition;
  readonly unknown: Condition;
  readonly isNotTrue: (member: Condition) => Condition;
  /**
   * Returns `then` for rows where `first` is true, else false. `then` is not evaluated for other rows, so it cannot
   * fail there.
   */
  readonly when: (first: Condition, then: Condition) => Condition;
  readonly exists: (rows: RowSet) => Condition;
  /** True for rows on one side of a position. May be unknown instead of false, so negate it with `isNotTrue`. */
  readonly seek: (terms: readonly SeekTerm[]) => Condition;
  readonly link: (child: Sql, parent: Sql, equality: PairEquality | undefined) => Condition;
  readonly compare: (operator: Comparison, left: OperandSql, right: OperandSql) => Condition;
  readonly isNull: (operand: OperandSql) => Condition;
  readonly isNotNull: (operand: OperandSql) => Condition;
  readonly inList: (operand: OperandSql, values: Slot) => Condition;
  readonly arrayContains: (list: OperandSql, values: Slot, all: boolean) => Condition;
  /** @param pattern in the format of the dialect's codec */
  readonly like: (operand: OperandSql, pattern: Slot, anyCase: boolean) => Condition;
  readonly fullText: (document: OperandSql, words: Slot) => Condition;
  /**
   * True for rows of transactions that precede all running transactions. Absent if no type has `ordersCommits`.
   * @param order a column with `ordersCommits`
   */
  readonly settled?: (order: Sql) => Condition;
}

export interface OperandSql {
  readonly sql: Sql;
  readonly type: FieldType;
}

export interface OperandGenerators {
  readonly column: (column: Sql, type: FieldType) => Sql;
  /** Returns a sort key, which can differ from `column`. */
  readonly sortKey: (column: Sql, type: FieldType) => Sql;
  /** Returns a parameter. `type.native` is empty if the type is not that of a column. */
  readonly value: (slot: Slot, type: FieldType) => Sql;
  readonly text: (text: string) => Sql;
  /** The hash matches `[A-Za-z0-9_-]+`. Only values with equal serialization have equal hashes. */
  readonly hash: (columns: readonly ColumnSql[]) => Sql;
  /** Returns the value at a path; NULL if the value is missing or JSON null. */
  readonly jsonPath: (column: Sql, path: Slot) => Sql;
  /**
   * Calls a scalar function such as `tolower` or `year`. Date parts are in UTC.
   * @param type of the argument
   */
  readonly call: (name: CallName, argument: Sql, type: FieldType) => Sql;
  readonly aggregate: (aggregate: AggregateSql) => Sql;
  /** Returns the displayed value of a grouping column. */
  readonly groupKey: (value: Sql, type: FieldType) => Sql;
  /**
   * Returns the value of a single row; NULL if there is no row.
   * @param atMostOne true if the database's keys rule out a second row
   */
  readonly scalar: (value: Sql, rows: RowSet, atMostOne: boolean) => Sql;
}

/** An aggregate. For a group without values, a count is 0, and other aggregates are NULL. */
export interface AggregateSql {
  readonly name: AggregateName;
  /** Absent for row counts. */
  readonly of?: { readonly values: Sql; readonly type: FieldType };
  readonly distinct: boolean;
  readonly type: FieldType;
}

export interface SeekTerm {
  readonly term: OrderSql;
  /** Absent for NULL. */
  readonly value?: Sql;
  readonly mayBeNull: boolean;
  /** `>=` and `<=` occur only in the last term. They include the row at the position. */
  readonly operator: '>' | '<' | '>=' | '<=';
  /** True if rows with NULL come after rows with a value. */
  readonly nullsAfter: boolean;
}

export type MutationGenerators = MutationTraits & (StepGenerators | RequestGenerators);

export interface MutationTraits {
  /** Returns the kinds of data that the write itself can return. */
  readonly returns: (write: WriteTraits) => DirectReturning;
  /** Returns false if the database does not report the key of a new row. Absent if it always reports the key. */
  readonly reportsKey?: (insert: InsertSql, key: readonly string[]) => boolean;
  /** Names the rows of a write. Without alias support, an alias is the table name or a keyword such as `inserted`. */
  readonly name: (write: Pick<WriteSql, 'kind' | 'table'>, aliases: Aliases) => WriteAliases;
  /** True if an update or delete may query its own table. Otherwise, a preceding step finds and locks the rows. */
  readonly canQueryWrittenTable: boolean;
  /** True if a trigger or row-level security may silently skip rows that an update or delete has found. */
  readonly canSkipRows: boolean;
  /** True if `onConflictSkip` also skips rows whose key is inserted concurrently. Otherwise, the insert fails. */
  readonly skipsConcurrentKeys: boolean;
  readonly maxParameters: number;
}

export interface StepGenerators {
  /** @param rules outcomes to reject. If the statement itself enforces them, it returns `apiErrorIn`. */
  readonly write: (query: WriteQuery, rules: WriteRules) => StepSql;
  readonly reread: (query: RereadQuery) => StatementSql<ChangeRow>;
  /** Batches the steps of a mutation. Undefined or absent if each step is its own request. */
  readonly requests?: (steps: readonly StepQuery[]) => readonly RequestSql[] | undefined;
}

export interface RequestGenerators {
  readonly write?: undefined;
  readonly requests: (steps: readonly StepQuery[]) => readonly RequestSql[];
}

export interface RoutineGenerators {
  /** Assigns the input parameters of a procedure. Undefined or absent if `call` assigns them. */
  readonly prepare?: (query: RoutineQuery) => StatementSql<ChangeRow> | undefined;
  readonly run: (query: RoutineQuery) => StatementSql<ChangeRow>;
  readonly call: (query: RoutineQuery, columns: readonly OutColumn[]) => StatementSql<ChangeRow>;
  /**
   * Serializes the result of a procedure.
   * @param columns values of the row, for a result of at most one row
   * @param rows all rows, as JSON: `[["1","x"],["2","y"]]`
   */
  readonly serializeResult: (columns: readonly OutColumn[], query: RoutineQuery, rows: Slot) => StatementSql<ChangeRow>;
}

export interface OutColumn {
  readonly name: string;
  readonly type: FieldType;
  readonly value: Slot;
}
