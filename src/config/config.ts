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

/**
 * How a session with the database is protected. `require` encrypts and takes any certificate, `verify-ca` also wants one
 * that a trusted authority signed, `verify-full` one that names the host besides.
 */
export interface Tls {
  readonly mode: 'disable' | 'require' | 'verify-ca' | 'verify-full';
  /** Absolute paths of PEM files; without `ca` the authorities that Node knows are trusted. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

export interface DataSource {
  readonly databaseType: DatabaseType;
  /**
   * A URL, however it was written: `postgres://user:password@host:port/database`. What it said of TLS is in `tls`. Absent when `embedded`
   * runs the server.
   */
  readonly connectionString?: string;
  /** A real PostgreSQL from the npm package, as a child process; paths are absolute here. */
  readonly embedded?: { readonly directory: string; readonly seed: readonly string[] };
  readonly pool: {
    readonly max: number;
    /** How many of them are for changes; the others are for reads. */
    readonly changes: number;
    /** Milliseconds that a request may wait for a session. */
    readonly acquireTimeout: number;
    /** Requests that may wait for a session; one more is refused with Unavailable. */
    readonly maxWaiting: number;
    /** Milliseconds to establish a session. */
    readonly connectTimeout: number;
    /** Milliseconds beyond `statementTimeout`, after which a session that says nothing is given up. */
    readonly silenceTimeout: number;
    /** Milliseconds that a session may be idle before TCP asks whether its host is still there. */
    readonly keepAlive: number;
  };
  /** False behind a pooler, which keeps neither named statements nor settings of sessions. */
  readonly prepared: boolean;
  /** Milliseconds between looks whether the catalog has changed; 0 for none. */
  readonly catalogInterval: number;
  /** Milliseconds a statement may take. */
  readonly statementTimeout: number;
  readonly tls: Tls;
  /** Whether texts are equal that are the same, or also those that the collation of their column takes for equal. */
  readonly textEquality: 'exact' | 'collation';
  /** Whether a session is told the claims of whoever asks, for as long as it runs what they asked. */
  readonly sessionContext: boolean;
}

export interface Runtime {
  readonly mode: 'production' | 'development';
  readonly host: string;
  readonly port: number;
  /** Addresses, subnets (`10.0.0.0/8`) and names of ranges (`loopback`) of proxies that are believed. */
  readonly trustedProxies: readonly string[];
  /** Hosts that requests may name beside those of this machine. Empty in production: every host. */
  readonly allowedHosts: readonly string[];
  /** Whether the log has the DETAIL of database errors, which may hold values of rows. In development it always has. */
  readonly logErrorDetail: boolean;
  /** Milliseconds after SIGTERM for which requests that still come are refused, before the service stops to listen. */
  readonly drainTime: number;
  readonly graphql: GraphqlApi;
  readonly rest: RestApi;
  readonly authentication: Authentication;
  readonly pagination: Pagination;
  /** Web pages of which other origins may read answers. */
  readonly cors: Cors;
  /** HTTPS of our own; absent: plain HTTP. */
  readonly tls?: ServerTls;
  /** The path that a proxy in front takes away: empty, or `/shop`. `nextLink` and `Location` begin with it. */
  readonly baseRoute: string;
  /** Whose codes error bodies have: those of `docs/errors.md`, or the sub-status codes of Data API builder. */
  readonly errorCodes: 'joinery' | 'dab';
  /**
   * True if a row that the role may read, but that the policy of `update` or `delete` excludes, is reported as missing instead of Forbidden.
   * `PUT`, `PATCH` where it may create, and updates with `ifMatch` report Forbidden in both cases; deletes with `ifMatch` follow the setting.
   */
  readonly forbiddenRowIsMissing: boolean;
  readonly changes: ChangeSettings;
  /** Whether the case of configured roles does not count; that of the two system roles never does. */
  readonly rolesInAnyCase: boolean;
  /**
   * Whether small mistakes keep the service from starting. With `warn`, settings of a column that does not exist are ignored, so is the default of
   * a parameter that does not fit it, and an action whose policy cannot be read or does not fit is withheld.
   */
  readonly mistakes: 'refuse' | 'warn';
  /** How `Long` and `Decimal` are written into answers. */
  readonly numbers: 'number' | 'string';
  /** How hard answers are compressed, for clients that accept it. */
  readonly compression: 'optimal' | 'fastest' | 'none';
  readonly limits: Limits;
  /** Bytes that the caches of compiled operations may hold. */
  readonly operationCache: number;
}

export interface Cors {
  /** `https://shop.example.com`, `https://*.example.com` for all below a domain, or `*` alone for every origin. */
  readonly origins: readonly string[];
  /** Whether they may send cookies and other credentials that browsers keep. */
  readonly credentials: boolean;
  /** Headers of answers that their scripts may read. */
  readonly exposedHeaders: readonly string[];
  /** Seconds for which a browser need not send another preflight. */
  readonly maxAge: number;
}

/** Absolute paths of PEM files. */
export interface ServerTls {
  readonly cert: string;
  readonly key: string;
  /** Of the key, where it is encrypted. */
  readonly passphrase?: string;
}

/** How rows are changed, over both APIs. */
export interface ChangeSettings {
  /** Inputs of updates have the fields of the key too, except those that the database makes. */
  readonly keyInUpdate: boolean;
  /** A field that a replacement leaves out becomes NULL, where the column allows it. Otherwise it gets its default. */
  readonly leftOutIsNull: boolean;
  /** An explicit null for a column that takes none is refused before the database is asked. */
  readonly checksNull: boolean;
  /** A view without `operations` offers all that the database can do with it. Otherwise it is only read. */
  readonly viewsByPermissions: boolean;
}

export interface GraphqlApi {
  readonly enabled: boolean;
  readonly path: string;
  readonly introspection: boolean;
  /** Whether connections have `groupBy`. */
  readonly aggregation: boolean;
  /** Whether the items of create mutations may hold related items. */
  readonly nestedCreate: boolean;
  /** The plural name, and the name of each to-many relationship, gives a Connection; there is no `<plural>_connection`. */
  readonly pluralIsConnection: boolean;
  /** `orderBy` takes a list of objects. Otherwise one object. */
  readonly orderByList: boolean;
  /** `pascal`: names of types and root fields are made of an entity's name, `OrderItem` of `order_items`. `as-is`: they have its form. */
  readonly naming: 'pascal' | 'as-is';
  /** The plurals of names that the configuration does not give: those of English, or those that Humanizer makes for Data API builder. */
  readonly plurals: 'english' | 'humanizer';
  /** The scalar of a database's `date`. */
  readonly dateScalar: 'Date' | 'DateTime';
  /** The scalar of an integer of a database that is from 0 to 255. */
  readonly byteScalar: 'Short' | 'UnsignedByte';
  /** Whether an operator of a filter that is null says nothing. Otherwise `eq: null` means that there is no value. */
  readonly ignoresNullOperators: boolean;
  /** Whether a text whose check lists what it may be is an enum. */
  readonly checksAreEnums: boolean;
}

export interface RestApi {
  readonly enabled: boolean;
  readonly path: string;
  /** Unknown fields in a body are refused. Otherwise they are ignored. */
  readonly bodyStrict: boolean;
  /** The body for one item: the item itself, or `{ "value": [item] }`. */
  readonly singleItemEnvelope: 'none' | 'value';
  /** A `GET` of an item that is not there is 200 without an item. Otherwise 404. */
  readonly missingItemIsEmpty: boolean;
  /** `PATCH` creates an item that is not there, unless `If-Match` is sent. Otherwise it is 404. */
  readonly patchInserts: boolean;
  /** `Location` names the fields of the key: `/id/5`. Otherwise `/5`. */
  readonly namedLocation: boolean;
  /**
   * Whether a new row that the read policy hides has a `Location` even if the database generated its key. The role must be able to read the
   * fields of the key.
   */
  readonly locatesHiddenRows: boolean;
  /** Where bodies are not strict, a key in the body is ignored. Otherwise it must be that of the path. */
  readonly ignoresKeyInBody: boolean;
}

export interface Authentication {
  /** `Jwt`: bearer tokens of `issuers`. `StaticWebApps` and `AppService`: the header `X-MS-CLIENT-PRINCIPAL` in their platform's form. */
  readonly provider: 'Unauthenticated' | 'Simulator' | 'Jwt' | 'StaticWebApps' | 'AppService';
  /** The issuers whose tokens are believed; empty for other providers than `Jwt`. */
  readonly issuers: readonly TokenIssuer[];
  /** How the pages for developers sign people in, at the first issuer. */
  readonly signIn?: SignIn;
}

export interface TokenIssuer {
  /** The `iss` of its tokens; the URL of an OpenID provider, where its keys are found by discovery. */
  readonly issuer: string;
  /** A token is for us if its `aud` has one of these. */
  readonly audiences: readonly string[];
  readonly keys: IssuerKeys;
  /** The `alg` that a token may have. */
  readonly algorithms: readonly string[];
  /** Claim that lists the caller's roles: its name, or a path into nested claims (`realm_access.roles`). */
  readonly roleClaim: string;
  /** Seconds by which clocks may differ. */
  readonly clockSkew: number;
}

/** The keys that prove a token: those that the provider's discovery names, those of a JWKS (URL or absolute path), or a shared secret. */
export type IssuerKeys =
  | { readonly kind: 'discovery' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'secret'; readonly secret: string };

/** A public client at the provider: authorization code with PKCE, without a secret. */
export interface SignIn {
  readonly clientId: string;
  readonly scope: string;
}

export interface Pagination {
  readonly defaultPageSize: number;
  readonly maxPageSize: number;
  /** `nextLink` is a path. Otherwise a whole URL. */
  readonly nextLinkRelative: boolean;
  /** A page size of -1 stands for the largest one. Otherwise it is refused. */
  readonly minusOneIsMax: boolean;
  /** The last page has an `endCursor` too. Otherwise it is null there. */
  readonly cursorOnLastPage: boolean;
}

export interface Limits {
  /** Bytes of a request body. */
  readonly body: number;
  /** Bytes of a URL, path and query. */
  readonly url: number;
  /** Values in one `in` or `nin`. */
  readonly inValues: number;
  /** Milliseconds for a whole request. */
  readonly requestTimeout: number;
  /** Milliseconds of a statement that reads for a caller who is not identified. */
  readonly anonymousStatement: number;
  /** Bytes of a response body. */
  readonly response: number;
  /** Milliseconds for which a client may take nothing of its answer. */
  readonly sendTimeout: number;
  /** Bytes of answers that wait to be taken, over all connections. */
  readonly sendingBytes: number;
  /** Levels of a document; Infinity for no bound. */
  readonly depth: number;
  /** Aliases, directives and tokens of a document; tokens of an option of a URL too. */
  readonly aliases: number;
  readonly directives: number;
  readonly tokens: number;
  /** The cost of a document, by its fields and the page sizes that it says. */
  readonly cost: number;
  /** Rows at worst along one path of nested lists: the product of their page sizes. */
  readonly rows: number;
  /** Comparisons and connectives in one filter, empty ones counted. */
  readonly filterNodes: number;
  /** Terms of one order; fields of one `groupBy`. */
  readonly orderTerms: number;
  /** Words of one search. */
  readonly searchWords: number;
  /** Characters of a text that is looked for within others. */
  readonly patternLength: number;
  /** Bytes of a cursor. */
  readonly cursorBytes: number;
  /** Rows that one request may create, nested ones counted. */
  readonly newRows: number;
  /** Fields that an operation selects, those of its fragments each time. */
  readonly fields: number;
  /** Values in a JSON body, members of objects and lists counted. */
  readonly jsonValues: number;
  /** Levels of objects and lists in a JSON body. */
  readonly jsonDepth: number;
  /** Requests of one client in a minute; absent: any number. */
  readonly requestsPerMinute?: number;
}

export type Action = 'create' | 'read' | 'update' | 'delete' | 'execute';

/** The settings of one column. */
export interface FieldConfig {
  readonly alias?: string;
  readonly description?: string;
  /** What it is shown as, where not by its own type. */
  readonly type?: 'JSON';
  /** Whether the database fills the column of a new row that leaves it out, though its catalog has no default. */
  readonly filledByDatabase?: true;
}

export interface EntityConfig {
  readonly name: string;
  readonly description?: string;
  readonly source: {
    /** As written: `orders` or `sales.orders`. */
    readonly object: string;
    readonly kind: 'table' | 'view' | 'stored-procedure';
    /** Settings of single parameters of a procedure. */
    readonly parameters: readonly ParameterConfig[];
    /** What a procedure selects, in order, where the database does not tell it; types are the database's. */
    readonly resultColumns?: readonly { readonly name: string; readonly type: string }[];
  };
  /** Key columns named by the configuration, for a view or a table without a primary key. */
  readonly keyFields?: readonly string[];
  /** Settings of single columns, by column name. */
  readonly fields: ReadonlyMap<string, FieldConfig>;
  /** `include`: the only columns that any role can reach; `exclude`: columns that none can. */
  readonly expose: { readonly include?: readonly string[]; readonly exclude: readonly string[] };
  readonly operations?: readonly Action[];
  readonly rest: {
    readonly enabled: boolean;
    readonly path: string;
    /** Whether `$expand` may bring related items along. */
    readonly expand: boolean;
    /** Methods that run a stored procedure. */
    readonly methods: readonly RestMethod[];
  };
  readonly graphql: {
    readonly enabled: boolean;
    readonly singular?: string;
    readonly plural?: string;
    /** The root type on which a stored procedure stands. */
    readonly operation: 'query' | 'mutation';
  };
  readonly cacheControl: {
    /** The text of `cache-control` for callers without an identity. */
    readonly anonymous: string;
    readonly identified: 'no-store' | 'private';
  };
  /** Exposed names or columns that `search` looks into; absent: every text field. */
  readonly search?: readonly string[];
  /** The exposed name or column that changes with every write of the row, for its ETag. Absent: the ETag is a hash of the row. */
  readonly versionField?: string;
  /** Whether new rows may be given values that the database would make by itself: identities and serials. */
  readonly identityInsert: boolean;
  readonly relationships: readonly RelationshipConfig[];
  readonly permissions: readonly PermissionConfig[];
}

export type RestMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface ParameterConfig {
  readonly name: string;
  /** Absent: as the database says. */
  readonly required?: boolean;
  /** The value where a caller gives none; null is a value. */
  readonly default?: string | number | boolean | null;
  readonly description?: string;
}

/** A foreign key of a junction, by the columns of one of its sides. */
export interface KeyColumns {
  readonly side: 'junction' | 'entity';
  readonly columns: readonly string[];
}

export interface RelationshipConfig {
  readonly name: string;
  /** `one`: hasOne or belongsTo, as the foreign key says (`cardinality` of Data API builder). */
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
    /** Columns by which a foreign key is found, where only one side of the pairs is given. */
    readonly sourceKey?: KeyColumns;
    readonly targetKey?: KeyColumns;
  };
  readonly description?: string;
}

/** What one role may do. A role that is named inherits no rights, so an empty list of actions forbids all. */
export interface PermissionConfig {
  readonly role: string;
  /** `*` has become single actions already. */
  readonly actions: readonly ActionConfig[];
}

export interface ActionConfig {
  readonly action: Action;
  /** Exposed names or columns; absent means all. */
  readonly include?: readonly string[];
  readonly exclude: readonly string[];
  /** The predicate that limits the rows, as written: `@item.owner eq @claims.sub`. */
  readonly policy?: string;
}
