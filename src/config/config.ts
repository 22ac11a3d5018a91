/** Normalized configuration: defaults applied, `@env` replaced, legacy syntax and `compatibility` resolved. */
export interface Config {
  readonly dataSource: DataSource;
  readonly runtime: Runtime;
  /** In file order. */
  readonly entities: readonly EntityConfig[];
}

export type DatabaseType = 'postgresql' | 'mysql' | 'mariadb' | 'mssql';

/**
 * TLS mode of database sessions. `require` encrypts but accepts any certificate, `verify-ca` needs a trusted
 * certificate, `verify-full` also checks the host name.
 */
export interface Tls {
  readonly mode: 'disable' | 'require' | 'verify-ca' | 'verify-full';
  /** Absolute paths of PEM files. Without `ca`, Node's certificate authorities are trusted. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

export interface DataSource {
  readonly databaseType: DatabaseType;
  /**
   * Normalized URL: `postgres://user:password@host:port/database`. TLS options are in `tls`. Absent for an `embedded`
   * server.
   */
  readonly connectionString?: string;
  /** PostgreSQL from the npm package, run as a child process; paths are absolute. */
  readonly embedded?: { readonly directory: string; readonly seed: readonly string[] };
  readonly pool: {
    readonly max: number;
    /** Sessions for changes; the others are for reads. */
    readonly changes: number;
    /** Milliseconds that a request may wait for a session. */
    readonly acquireTimeout: number;
    /** Maximum number of requests waiting for a session; more are refused with Unavailable. */
    readonly maxWaiting: number;
    /** Milliseconds to connect. */
    readonly connectTimeout: number;
    /** Milliseconds beyond `statementTimeout` until an unresponsive session is discarded. */
    readonly silenceTimeout: number;
    /** Idle milliseconds until TCP keep-alive probes the host. */
    readonly keepAlive: number;
  };
  /** False behind a pooler that preserves neither named statements nor session settings. */
  readonly prepared: boolean;
  /** Milliseconds between catalog polls; 0 disables them. */
  readonly catalogInterval: number;
  /** Statement timeout in milliseconds. */
  readonly statementTimeout: number;
  readonly tls: Tls;
  /** Whether strings are equal by content or by the collation of their column. */
  readonly textEquality: 'exact' | 'collation';
  /** True if the caller's claims are set in the session while it runs the caller's request. */
  readonly sessionContext: boolean;
}

export interface Runtime {
  readonly mode: 'production' | 'development';
  readonly host: string;
  readonly port: number;
  /** Trusted proxies: addresses, subnets (`10.0.0.0/8`), or names of ranges (`loopback`). */
  readonly trustedProxies: readonly string[];
  /** Hosts permitted in addition to this machine's. Empty in production: all hosts. */
  readonly allowedHosts: readonly string[];
  /**
   * True if the log includes the DETAIL of database errors, which may contain row values. Always true in development.
   */
  readonly logErrorDetail: boolean;
  /** Milliseconds after SIGTERM during which new requests are refused before the service stops listening. */
  readonly drainTime: number;
  readonly graphql: GraphqlApi;
  readonly rest: RestApi;
  readonly authentication: Authentication;
  readonly pagination: Pagination;
  readonly cors: Cors;
  /** Absent: plain HTTP. */
  readonly tls?: ServerTls;
  /** Path prefix that a proxy strips: empty, or `/shop`. `nextLink` and `Location` include it. */
  readonly baseRoute: string;
  /** Error codes of `docs/errors.md`, or sub-status codes of Data API builder. */
  readonly errorCodes: 'joinery' | 'dab';
  /**
   * True if readable rows that the `update` or `delete` policy excludes are reported as missing instead of Forbidden.
   * Always Forbidden: `PUT`, `PATCH` that may create, and updates with `ifMatch`. Deletes with `ifMatch` follow the
   * setting.
   */
  readonly forbiddenRowIsMissing: boolean;
  readonly changes: ChangeSettings;
  /** True if configured roles are case-insensitive; system roles always are. */
  readonly rolesInAnyCase: boolean;
  /**
   * Handling of minor mistakes: startup error, or warning. With `warn`, settings of missing columns and invalid
   * parameter defaults are ignored, and actions with invalid policies are withheld.
   */
  readonly mistakes: 'refuse' | 'warn';
  /** JSON type of `Long` and `Decimal` in responses. */
  readonly numbers: 'number' | 'string';
  /** Compression level for clients that accept it. */
  readonly compression: 'optimal' | 'fastest' | 'none';
  readonly limits: Limits;
  /** Maximum bytes of the compiled operation caches. */
  readonly operationCache: number;
}

export interface Cors {
  /** `https://shop.example.com`, `https://*.example.com` for all subdomains, or only `*` for any origin. */
  readonly origins: readonly string[];
  /** True if cookies and other browser credentials are permitted. */
  readonly credentials: boolean;
  /** Response headers readable by scripts. */
  readonly exposedHeaders: readonly string[];
  /** Seconds that a browser may cache a preflight. */
  readonly maxAge: number;
}

/** Absolute paths of PEM files. */
export interface ServerTls {
  readonly cert: string;
  readonly key: string;
  /** Passphrase of an encrypted key. */
  readonly passphrase?: string;
}

/** Write behavior of both APIs. */
export interface ChangeSettings {
  /** Update inputs include key fields, except generated ones. */
  readonly keyInUpdate: boolean;
  /** Fields omitted from a replacement become NULL if nullable. Otherwise they get their default. */
  readonly leftOutIsNull: boolean;
  /** An explicit null for a NOT NULL column is rejected before the database runs the write. */
  readonly checksNull: boolean;
  /** A view without `operations` offers all operations it supports. Otherwise it is read-only. */
  readonly viewsByPermissions: boolean;
}

export interface GraphqlApi {
  readonly enabled: boolean;
  readonly path: string;
  readonly introspection: boolean;
  /** True if connections have `groupBy`. */
  readonly aggregation: boolean;
  /** True if create mutations accept related items. */
  readonly nestedCreate: boolean;
  /** The plural name and to-many relationships return a connection; there is no `<plural>_connection`. */
  readonly pluralIsConnection: boolean;
  /** `orderBy` takes a list of objects. Otherwise a single object. */
  readonly orderByList: boolean;
  /** `pascal`: derives names from the entity, `OrderItem` from `order_items`. `as-is`: keeps its form. */
  readonly naming: 'pascal' | 'as-is';
  /** Default plurals: English, or those of Humanizer for Data API builder. */
  readonly plurals: 'english' | 'humanizer';
  /** Scalar of a database `date`. */
  readonly dateScalar: 'Date' | 'DateTime';
  /** Scalar of a database integer from 0 to 255. */
  readonly byteScalar: 'Short' | 'UnsignedByte';
  /** True if null filter operators are ignored. Otherwise `eq: null` matches NULL. */
  readonly ignoresNullOperators: boolean;
  /** True if a string column with a check constraint on its values is an enum. */
  readonly checksAreEnums: boolean;
}

export interface RestApi {
  readonly enabled: boolean;
  readonly path: string;
  /** Unknown fields in a body are rejected. Otherwise they are ignored. */
  readonly bodyStrict: boolean;
  /** Body of a single item: the item, or `{ "value": [item] }`. */
  readonly singleItemEnvelope: 'none' | 'value';
  /** `GET` of a missing item returns 200 without an item. Otherwise 404. */
  readonly missingItemIsEmpty: boolean;
  /** `PATCH` creates a missing item unless `If-Match` is sent. Otherwise 404. */
  readonly patchInserts: boolean;
  /** `Location` includes key field names: `/id/5`. Otherwise `/5`. */
  readonly namedLocation: boolean;
  /**
   * True if a new row hidden by the read policy has a `Location` even with a generated key. The role must have read
   * access to the key fields.
   */
  readonly locatesHiddenRows: boolean;
  /** For non-strict bodies, a key in the body is ignored. Otherwise it must match the path. */
  readonly ignoresKeyInBody: boolean;
}

export interface Authentication {
  /**
   * `Jwt`: bearer tokens of `issuers`. `StaticWebApps` and `AppService`: the platform's `X-MS-CLIENT-PRINCIPAL` header.
   */
  readonly provider: 'Unauthenticated' | 'Simulator' | 'Jwt' | 'StaticWebApps' | 'AppService';
  /** Trusted issuers; empty unless the provider is `Jwt`. */
  readonly issuers: readonly TokenIssuer[];
  /** Sign-in for developer pages, at the first issuer. */
  readonly signIn?: SignIn;
}

export interface TokenIssuer {
  /** `iss` of its tokens, and the base URL of OpenID discovery. */
  readonly issuer: string;
  /** Accepted `aud` values. */
  readonly audiences: readonly string[];
  readonly keys: IssuerKeys;
  /** Accepted `alg` values. */
  readonly algorithms: readonly string[];
  /** Claim with the caller's roles: a name, or a path into nested claims (`realm_access.roles`). */
  readonly roleClaim: string;
  /** Tolerated clock difference in seconds. */
  readonly clockSkew: number;
}

/** Key source: provider discovery, a JWKS (URL or absolute path), or a shared secret. */
export type IssuerKeys =
  | { readonly kind: 'discovery' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'secret'; readonly secret: string };

/** A public client: authorization code with PKCE, without a secret. */
export interface SignIn {
  readonly clientId: string;
  readonly scope: string;
}

export interface Pagination {
  readonly defaultPageSize: number;
  readonly maxPageSize: number;
  /** `nextLink` is a path. Otherwise an absolute URL. */
  readonly nextLinkRelative: boolean;
  /** A page size of -1 means the maximum. Otherwise it is rejected. */
  readonly minusOneIsMax: boolean;
  /** The last page has an `endCursor`. Otherwise it is null. */
  readonly cursorOnLastPage: boolean;
}

export interface Limits {
  /** Bytes of a request body. */
  readonly body: number;
  /** Bytes of path and query. */
  readonly url: number;
  /** Values of an `in` or `nin`. */
  readonly inValues: number;
  /** Milliseconds of a request. */
  readonly requestTimeout: number;
  /** Milliseconds of a read statement for unidentified callers. */
  readonly anonymousStatement: number;
  /** Bytes of a response body. */
  readonly response: number;
  /** Milliseconds without send progress. */
  readonly sendTimeout: number;
  /** Response bytes buffered for slow clients, over all connections. */
  readonly sendingBytes: number;
  /** Levels of a document; Infinity for no limit. */
  readonly depth: number;
  /** Aliases, directives, and tokens of a document. `tokens` also applies to URL options. */
  readonly aliases: number;
  readonly directives: number;
  readonly tokens: number;
  /** Cost of a document, from its fields and page sizes. */
  readonly cost: number;
  /** Maximum rows along a path of nested lists: the product of page sizes. */
  readonly rows: number;
  /** Comparisons and connectives of a filter, including empty ones. */
  readonly filterNodes: number;
  /** Order terms; fields of a `groupBy`. */
  readonly orderTerms: number;
  /** Words of a search. */
  readonly searchWords: number;
  /** Characters of a substring search. */
  readonly patternLength: number;
  /** Bytes of a cursor. */
  readonly cursorBytes: number;
  /** Rows that a request may create, including nested ones. */
  readonly newRows: number;
  /** Selected fields of an operation; fragments count at each use. */
  readonly fields: number;
  /** Values in a JSON body, including members of objects and lists. */
  readonly jsonValues: number;
  /** Nesting levels of a JSON body. */
  readonly jsonDepth: number;
  /** Requests per client and minute; absent: unlimited. */
  readonly requestsPerMinute?: number;
}

export type Action = 'create' | 'read' | 'update' | 'delete' | 'execute';

export interface FieldConfig {
  readonly alias?: string;
  readonly description?: string;
  /** Type shown instead of the column's own. */
  readonly type?: 'JSON';
  /** True if the database fills the omitted column of a new row, although the catalog has no default. */
  readonly filledByDatabase?: true;
}

export interface EntityConfig {
  readonly name: string;
  readonly description?: string;
  readonly source: {
    /** As written: `orders` or `sales.orders`. */
    readonly object: string;
    readonly kind: 'table' | 'view' | 'stored-procedure';
    readonly parameters: readonly ParameterConfig[];
    /** Result columns of a procedure in order, if the database cannot describe them; with database types. */
    readonly resultColumns?: readonly { readonly name: string; readonly type: string }[];
  };
  /** Key columns of a view or a table without a primary key. */
  readonly keyFields?: readonly string[];
  /** By column name. */
  readonly fields: ReadonlyMap<string, FieldConfig>;
  /** `include`: the only exposed columns; `exclude`: hidden columns. */
  readonly expose: { readonly include?: readonly string[]; readonly exclude: readonly string[] };
  readonly operations?: readonly Action[];
  readonly rest: {
    readonly enabled: boolean;
    readonly path: string;
    /** True if `$expand` is allowed. */
    readonly expand: boolean;
    /** Methods that run a stored procedure. */
    readonly methods: readonly RestMethod[];
  };
  readonly graphql: {
    readonly enabled: boolean;
    readonly singular?: string;
    readonly plural?: string;
    /** Root type of a stored procedure. */
    readonly operation: 'query' | 'mutation';
  };
  readonly cacheControl: {
    /** `Cache-Control` value for unidentified callers. */
    readonly anonymous: string;
    readonly identified: 'no-store' | 'private';
  };
  /** Search fields, by exposed name or column; absent: all strings. */
  readonly search?: readonly string[];
  /** Exposed name or column that changes with every write, used as ETag. Absent: the ETag is a hash of the row. */
  readonly versionField?: string;
  /** True if new rows may set generated identities and serials. */
  readonly identityInsert: boolean;
  readonly relationships: readonly RelationshipConfig[];
  readonly permissions: readonly PermissionConfig[];
}

export type RestMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface ParameterConfig {
  readonly name: string;
  /** Absent: determined by the database. */
  readonly required?: boolean;
  /** Default value; null is a value. */
  readonly default?: string | number | boolean | null;
  readonly description?: string;
}

/** Identifies a foreign key of a junction by the columns of one side. */
export interface KeyColumns {
  readonly side: 'junction' | 'entity';
  readonly columns: readonly string[];
}

export interface RelationshipConfig {
  readonly name: string;
  /** `one`: hasOne or belongsTo, by foreign key (`cardinality` of Data API builder). */
  readonly kind: 'hasMany' | 'hasOne' | 'belongsTo' | 'one';
  readonly target: string;
  /** Source and target columns, without `through`. */
  readonly on?: readonly (readonly [source: string, target: string])[];
  /** Many-to-many junction: an entity or a table. */
  readonly through?: {
    readonly object: string;
    /** Source and junction columns. */
    readonly sourceOn?: readonly (readonly [source: string, junction: string])[];
    /** Junction and target columns. */
    readonly targetOn?: readonly (readonly [junction: string, target: string])[];
    /** Columns that identify the foreign key if only one side is given. */
    readonly sourceKey?: KeyColumns;
    readonly targetKey?: KeyColumns;
  };
  readonly description?: string;
}

/** Actions of one role. A named role inherits nothing, so an empty list denies all. */
export interface PermissionConfig {
  readonly role: string;
  /** `*` is already expanded. */
  readonly actions: readonly ActionConfig[];
}

export interface ActionConfig {
  readonly action: Action;
  /** Exposed names or columns; absent: all. */
  readonly include?: readonly string[];
  readonly exclude: readonly string[];
  /** Row predicate as written: `@item.owner eq @claims.sub`. */
  readonly policy?: string;
}
