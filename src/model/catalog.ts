import type { ScalarName } from '../scalars/scalar.ts';
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
  readonly foreignKeys: readonly ForeignKey[];
  /** Whatever can be violated by name, of the object itself and of its partitions. */
  readonly constraints: readonly CatalogConstraint[];
  /** True where a write may do more than it says: by a trigger or a rule, here or on a partition; for every view. */
  readonly triggers?: true;
  /** True where it shows only at the end of the transaction what becomes of a new row: by deferred constraints, or on another server. */
  readonly settlesLate?: true;
  /** What can be done with its rows, where not everything can: said of views. */
  readonly changes?: { readonly insert: boolean; readonly update: boolean; readonly delete: boolean };
  /** Changes that the database rewrites into others, of which it then tells nothing. */
  readonly rules?: readonly ('insert' | 'update' | 'delete')[];
}

export interface CatalogConstraint {
  /** As the database names it in an error: a unique index counts, be it partial or over expressions. */
  readonly name: string;
  readonly kind: 'primary' | 'unique' | 'foreign' | 'check' | 'exclusion';
  /** The columns that it names, within expressions too. */
  readonly columns: readonly string[];
}

export interface CatalogColumn {
  readonly name: string;
  readonly comment?: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** Whether the database fills it when it is left out: by a default, an identity or an expression. */
  readonly hasDefault: boolean;
  /** `identity`: filled by the database unless given (serial, identity, auto_increment); `always`: cannot be written. */
  readonly generated: 'no' | 'identity' | 'always';
  /** True for what is `always` made, but can be given to a new row whose statement says so: `GENERATED ALWAYS AS IDENTITY`. */
  readonly overridable?: true;
  /** True for a column of a view that can be changed, but not here. */
  readonly readOnly?: true;
}

/** A column's type in neutral words, and the database's own word for it, which only its dialect reads. */
export interface ColumnType {
  readonly scalar: ScalarName;
  /** True for an array of `scalar`. */
  readonly list: boolean;
  /** What stands between values of it in an array's text; a comma unless said. */
  readonly delimiter?: string;
  /** The labels in their declared order, for an enum; `scalar` is `String` then. */
  readonly enum?: {
    readonly schema: string;
    readonly name: string;
    readonly labels: readonly string[];
    readonly comment?: string;
  };
  /** True for a domain whose values PostgreSQL compares and aggregates only as those of the type below it, which `native` is. */
  readonly domain?: true;
  /** The database's own name for the type (`timestamp`, `tinyint(1)`), of the element for arrays. */
  readonly native: string;
  /** A type that has no neutral word: shown and given as the database's own text for it, but compared as the database compares it. */
  readonly asText: boolean;
  /** True for an array that is shown as JSON, with its dimensions; `native` is the array's own type. */
  readonly arrayAsJson?: true;
  /** What a type that is shown as text is called. */
  readonly own?: { readonly schema: string; readonly name: string };
  /** What the database compares the values by, where they have no order: by equality alone, or by nothing. */
  readonly comparison?: 'equality' | 'none';
  /** True where equal values may be written differently, such as 1 day and 24 hours. */
  readonly spellings?: true;
  /** True for a row of columns, which is NULL to SQL where all of these are. */
  readonly composite?: true;
  /** True for what the database's full-text search looks into. */
  readonly fullText?: true;
  /** Characters that a string may have, where the type says so. */
  readonly maxLength?: number;
  /** Digits that a decimal number keeps in all, where the type says so. */
  readonly precision?: number;
  /** Those of them that stand after the point; below 0, so many zeros before it. */
  readonly scale?: number;
}

export interface ForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly targetSchema: string;
  readonly targetName: string;
  readonly targetColumns: readonly string[];
}
