import type { CatalogColumn } from './catalog-column.ts';
import type { CatalogRoutine } from './catalog-routine.ts';

/** Database objects; immutable. */
export interface Catalog {
  readonly objects: readonly CatalogObject[];
  /** Configured routines, including overloads. */
  readonly routines: readonly CatalogRoutine[];
  /** All names, for suggestions. Empty if no routine is configured. */
  readonly routineNames: readonly string[];
  /** The first match wins. Empty without schemas. */
  readonly searchPath: readonly string[];
  /** The connection's database, if it can qualify names instead of a schema. */
  readonly database?: string;
  readonly namesAreCaseInsensitive?: true;
  /** As a clause. */
  readonly readOnlyReason?: string;
  readonly hidesInaccessibleObjects?: true;
}

export interface CatalogObject {
  readonly kind: 'table' | 'view';
  /** Empty without schemas. */
  readonly schema: string;
  readonly name: string;
  readonly comment?: string;
  /** True if other tables inherit from the table: reads include their rows, and keys may repeat. */
  readonly hasChildren?: true;
  /** True if the foreign-data wrapper has no handler, so every statement fails. */
  readonly unhandled?: true;
  readonly closed?: boolean;
  /** True for a materialized view that needs a refresh. */
  readonly unpopulated?: true;
  /** True if reads evaluate the owner's expressions: row-level security, a computed column, or a view. */
  readonly evaluates?: true;
  readonly columns: readonly CatalogColumn[];
  readonly primaryKey?: readonly string[];
  /** True if the primary key may repeat: it is deferrable, or another table inherits from the table. */
  readonly isDeferrableKey?: true;
  /** Excludes the primary key and constraints that NULL bypasses. */
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
  /** True if a rollback does not undo changes. */
  readonly hasNoTransactions?: true;
  /** Changes that rules rewrite. The database returns nothing about them. */
  readonly rules?: readonly ('insert' | 'update' | 'delete')[];
}

/** Excludes full-text, spatial, and hash indexes. */
export interface CatalogIndex {
  readonly name: string;
  /** True if the rows without NULL are distinct at any time. */
  readonly unique: boolean;
  readonly partial?: true;
  /** Excludes included columns. */
  readonly columns: readonly IndexColumn[];
}

/** `{ name: 'placed_at', descending: true, nulls: 'first' }` for `placed_at desc` on PostgreSQL. */
export interface IndexColumn {
  /** Absent for expressions, and for indexes by prefix or another collation. */
  readonly name?: string;
  readonly descending: boolean;
  /** Position of NULL in a forward scan. */
  readonly nulls: 'first' | 'last';
}

export interface CatalogConstraint {
  /** Includes unique indexes, even partial and expression indexes. */
  readonly name: string;
  readonly kind: 'primary' | 'unique' | 'foreign' | 'check' | 'exclusion';
  /** Includes columns within expressions. */
  readonly columns: readonly string[];
}

export interface ForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly targetSchema: string;
  readonly targetName: string;
  readonly targetColumns: readonly string[];
}
