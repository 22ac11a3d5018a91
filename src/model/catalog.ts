import type { CatalogColumn } from './catalog-column.ts';
import type { CatalogRoutine } from './catalog-routine.ts';

/** What a database holds, in neutral words; read by `dialect/<name>/catalog/introspect.ts`, never changed afterwards. */
export interface Catalog {
  readonly objects: readonly CatalogObject[];
  /** Functions and procedures that the configuration names; several of one name differ in their parameters. */
  readonly routines: readonly CatalogRoutine[];
  /** Names of all routines for a "did you mean", with their schema where they need one; empty where the configuration names no routine. */
  readonly routineNames: readonly string[];
  /** Where an object without a schema is looked for, first match wins; empty where the store has no schemas. */
  readonly searchPath: readonly string[];
  /** The connection's database, where a name may be qualified by it; absent where names are qualified by schemas. */
  readonly database?: string;
  /** True where the database takes names of tables and views that differ by case alone for the same. */
  readonly namesInAnyCase?: true;
  /** Why the database rejects every change of the service's login, as a clause; absent if it accepts changes. */
  readonly readOnlyReason?: string;
  /** True where it holds only what the service's own login has some right on. */
  readonly showsPermittedOnly?: true;
}

export interface CatalogObject {
  readonly kind: 'table' | 'view';
  /** Empty where the store has no schemas below a database. */
  readonly schema: string;
  readonly name: string;
  readonly comment?: string;
  /** True if other tables inherit from it that are not its partitions: reads return their rows, and keys may repeat. */
  readonly hasChildren?: true;
  /** True where rows lie behind a foreign-data wrapper that cannot get at them, so that every statement fails. */
  readonly unhandled?: true;
  /** True where the service's own login may not read it. */
  readonly closed?: boolean;
  /** True where it cannot be read before it is refreshed: a materialized view without data. */
  readonly unpopulated?: true;
  /**
   * True where reading a row evaluates expressions of the database's owner: those of a row-level security policy, or of a
   * column that is computed on read. Every view does.
   */
  readonly evaluates?: true;
  readonly columns: readonly CatalogColumn[];
  /** Column names in key order; absent where there is no primary key. */
  readonly primaryKey?: readonly string[];
  /** True where two rows may have the same primary key: until a transaction ends, or since a table inherits from this one. */
  readonly isLateKey?: true;
  /** Unique constraints beside the primary key, columns in order; only those that NULL cannot slip through count as keys. */
  readonly uniqueKeys: readonly (readonly string[])[];
  /** Indexes that keep an order of all rows, or of those that fulfil a condition; of a materialized view too. */
  readonly indexes: readonly CatalogIndex[];
  readonly foreignKeys: readonly ForeignKey[];
  /** Constraints that an error can name, of the object itself and of its partitions. */
  readonly constraints: readonly CatalogConstraint[];
  /** True where a write may do more than it says: by a trigger or a rule, here or on a partition; for every view. */
  readonly triggers?: true;
  /** True where the service's own login may not see whether it has triggers. */
  readonly hidesTriggers?: true;
  /** True where only the end of the transaction shows whether a new row stays: by deferred constraints, or on another server. */
  readonly hasDeferredConstraints?: true;
  /** Which changes its rows take, where they do not take all: views alone have it. */
  readonly changes?: { readonly insert: boolean; readonly update: boolean; readonly delete: boolean };
  /** True where what is changed stays so, though the transaction is taken back. */
  readonly hasNoTransactions?: true;
  /** Changes that the database rewrites into others, of which it then tells nothing. */
  readonly rules?: readonly ('insert' | 'update' | 'delete')[];
}

/** An index that rows can be read from in its order. Indexes of words, of places or of hashes are left out. */
export interface CatalogIndex {
  readonly name: string;
  /** Whether no two of its rows agree in all columns without NULL, at any time. */
  readonly unique: boolean;
  /** True where only rows that fulfil a condition are in it. */
  readonly partial?: true;
  /** What it is ordered by, in order, without the columns that it only stores. */
  readonly columns: readonly IndexColumn[];
}

/** `{ name: 'placed_at', descending: true, nulls: 'first' }` for `placed_at desc` on PostgreSQL. */
export interface IndexColumn {
  /** Absent for an expression, and for a column that is not kept in its own order: by its first characters, by another collation. */
  readonly name?: string;
  readonly descending: boolean;
  /** Where NULL stands as the index is read forwards. */
  readonly nulls: 'first' | 'last';
}

export interface CatalogConstraint {
  /** As errors of the database name it. Unique indexes count as constraints, partial ones and those of expressions too. */
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
