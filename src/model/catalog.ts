import type { CatalogColumn } from './catalog-column.ts';
import type { CatalogRoutine } from './catalog-routine.ts';

/** Immutable description of the database objects. */
export interface Catalog {
  readonly objects: readonly CatalogObject[];
  /** Configured routines, including overloads. */
  readonly routines: readonly CatalogRoutine[];
  /** Names of all routines, for suggestions. Empty if no routine is configured. */
  readonly routineNames: readonly string[];
  /** Schemas in which an unqualified name is searched, in this order. Empty if the database has no schemas. */
  readonly searchPath: readonly string[];
  /** Database of the connection, if a database name can qualify names instead of a schema. */
  readonly database?: string;
  readonly namesAreCaseInsensitive?: true;
  /** Reason why the database rejects all changes, as a clause: `the server is a standby`. */
  readonly readOnlyReason?: string;
  readonly hidesInaccessibleObjects?: true;
}

export interface CatalogObject {
  readonly kind: 'table' | 'view';
  /** Empty if the database has no schemas. */
  readonly schema: string;
  readonly name: string;
  readonly comment?: string;
  /** True if other tables inherit from the table: reads include their rows, and keys may repeat. */
  readonly hasChildren?: true;
  /** True if the foreign-data wrapper has no handler, so every statement fails. */
  readonly unhandled?: true;
  /** True if the service's login may not read any column. */
  readonly isUnreadable?: boolean;
  /**
   * Materialized views without data that a read includes: the view itself, or views that it reads. Names are quoted as
   * in SQL.
   */
  readonly unpopulated?: readonly string[];
  /** True if reads evaluate the owner's expressions: row-level security, a computed column, or a view. */
  readonly evaluates?: true;
  readonly columns: readonly CatalogColumn[];
  readonly primaryKey?: readonly string[];
  /** True if the primary key may repeat: it is deferrable, or another table inherits from the table. */
  readonly isDeferrableKey?: true;
  /** Unique keys, without the primary key and without constraints that NULL bypasses. */
  readonly uniqueKeys: readonly (readonly string[])[];
  readonly indexes: readonly CatalogIndex[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly constraints: readonly CatalogConstraint[];
  /** True if writes may have side effects: a trigger or rule, or any view. */
  readonly triggers?: true;
  readonly hidesTriggers?: true;
  /** True if the database may reject a new row at commit: deferred constraints, or a remote table. */
  readonly hasDeferredConstraints?: true;
  readonly changes?: { readonly insert: boolean; readonly update: boolean; readonly delete: boolean };
  /** True if a rollback does not undo changes of the table. */
  readonly hasNoTransactions?: true;
  /** Kinds of changes that rules rewrite. The database returns nothing about such changes. */
  readonly rules?: readonly ('insert' | 'update' | 'delete')[];
}

/** An index that supports order. Full-text, spatial, and hash indexes are omitted. */
export interface CatalogIndex {
  readonly name: string;
  /** True if rows without NULL in these columns are always distinct, even within a transaction. */
  readonly unique: boolean;
  readonly partial?: true;
  /** Key columns of the index; INCLUDE columns are omitted. */
  readonly columns: readonly IndexColumn[];
}

/** `{ name: 'placed_at', descending: true, nulls: 'first' }` for `placed_at desc` on PostgreSQL. */
export interface IndexColumn {
  /** Absent for an expression, a prefix, or a collation other than the column's. */
  readonly name?: string;
  readonly descending: boolean;
  /** Position of NULL in a forward scan. */
  readonly nulls: 'first' | 'last';
}

export interface CatalogConstraint {
  /** Name of a constraint or unique index, even of a partial or expression index. */
  readonly name: string;
  readonly kind: 'primary' | 'unique' | 'foreign' | 'check' | 'exclusion';
  /** Columns of the constraint, including columns within its expressions. */
  readonly columns: readonly string[];
}

export interface ForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly targetSchema: string;
  readonly targetName: string;
  readonly targetColumns: readonly string[];
}
