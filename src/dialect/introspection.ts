import type { Catalog } from '../model/catalog.ts';
import type { ColumnType } from '../model/catalog-column.ts';

/** Runs one statement and gives its rows, keyed by column name. Placeholders are the dialect's own. */
export type QueryRows = (
  text: string,
  values: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** What of a database is worth reading. */
export interface IntrospectionScope {
  /** Source objects and junctions as the configuration writes them: `orders`, `sales.orders`, `"my.schema".t`. */
  readonly objects: readonly string[];
  /** Functions and procedures, written in the same way. */
  readonly routines: readonly string[];
}

/** Reads a text that is another one once the catalog has changed; far cheaper than to read the catalog. @throws what `query` throws */
export type ReadCatalogVersion = (query: QueryRows, scope: IntrospectionScope) => Promise<string>;

/** Whether the database compares values of two types. @throws what `query` throws */
export type AreComparable = (query: QueryRows, left: ColumnType, right: ColumnType) => Promise<boolean>;

/**
 * Returns why the database cannot run a view, in its own words; undefined if it can, as far as a query without rows shows.
 * @throws what `query` throws if the database does not answer
 */
export type ProbeView = (
  query: QueryRows,
  view: {
    readonly schema: string;
    readonly name: string;
    /** Columns to read. The session's user may have rights on these alone. Empty if the catalog shows no column. */
    readonly columns: readonly string[];
  },
) => Promise<string | undefined>;

/**
 * Reads what a database holds, in few statements, whatever its size. The catalog may hold more than the scope asks for.
 * @throws ConfigurationError when the server cannot be used; else what `query` throws
 */
export type Introspect = (query: QueryRows, scope: IntrospectionScope) => Promise<Catalog>;
