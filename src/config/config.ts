import type { PersistedDocumentSettings } from './graphql-settings.ts';
import type { LiveSettings } from './live-settings.ts';
import type { RateLimit } from './rate-limit.ts';
import type {
  DataSourceFile,
  defaults,
  EntityFile,
  EntityGraphqlFile,
  EntityRestFile,
  GraphqlFile,
  HostFile,
  LimitsFile,
  RuntimeFile,
  SourceFile,
  SourceKind,
} from './schema/config-schema.ts';

/** Normalized configuration: defaults, `@env`, legacy syntax, and `compatibility` are resolved. */
export interface Config {
  readonly dataSource: DataSource;
  readonly runtime: Runtime;
  readonly entities: readonly EntityConfig[];
  /** Each definition adds an entity for each matching table of the catalog. */
  readonly autoEntities: readonly AutoEntityConfig[];
}

export interface AutoEntityConfig {
  readonly name: string;
  readonly patterns: {
    /** `LIKE` patterns for `schema.table`. */
    readonly include: readonly string[];
    readonly exclude: readonly string[];
    /** `{schema}_{object}` */
    readonly name: string;
  };
  /** Settings of each entity, without its name, source, and REST path. */
  readonly template: EntityConfig;
}

export type DatabaseType = DataSourceFile['database-type'];

type TlsFile = NonNullable<DataSourceFile['tls']>;

export type Tls = TlsFile & Required<Pick<TlsFile, 'mode'>>;

export interface DataSource {
  readonly databaseType: DatabaseType;
  /** `postgres://user:password@host:port/database`, without TLS options. Absent for an `embedded` server. */
  readonly connectionString?: string;
  readonly embedded?: { readonly directory: string; readonly seed: readonly string[] };
  readonly pool: {
    readonly max: number;
    readonly changes: number;
    /** Milliseconds, as all following times. */
    readonly acquireTimeoutMs: number;
    readonly maxWaiting: number;
    readonly connectTimeout: number;
    /** Added to `statementTimeoutMs`. If the server sends nothing for the sum, the session is closed. */
    readonly silenceTimeoutMs: number;
    readonly keepAlive: number;
  };
  readonly prepared: boolean;
  /** 0 disables polling. */
  readonly catalogIntervalMs: number;
  readonly statementTimeoutMs: number;
  readonly tls: Tls;
  readonly textEquality: NonNullable<DataSourceFile['text-equality']>;
  /** Command that prints the password of the login. At most one of `passwordCommand` and `identity` is present. */
  readonly passwordCommand?: PasswordCommand;
  /** Identity whose tokens are the passwords of the login. */
  readonly identity?: PlatformIdentity;
  /** Absent if the database receives nothing about callers. */
  readonly sessionContext?: SessionContext;
}

export interface PasswordCommand {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Absolute path of its working folder. */
  readonly folder: string;
  /** Milliseconds that a printed password is valid. */
  readonly lifetimeMs: number;
}

export interface PlatformIdentity {
  readonly provider: 'azure' | 'aws-rds';
  /** Azure: client ID of a user-assigned identity. */
  readonly clientId?: string;
  /** Azure: scope of the token. */
  readonly scope?: string;
  /** AWS: region of the database. */
  readonly region?: string;
}

/** Data about the caller that statements pass to the database. */
export interface SessionContext {
  /** Claims by name of a setting or variable; `*` is all claims as JSON. If absent, the default names apply. */
  readonly settings?: ReadonlyMap<string, string>;
  /** Database roles by role of the API. If absent, the login runs all statements. */
  readonly roles?: ReadonlyMap<string, string>;
}

export interface Runtime {
  readonly mode: NonNullable<HostFile['mode']>;
  readonly host: string;
  readonly port: number;
  /** Number of processes that answer requests. */
  readonly workers: number;
  readonly trustedProxies: readonly string[];
  /** In production, an empty list allows all hosts. */
  readonly allowedHosts: readonly string[];
  readonly logErrorDetail: boolean;
  /** Milliseconds. */
  readonly drainTimeMs: number;
  readonly graphql: GraphqlApi;
  readonly rest: RestApi;
  readonly console: ConsoleSettings;
  readonly authentication: Authentication;
  readonly pagination: Pagination;
  readonly cors: Cors;
  readonly tls?: ServerTls;
  /** Empty, or with a leading slash. */
  readonly baseRoute: string;
  readonly errorCodes: 'joinery' | 'dab';
  /**
   * True if a readable row that the `update` or `delete` policy excludes is reported as missing, instead of Forbidden.
   * `PUT`, `PATCH` that may create, and updates with `ifMatch` always report Forbidden. Deletes with `ifMatch` do not.
   */
  readonly forbiddenRowIsMissing: boolean;
  readonly changes: ChangeSettings;
  readonly caseInsensitiveRoles: boolean;
  /**
   * With `refuse`, minor mistakes prevent startup. With `warn`, settings of missing columns and invalid parameter
   * defaults are ignored, and actions with invalid policies are unavailable.
   */
  readonly mistakes: 'refuse' | 'warn';
  readonly numbers: NonNullable<RuntimeFile['numbers']>;
  readonly compression: NonNullable<NonNullable<RuntimeFile['compression']>['level']>;
  readonly limits: Limits;
  /** Absent if callers are not limited. */
  readonly rateLimit?: RateLimit;
  readonly live: LiveSettings;
  /** Absent if metrics are disabled. */
  readonly metrics?: Metrics;
  /** Absent if traces are disabled. */
  readonly traces?: Traces;
  readonly accessLog: 'none' | 'json' | 'common';
  /** Absent if the audit log is disabled. */
  readonly audit?: AuditSettings;
}

export interface Metrics {
  readonly path: string;
  /** Absent if metrics use the port of the service. */
  readonly listen?: { readonly port: number; readonly host: string };
}

export interface Traces {
  readonly endpoint?: string;
  /** `name=value`, separated by commas. */
  readonly headers?: string;
  readonly protocol: 'grpc' | 'httpprotobuf';
  readonly serviceName: string;
  readonly comments: boolean;
}

/** Paths are absolute. */
export type AuditTarget =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'stdout' }
  | {
      readonly kind: 'webhook';
      readonly url: string;
      readonly authorization?: string;
      readonly spool: string;
      readonly spoolBytes: number;
    };

export interface AuditSettings {
  readonly target: AuditTarget;
  readonly queueBytes: number;
  readonly sync: 'always' | 'interval' | 'never';
  readonly onFailure: 'refuse' | 'continue';
  readonly subjectClaim: string;
}

export interface EntityAudit {
  /** Empty if the entity is not audited. */
  readonly actions: readonly Action[];
  readonly includeValues: boolean;
}

export interface ConsoleSettings {
  readonly enabled: boolean;
  /** Roles that may use the console. Applies in production only. */
  readonly roles: readonly string[];
}

export interface Cors {
  readonly origins: readonly string[];
  readonly credentials: boolean;
  readonly exposedHeaders: readonly string[];
  /** Seconds. */
  readonly maxAge: number;
}

export type ServerTls = NonNullable<HostFile['tls']>;

export interface ChangeSettings {
  /** The input type of an update has the key fields, too. */
  readonly keyInUpdate: boolean;
  /** Omitted fields of a replacement become NULL if nullable, instead of their default. */
  readonly omittedIsNull: boolean;
  /** The service rejects null for a non-null column, instead of the database. */
  readonly checksNull: boolean;
  /** Permissions alone decide whether a view is writable. Otherwise, it also needs `operations`. */
  readonly viewsByPermissions: boolean;
}

export interface GraphqlApi {
  readonly enabled: boolean;
  readonly path: string;
  readonly introspection: boolean;
  readonly aggregation: boolean;
  readonly nestedCreate: boolean;
  /** Plural names and to-many relationships return a connection; there is no `<plural>_connection`. */
  readonly pluralIsConnection: boolean;
  readonly orderByList: boolean;
  readonly naming: NonNullable<GraphqlFile['naming']>;
  readonly plurals: 'english' | 'humanizer';
  readonly dateScalar: 'Date' | 'DateTime';
  /** Scalar of a database integer from 0 to 255. */
  readonly byteScalar: 'Short' | 'UnsignedByte';
  /** Null filter operators are ignored; otherwise `eq: null` matches NULL. */
  readonly ignoresNullOperators: boolean;
  /** A string column whose check constraint lists values is an enum. */
  readonly checksAreEnums: boolean;
  /** Absent if every client sends the text of its documents. */
  readonly persistedDocuments?: PersistedDocumentSettings;
  /** Absolute paths of modules. */
  readonly plugins: readonly string[];
}

export interface RestApi {
  readonly enabled: boolean;
  readonly path: string;
  readonly bodyStrict: boolean;
  readonly singleItemEnvelope: 'none' | 'value';
  readonly missingItemIsEmpty: boolean;
  /** `PATCH` creates a missing item, unless `If-Match` is sent, instead of 404. */
  readonly patchInserts: boolean;
  /** `Location` contains the names of the key fields: `/Order/id/5` instead of `/Order/5`. */
  readonly locationHasKeyNames: boolean;
  /**
   * A created row has a `Location` even if the read policy hides it and its key is generated, provided that the role
   * can read the key fields.
   */
  readonly locatesHiddenRows: boolean;
  /** With non-strict bodies, keys in the body are ignored instead of compared to the path. */
  readonly ignoresKeyInBody: boolean;
}

export interface Authentication {
  readonly provider: 'Unauthenticated' | 'Simulator' | 'Jwt' | 'StaticWebApps' | 'AppService';
  readonly issuers: readonly TokenIssuer[];
  readonly signIn?: SignIn;
}

export interface TokenIssuer {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly keys: IssuerKeys;
  readonly algorithms: readonly string[];
  readonly roleClaim: string;
  /** Seconds. */
  readonly clockSkewSeconds: number;
}

/** `path` is absolute. */
export type IssuerKeys =
  | { readonly kind: 'discovery' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'secret'; readonly secret: string };

export interface SignIn {
  readonly clientId: string;
  readonly scope: string;
}

export interface Pagination {
  readonly defaultPageSize: number;
  readonly maxPageSize: number;
  readonly nextLinkRelative: boolean;
  readonly minusOneIsMax: boolean;
  /** The last page has an `endCursor` instead of null. */
  readonly cursorOnLastPage: boolean;
}

type CamelCase<K> = K extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : K;

/** `runtime.limits`, with names in camel case. */
export type Limits = {
  readonly [K in keyof typeof defaults.runtime.limits as CamelCase<K>]: (LimitsFile &
    typeof defaults.runtime.limits)[K];
};

export type Action = NonNullable<EntityFile['operations']>[number];

export interface FieldConfig {
  readonly alias?: string;
  readonly description?: string;
  readonly type?: 'JSON';
  readonly filledByDatabase?: true;
}

export interface EntityConfig {
  readonly name: string;
  readonly description?: string;
  readonly source: {
    readonly object: string;
    readonly kind: SourceKind;
    readonly parameters: readonly ParameterConfig[];
    readonly resultColumns?: NonNullable<SourceFile['result-columns']>;
  };
  readonly keyFields?: readonly string[];
  readonly fields: ReadonlyMap<string, FieldConfig>;
  readonly expose: { readonly include?: readonly string[]; readonly exclude: readonly string[] };
  readonly operations?: readonly Action[];
  readonly rest: {
    readonly enabled: boolean;
    readonly path: string;
    readonly expand: boolean;
    readonly methods: readonly RestMethod[];
  };
  readonly graphql: {
    readonly enabled: boolean;
    readonly singular?: string;
    readonly plural?: string;
    readonly operation: NonNullable<EntityGraphqlFile['operation']>;
    readonly subscription: boolean;
  };
  readonly cacheControl: Required<Exclude<EntityFile['cache-control'], string | undefined>>;
  readonly search?: readonly string[];
  /** Exposed name or column. If absent, the ETag is a hash of the row. */
  readonly versionField?: string;
  readonly identityInsert: boolean;
  readonly audit: EntityAudit;
  readonly relationships: readonly RelationshipConfig[];
  readonly permissions: readonly PermissionConfig[];
}

export type RestMethod = NonNullable<EntityRestFile['methods']>[number];

/** Without `required`, the database determines whether a value is required. A default of null counts as a default. */
export type ParameterConfig = Extract<SourceFile['parameters'], readonly unknown[]>[number];

/** A foreign key of a junction, by the columns of one side. */
export interface KeyColumns {
  readonly side: 'junction' | 'entity';
  readonly columns: readonly string[];
}

export interface RelationshipConfig {
  readonly name: string;
  readonly kind: 'hasMany' | 'hasOne' | 'belongsTo' | 'one';
  readonly target: string;
  readonly on?: readonly (readonly [source: string, target: string])[];
  readonly through?: {
    readonly object: string;
    readonly sourceOn?: readonly (readonly [source: string, junction: string])[];
    readonly targetOn?: readonly (readonly [junction: string, target: string])[];
    /** Identifies the foreign key to the source, if `sourceOn` is absent. */
    readonly sourceKey?: KeyColumns;
    /** Identifies the foreign key to the target, if `targetOn` is absent. */
    readonly targetKey?: KeyColumns;
  };
  readonly description?: string;
}

/** A role with an entry inherits no actions, so an empty list denies all. */
export interface PermissionConfig {
  readonly role: string;
  readonly actions: readonly ActionConfig[];
}

export interface ActionConfig {
  readonly action: Action;
  readonly include?: readonly string[];
  readonly exclude: readonly string[];
  readonly policy?: string;
}

export interface Overrides {
  readonly host?: string;
  readonly port?: number;
  readonly exposeDevelopment?: boolean;
  /** Options or variables that set `host` and `port`. By default, `--host` and `--port`. */
  readonly sources?: { readonly host?: string; readonly port?: string };
}
