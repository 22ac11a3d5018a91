import type { Catalog } from '../model/catalog.ts';
import type { ColumnType } from '../model/catalog-column.ts';

/** Runs one statement with the dialect's own placeholders and returns its rows, keyed by column name. */
export type QueryRows = (
  text: string,
  values: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

export interface IntrospectionScope {
  /** Source objects and junctions, spelled as in the configuration: `orders`, `sales.orders`, `"my.schema".t`. */
  readonly objects: readonly string[];
  /** Functions and procedures, spelled in the same way. */
  readonly routines: readonly string[];
}

/**
 * Reads a string that changes whenever the catalog changes; much faster than reading the catalog. @throws the errors of
 * `query`
 */
export type ReadCatalogVersion = (query: QueryRows, scope: IntrospectionScope) => Promise<string>;

/** Returns whether the database compares values of two types. @throws the errors of `query` */
export type AreComparable = (query: QueryRows, left: ColumnType, right: ColumnType) => Promise<boolean>;

/**
 * Returns the database's reason why it cannot run a view; undefined if a query without rows succeeds.
 * @throws the errors of `query` if the database does not answer
 */
export type ProbeView = (
  query: QueryRows,
  view: {
    readonly schema: string;
    readonly name: string;
    /** Columns to read; the session's user may have rights on these only. Empty if the catalog shows no column. */
    readonly columns: readonly string[];
  },
) => Promise<string | undefined>;

/**
 * Reads the catalog in a fixed, small number of statements. The result may exceed the scope.
 * @throws ConfigurationError if the server is unusable; otherwise the errors of `query`
 */
export type Introspect = (query: QueryRows, scope: IntrospectionScope) => Promise<Catalog>;
