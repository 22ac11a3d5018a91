import type { CatalogColumn } from './catalog-column.ts';
import type { CatalogRoutine } from './catalog-routine.ts';

/** What a database holds, in neutral words; read by `dialect/<name>/introspect.ts`, never changed afterwards. */
export interface Catalog {
  readonly objects: readonly CatalogObject[];
  /** Functions and procedures that the configuration names; several of one name differ in their parameters. */
  readonly routines: readonly CatalogRoutine[];
  /** Names of others that could have been meant, with their schema where they need one; empty where none were asked for. */
  readonly routineNames: readonly string[];
  /** Where an object without a schema is looked for, first match wins; empty where the store has no schemas. */
  readonly searchPath: readonly string[];
}

export interface CatalogObject {
  readonly kind: 'table' | 'view';
  /** Empty where the store has no schemas below a database. */
  readonly schema: string;
  readonly name: string;
  readonly comment?: string;
  /** True where rows lie behind a foreign-data wrapper that cannot get at them, which is a fault of every statement. */
  readonly unhandled?: true;
  /** True where the service's own login may not read it. */
  readonly closed?: boolean;
  /** True where it cannot be read before it is refreshed: a materialized view without data. */
  readonly unpopulated?: true;
  readonly columns: readonly CatalogColumn[];
  /** Column names in key order; absent where there is no primary key. */
  readonly primaryKey?: readonly string[];
  /** True where two rows may have the same primary key, be it until a transaction ends, or in a table that inherits. */
  readonly isLateKey?: true;
  /** Unique constraints beside the primary key, columns in order; only those that NULL cannot slip through count as keys. */
  readonly uniqueKeys: readonly (readonly string[])[];
  /** Those that keep all of its rows in an order, or those of a condition; of a materialized view too. */
  readonly indexes: readonly CatalogIndex[];
  readonly foreignKeys: readonly ForeignKey[];
  /** Whatever can be violated by name, of the object itself and of its partitions. */
  readonly constraints: readonly CatalogConstraint[];
  /** True where a write may do more than it says: by a trigger or a rule, here or on a partition; for every view. */
  readonly triggers?: true;
  /** True where only the end of the transaction shows what becomes of a new row: by deferred constraints, or on another server. */
  readonly hasDeferredConstraints?: true;
  /** What can be done with its rows, where not everything can: said of views. */
  readonly changes?: { readonly insert: boolean; readonly update: boolean; readonly delete: boolean };
  /** Changes that the database rewrites into others, of which it then tells nothing. */
  readonly rules?: readonly ('insert' | 'update' | 'delete')[];
}

/** An index that rows can be read from in its order; none of words, of places or of hashes. */
export interface CatalogIndex {
  readonly name: string;
  /** Whether no two of its rows agree in all columns without NULL, at any time. */
  readonly unique: boolean;
  /** True where only rows that fulfil a condition are in it. */
  readonly partial?: true;
  /** What it is ordered by, in order; without columns that it only stores besides. */
  readonly columns: readonly IndexColumn[];
}

/** `{ name: 'placed_at', descending: true, nulls: 'first' }` for `placed_at desc` on PostgreSQL. */
export interface IndexColumn {
  /** Absent for an expression, and for a column that is kept in another order than its own: by its first characters, by another collation. */
  readonly name?: string;
  readonly descending: boolean;
  /** Where NULL stands as the index is read forwards. */
  readonly nulls: 'first' | 'last';
}

export interface CatalogConstraint {
  /** As the database names it in an error: a unique index counts, be it partial or over expressions. */
  readonly name: string;
  readonly kind: 'primary' | 'unique' | 'foreign' | 'check' | 'exclusion';
  /** The columns that it names, within expressions too. */
  readonly columns: readonly string[];
}

export interface ForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly targetSchema: string;
  readonly targetName: string;
  readonly targetColumns: readonly string[];
}
