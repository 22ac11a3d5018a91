/** Normalized configuration: defaults, `@env`, legacy syntax, and `compatibility` are resolved. */
export interface Config {
  readonly dataSource: DataSource;
  readonly runtime: Runtime;
  /** In file order. */
  readonly entities: readonly EntityConfig[];
}

export type DatabaseType = 'postgresql' | 'mysql' | 'mariadb' | 'mssql';

/** `require` accepts any certificate, `verify-ca` needs a trusted one, `verify-full` also checks the host name. */
export interface Tls {
  readonly mode: 'disable' | 'require' | 'verify-ca' | 'verify-full';
  /** Absolute paths of PEM files. Without `ca`, Node's authorities are trusted. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

export interface DataSource {
  readonly databaseType: DatabaseType;
  /** `postgres://user:password@host:port/database`, without TLS options. Absent for an `embedded` server. */
  readonly connectionString?: string;
  /** PostgreSQL as a child process; paths are absolute. */
  readonly embedded?: { readonly directory: string; readonly seed: readonly string[] };
  readonly pool: {
    readonly max: number;
    /** Sessions for changes; the others are for reads. */
    readonly changes: number;
    /** Milliseconds that a request waits for a session. */
    readonly acquireTimeout: number;
    /** Further requests are refused with Unavailable. */
    readonly maxWaiting: number;
    /** Milliseconds. */
    readonly connectTimeout: number;
    /** Milliseconds beyond `statementTimeout` until an unresponsive session is discarded. */
    readonly silenceTimeout: number;
    /** Idle milliseconds until a TCP keep-alive probe. */
    readonly keepAlive: number;
  };
  /** False behind a pooler without named statements and session settings. */
  readonly prepared: boolean;
  /** Milliseconds between catalog polls; 0: none. */
  readonly catalogInterval: number;
  /** Milliseconds. */
  readonly statementTimeout: number;
  readonly tls: Tls;
  /** Equality by content, or by collation of the column. */
  readonly textEquality: 'exact' | 'collation';
  /** True if the session has the caller's claims during a request. */
  readonly sessionContext: boolean;
}

export interface Runtime {
  readonly mode: 'production' | 'development';
  readonly host: string;
  readonly port: number;
  /** Addresses, subnets (`10.0.0.0/8`), or range names (`loopback`). */
  readonly trustedProxies: readonly string[];
  /** In addition to this machine. Empty in production: all hosts. */
  readonly allowedHosts: readonly string[];
  /** True if the log includes DETAIL of database errors, which may contain row values. Always true in development. */
  readonly logErrorDetail: boolean;
  /** Milliseconds after SIGTERM during which requests are refused before listening stops. */
  readonly drainTime: number;
  readonly graphql: GraphqlApi;
  readonly rest: RestApi;
  readonly authentication: Authentication;
  readonly pagination: Pagination;
  readonly cors: Cors;
  /** Absent: plain HTTP. */
  readonly tls?: ServerTls;
  /** Path prefix stripped by a proxy: empty, or `/shop`. Added to `nextLink` and `Location`. */
  readonly baseRoute: string;
  /** Error codes of `docs/errors.md`, or sub-status codes of Data API builder. */
  readonly errorCodes: 'joinery' | 'dab';
  /**
   * True if readable rows excluded by the `update` or `delete` policy are reported as missing instead of Forbidden.
   * Always Forbidden: `PUT`, `PATCH` that may create, and updates with `ifMatch`, but not deletes with `ifMatch`.
   */
  readonly forbiddenRowIsMissing: boolean;
  readonly changes: ChangeSettings;
  /** Applies to configured roles; system roles are always case-insensitive. */
  readonly rolesInAnyCase: boolean;
  /**
   * With `refuse`, minor mistakes prevent startup. With `warn`, settings of missing columns and invalid parameter
   * defaults are ignored, and actions with invalid policies are withheld.
   */
  readonly mistakes: 'refuse' | 'warn';
  /** JSON type of `Long` and `Decimal`. */
  readonly numbers: 'number' | 'string';
  readonly compression: 'optimal' | 'fastest' | 'none';
  readonly limits: Limits;
  /** Bytes of all caches. */
  readonly operationCache: number;
}

export interface Cors {
  /** `https://shop.example.com`, `https://*.example.com` for subdomains, or only `*`. */
  readonly origins: readonly string[];
  readonly credentials: boolean;
  readonly exposedHeaders: readonly string[];
  /** Seconds to cache a preflight. */
  readonly maxAge: number;
}

/** Absolute paths of PEM files. */
export interface ServerTls {
  readonly cert: string;
  readonly key: string;
  /** For an encrypted key. */
  readonly passphrase?: string;
}

export interface ChangeSettings {
  /** Update inputs include non-generated key fields. */
  readonly keyInUpdate: boolean;
  /** Omitted fields of a replacement become NULL if nullable, instead of their default. */
  readonly leftOutIsNull: boolean;
  /** Null for a NOT NULL column is rejected before the write. */
  readonly checksNull: boolean;
  /** Views without `operations` offer all they support, instead of only reads. */
  readonly viewsByPermissions: boolean;
}

export interface GraphqlApi {
  readonly enabled: boolean;
  readonly path: string;
  readonly introspection: boolean;
  /** Adds `groupBy` to connections. */
  readonly aggregation: boolean;
  /** Create mutations accept related items. */
  readonly nestedCreate: boolean;
  /** Plural names and to-many relationships return a connection; there is no `<plural>_connection`. */
  readonly pluralIsConnection: boolean;
  /** A list of objects instead of a single object. */
  readonly orderByList: boolean;
  /** `pascal`: `OrderItem` from `order_items`. `as-is`: the entity's form. */
  readonly naming: 'pascal' | 'as-is';
  /** Default plurals: English, or those of Data API builder. */
  readonly plurals: 'english' | 'humanizer';
  /** Scalar of a database `date`. */
  readonly dateScalar: 'Date' | 'DateTime';
  /** Scalar of a database integer from 0 to 255. */
  readonly byteScalar: 'Short' | 'UnsignedByte';
  /** Null filter operators are ignored; otherwise `eq: null` matches NULL. */
  readonly ignoresNullOperators: boolean;
  /** A string column whose check constraint lists values is an enum. */
  readonly checksAreEnums: boolean;
}

export interface RestApi {
  readonly enabled: boolean;
  readonly path: string;
  /** Unknown fields in a body are rejected instead of ignored. */
  readonly bodyStrict: boolean;
  /** The item, or `{ "value": [item] }`. */
  readonly singleItemEnvelope: 'none' | 'value';
  /** `GET` of a missing item returns 200 without an item instead of 404. */
  readonly missingItemIsEmpty: boolean;
  /** `PATCH` creates a missing item, unless `If-Match` is sent, instead of 404. */
  readonly patchInserts: boolean;
  /** `Location` names the key fields: `/id/5` instead of `/5`. */
  readonly namedLocation: boolean;
  /**
   * Rows hidden by the read policy have a `Location` even with a generated key, if the role can read the key fields.
   */
  readonly locatesHiddenRows: boolean;
  /** With non-strict bodies, keys in the body are ignored instead of compared to the path. */
  readonly ignoresKeyInBody: boolean;
}

export interface Authentication {
  /** `StaticWebApps` and `AppService` use the `X-MS-CLIENT-PRINCIPAL` header. */
  readonly provider: 'Unauthenticated' | 'Simulator' | 'Jwt' | 'StaticWebApps' | 'AppService';
  /** Only for `Jwt`. */
  readonly issuers: readonly TokenIssuer[];
  /** For developer pages, at the first issuer. */
  readonly signIn?: SignIn;
}

export interface TokenIssuer {
  /** `iss` claim, and base URL of OpenID discovery. */
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly keys: IssuerKeys;
  /** Accepted `alg` values. */
  readonly algorithms: readonly string[];
  /** Claim with the caller's roles: a name or a path (`realm_access.roles`). */
  readonly roleClaim: string;
  /** Seconds. */
  readonly clockSkew: number;
}

/** `path` is absolute. */
export type IssuerKeys =
  | { readonly kind: 'discovery' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'secret'; readonly secret: string };

/** Public client with authorization code and PKCE. */
export interface SignIn {
  readonly clientId: string;
  readonly scope: string;
}

export interface Pagination {
  readonly defaultPageSize: number;
  readonly maxPageSize: number;
  /** A path instead of an absolute URL. */
  readonly nextLinkRelative: boolean;
  /** A page size of -1 means the maximum. */
  readonly minusOneIsMax: boolean;
  /** The last page has an `endCursor` instead of null. */
  readonly cursorOnLastPage: boolean;
}

export interface Limits {
  /** Bytes. */
  readonly body: number;
  /** Bytes of path and query. */
  readonly url: number;
  /** Values of an `in` or `nin`. */
  readonly inValues: number;
  /** Milliseconds. */
  readonly requestTimeout: number;
  /** Milliseconds of a read for unidentified callers. */
  readonly anonymousStatement: number;
  /** Bytes. */
  readonly response: number;
  /** Milliseconds without send progress. */
  readonly sendTimeout: number;
  /** Buffered response bytes, over all connections. */
  readonly sendingBytes: number;
  /** Levels of a document; may be Infinity. */
  readonly depth: number;
  /** `tokens` also applies to URL options. */
  readonly aliases: number;
  readonly directives: number;
  readonly tokens: number;
  /** Cost of fields and page sizes. */
  readonly cost: number;
  /** Product of page sizes along a path of nested lists. */
  readonly rows: number;
  /** Comparisons and connectives, even empty ones. */
  readonly filterNodes: number;
  /** Also fields of a `groupBy`. */
  readonly orderTerms: number;
  readonly searchWords: number;
  /** Characters of a substring search. */
  readonly patternLength: number;
  readonly cursorBytes: number;
  /** Created rows of a request, including nested ones. */
  readonly newRows: number;
  /** Selected fields; fragments count at each use. */
  readonly fields: number;
  /** Values of a JSON body, at any depth. */
  readonly jsonValues: number;
  readonly jsonDepth: number;
  /** Per client; absent: unlimited. */
  readonly requestsPerMinute?: number;
}

export type Action = 'create' | 'read' | 'update' | 'delete' | 'execute';

export interface FieldConfig {
  readonly alias?: string;
  readonly description?: string;
  readonly type?: 'JSON';
  /** True if the database fills omitted values without a catalog default. */
  readonly filledByDatabase?: true;
}

export interface EntityConfig {
  readonly name: string;
  readonly description?: string;
  readonly source: {
    /** `orders` or `sales.orders`. */
    readonly object: string;
    readonly kind: 'table' | 'view' | 'stored-procedure';
    readonly parameters: readonly ParameterConfig[];
    /** Result columns that the database cannot describe, with database types. */
    readonly resultColumns?: readonly { readonly name: string; readonly type: string }[];
  };
  /** Replaces a missing primary key. */
  readonly keyFields?: readonly string[];
  /** By column name. */
  readonly fields: ReadonlyMap<string, FieldConfig>;
  /** `include`: the only exposed columns; `exclude`: hidden columns. */
  readonly expose: { readonly include?: readonly string[]; readonly exclude: readonly string[] };
  readonly operations?: readonly Action[];
  readonly rest: {
    readonly enabled: boolean;
    readonly path: string;
    readonly expand: boolean;
    /** For stored procedures. */
    readonly methods: readonly RestMethod[];
  };
  readonly graphql: {
    readonly enabled: boolean;
    readonly singular?: string;
    readonly plural?: string;
    /** For stored procedures. */
    readonly operation: 'query' | 'mutation';
  };
  readonly cacheControl: {
    /** For unidentified callers. */
    readonly anonymous: string;
    readonly identified: 'no-store' | 'private';
  };
  /** Exposed names or columns; absent: all strings. */
  readonly search?: readonly string[];
  /** Exposed name or column. Absent: the ETag is a hash of the row. */
  readonly versionField?: string;
  /** True if inserts may set generated identities and serials. */
  readonly identityInsert: boolean;
  readonly relationships: readonly RelationshipConfig[];
  readonly permissions: readonly PermissionConfig[];
}

export type RestMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface ParameterConfig {
  readonly name: string;
  /** Absent: determined by the database. */
  readonly required?: boolean;
  /** Null is a value. */
  readonly default?: string | number | boolean | null;
  readonly description?: string;
}

/** A foreign key of a junction, by the columns of one side. */
export interface KeyColumns {
  readonly side: 'junction' | 'entity';
  readonly columns: readonly string[];
}

export interface RelationshipConfig {
  readonly name: string;
  /** `one`: hasOne or belongsTo, by foreign key. */
  readonly kind: 'hasMany' | 'hasOne' | 'belongsTo' | 'one';
  readonly target: string;
  /** Without `through`. */
  readonly on?: readonly (readonly [source: string, target: string])[];
  /** Junction: an entity or a table. */
  readonly through?: {
    readonly object: string;
    readonly sourceOn?: readonly (readonly [source: string, junction: string])[];
    readonly targetOn?: readonly (readonly [junction: string, target: string])[];
    /** Identifies the foreign key if only one side is given. */
    readonly sourceKey?: KeyColumns;
    readonly targetKey?: KeyColumns;
  };
  readonly description?: string;
}

/** A named role inherits nothing, so an empty list denies all. */
export interface PermissionConfig {
  readonly role: string;
  /** `*` is expanded. */
  readonly actions: readonly ActionConfig[];
}

export interface ActionConfig {
  readonly action: Action;
  /** Exposed names or columns; absent: all. */
  readonly include?: readonly string[];
  readonly exclude: readonly string[];
  /** `@item.owner eq @claims.sub`. */
  readonly policy?: string;
}

/** Command-line or environment settings that override the file. */
export interface Overrides {
  readonly host?: string;
  readonly port?: number;
  /** Permits development mode on a public address. */
  readonly exposeDevelopment?: boolean;
}
