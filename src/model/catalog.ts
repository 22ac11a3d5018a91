import type { CatalogColumn } from './catalog-column.ts';
import type { CatalogRoutine } from './catalog-routine.ts';

/** The objects of a database in neutral terms. Read by `dialect/<name>/catalog/introspect.ts`; immutable. */
export interface Catalog {
  readonly objects: readonly CatalogObject[];
  /** Configured functions and procedures, including overloads. */
  readonly routines: readonly CatalogRoutine[];
  /** All routine names for suggestions, qualified if necessary. Empty if no routine is configured. */
  readonly routineNames: readonly string[];
  /** Schemas of unqualified names; the first match wins. Empty if the store has no schemas. */
  readonly searchPath: readonly string[];
  /** The connection's database, if names can be qualified by database; absent if they are qualified by schema. */
  readonly database?: string;
  /** True if table and view names are case-insensitive. */
  readonly namesInAnyCase?: true;
  /** Why the service's login cannot write, as a clause; absent if it can. */
  readonly readOnlyReason?: string;
  /** True if it contains only objects on which the service's login has a privilege. */
  readonly showsPermittedOnly?: true;
}

export interface CatalogObject {
  readonly kind: 'table' | 'view';
  /** Empty if the store has no schemas within a database. */
  readonly schema: string;
  readonly name: string;
  readonly comment?: string;
  /** True if tables other than partitions inherit from it: reads include their rows, and keys may repeat. */
  readonly hasChildren?: true;
  /** True if its foreign-data wrapper has no handler, so every statement fails. */
  readonly unhandled?: true;
  /** True if the service's login cannot read it. */
  readonly closed?: boolean;
  /** True for a materialized view without data, which needs a refresh. */
  readonly unpopulated?: true;
  /**
   * True if reads evaluate expressions of the database owner: a row-level security policy, a computed column, or any
   * view.
   */
  readonly evaluates?: true;
  readonly columns: readonly CatalogColumn[];
  /** In key order; absent without a primary key. */
  readonly primaryKey?: readonly string[];
  /** True if the primary key may repeat: it is deferrable, or a table inherits from this one. */
  readonly isLateKey?: true;
  /** Unique constraints besides the primary key, columns in order; only those that NULL cannot bypass. */
  readonly uniqueKeys: readonly (readonly string[])[];
  /** Ordered indexes, partial ones and those of materialized views included. */
  readonly indexes: readonly CatalogIndex[];
  readonly foreignKeys: readonly ForeignKey[];
  /** Constraints that errors may name, those of partitions included. */
  readonly constraints: readonly CatalogConstraint[];
  /** True if a write may have side effects: a trigger or a rule, here or on a partition; for every view. */
  readonly triggers?: true;
  /** True if the service's login cannot see its triggers. */
  readonly hidesTriggers?: true;
  /**
   * True if only the commit decides whether a new row persists: constraints are deferred, or the table is on another
   * server.
   */
  readonly hasDeferredConstraints?: true;
  /** Supported changes of a view; absent if all are supported. */
  readonly changes?: { readonly insert: boolean; readonly update: boolean; readonly delete: boolean };
  /** True if rollback does not undo changes. */
  readonly hasNoTransactions?: true;
  /** Changes that rules rewrite; the database then returns nothing about them. */
  readonly rules?: readonly ('insert' | 'update' | 'delete')[];
}

/** An index with an order. Full-text, spatial, and hash indexes are excluded. */
export interface CatalogIndex {
  readonly name: string;
  /** True if rows without NULL are distinct at any time. */
  readonly unique: boolean;
  /** True if it covers only rows that satisfy a condition. */
  readonly partial?: true;
  /** Columns in index order, without included columns. */
  readonly columns: readonly IndexColumn[];
}

/** `{ name: 'placed_at', descending: true, nulls: 'first' }` for `placed_at desc` on PostgreSQL. */
export interface IndexColumn {
  /** Absent for an expression, and for a column indexed by prefix or by another collation. */
  readonly name?: string;
  readonly descending: boolean;
  /** Position of NULL in a forward scan. */
  readonly nulls: 'first' | 'last';
}

export interface CatalogConstraint {
  /** Name used in database errors. Includes unique indexes, also partial and expression indexes. */
  readonly name: string;
  readonly kind: 'primary' | 'unique' | 'foreign' | 'check' | 'exclusion';
  /** Referenced columns, including those within expressions. */
  readonly columns: readonly string[];
}

export interface ForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly targetSchema: string;
  readonly targetName: string;
  readonly targetColumns: readonly string[];
}
