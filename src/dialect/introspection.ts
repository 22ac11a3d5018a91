import type { Catalog } from '../model/catalog.ts';
import type { ColumnType } from '../model/catalog-column.ts';
import type { TableName, TableVersion } from '../store/driver.ts';

/** Runs a query with the dialect's placeholders, and returns rows keyed by column name. */
export type QueryRows = (
  text: string,
  values: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

export interface IntrospectionScope {
  /** As in the configuration: `orders`, `sales.orders`, `"my.schema".t`. */
  readonly objects: readonly string[];
  readonly routines: readonly string[];
}

/**
 * Lists objects and routines. Omits partitions, trigger functions, and the objects of the system and of extensions.
 */
export type ListObjects = (query: QueryRows) => Promise<IntrospectionScope>;

/** Returns a string that changes with the catalog. This is much faster than reading the catalog. */
export type ReadCatalogVersion = (query: QueryRows, scope: IntrospectionScope) => Promise<string>;

/** Returns the versions of the tables. Omits tables for which the database keeps no version. */
export type ReadTableVersions = (query: QueryRows, tables: readonly TableName[]) => Promise<readonly TableVersion[]>;

export type AreComparable = (query: QueryRows, left: ColumnType, right: ColumnType) => Promise<boolean>;

/**
 * Returns the database's error for a view that cannot run; otherwise undefined.
 * @throws the errors of `query` if the database does not respond
 */
export type ProbeView = (
  query: QueryRows,
  view: {
    readonly schema: string;
    readonly name: string;
    /** The columns that the login may read. Empty if the catalog shows none. */
    readonly columns: readonly string[];
  },
) => Promise<string | undefined>;

/**
 * Reads the catalog with a small, fixed number of statements. May return more objects than the scope names.
 * @throws ConfigurationError if the server is unusable; otherwise the errors of `query`
 */
export type Introspect = (query: QueryRows, scope: IntrospectionScope) => Promise<Catalog>;
