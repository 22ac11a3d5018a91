/**
 * The configuration after reading: every default filled in, `@env` replaced, older spellings and `compatibility`
 * turned into single options, so that no later stage sees which way something was written.
 */
export interface Config {
  readonly dataSource: DataSource;
  readonly runtime: Runtime;
  /** In the order of the file. */
  readonly entities: readonly EntityConfig[];
}

export type DatabaseType = 'postgresql' | 'mysql' | 'mariadb' | 'mssql';

export interface DataSource {
  readonly databaseType: DatabaseType;
  /** A URL (`postgres://user:password@host:port/database`); absent when `embedded` runs the server. */
  readonly connectionString?: string;
  /** A real PostgreSQL from the npm package, as a child process; paths are absolute here. */
  readonly embedded?: { readonly directory: string; readonly seed: readonly string[] };
  readonly pool: {
    readonly max: number;
    /** Milliseconds that a request may wait for a session. */
    readonly acquireTimeout: number;
    /** Requests that may wait for a session; one more is refused with Unavailable. */
    readonly maxWaiting: number;
    /** Milliseconds to establish a session. */
    readonly connectTimeout: number;
  };
  /** False for transaction poolers that cannot keep named statements. */
  readonly prepared: boolean;
  /** Milliseconds a statement may take. */
  readonly statementTimeout: number;
}

export interface Runtime {
  readonly mode: 'production' | 'development';
  readonly host: string;
  readonly port: number;
  readonly graphql: { readonly enabled: boolean; readonly path: string; readonly introspection: boolean };
  readonly rest: { readonly enabled: boolean; readonly path: string };
  readonly authentication: { readonly provider: 'Unauthenticated' | 'Simulator' };
  readonly pagination: { readonly defaultPageSize: number; readonly maxPageSize: number };
  /** How `Long` and `Decimal` are written into answers. */
  readonly numbers: 'number' | 'string';
  readonly limits: {
    /** Bytes of a request body. */
    readonly body: number;
    /** Values in one `in` or `nin`. */
    readonly inValues: number;
    /** Milliseconds for a whole request. */
    readonly requestTimeout: number;
    /** Bytes of a response body. */
    readonly response: number;
  };
  /** Bytes that the caches of compiled operations may hold. */
  readonly operationCache: number;
}

export type Action = 'create' | 'read' | 'update' | 'delete' | 'execute';

export interface EntityConfig {
  readonly name: string;
  readonly description?: string;
  readonly source: {
    /** As written: `orders` or `sales.orders`. */
    readonly object: string;
    readonly kind: 'table' | 'view' | 'stored-procedure';
  };
  /** Key columns named by the configuration, for a view or a table without a primary key. */
  readonly keyFields?: readonly string[];
  /** What is said of single columns, by column name. */
  readonly fields: ReadonlyMap<string, { readonly alias?: string; readonly description?: string }>;
  /** Columns that no role can reach, or the only ones that any can. */
  readonly expose: { readonly include?: readonly string[]; readonly exclude: readonly string[] };
  readonly operations?: readonly Action[];
  readonly rest: { readonly enabled: boolean; readonly path: string };
  readonly graphql: { readonly enabled: boolean; readonly singular?: string; readonly plural?: string };
  readonly relationships: readonly RelationshipConfig[];
  readonly permissions: readonly PermissionConfig[];
}

export interface RelationshipConfig {
  readonly name: string;
  /** `one`: hasOne or belongsTo, whichever the foreign key says (DAB's cardinality). */
  readonly kind: 'hasMany' | 'hasOne' | 'belongsTo' | 'one';
  readonly target: string;
  /** Pairs of source column and target column (without `through`). */
  readonly on?: readonly (readonly [source: string, target: string])[];
  /** The junction of a many-to-many: an entity's name or a table's. */
  readonly through?: {
    readonly object: string;
    /** Pairs of source column and junction column. */
    readonly sourceOn?: readonly (readonly [source: string, junction: string])[];
    /** Pairs of junction column and target column. */
    readonly targetOn?: readonly (readonly [junction: string, target: string])[];
  };
  readonly description?: string;
}

/** What one role may do; naming a role ends its inheritance, so that no actions at all is a way to forbid. */
export interface PermissionConfig {
  readonly role: string;
  /** `*` is already spread into single actions. */
  readonly actions: readonly ActionConfig[];
}

export interface ActionConfig {
  readonly action: Action;
  /** Exposed names or columns; absent means all. */
  readonly include?: readonly string[];
  readonly exclude: readonly string[];
}
