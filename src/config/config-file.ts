import type { Action, DatabaseType, DataSource, EntityConfig, RestMethod, Runtime, Tls } from './config.ts';

/** A file valid by the JSON Schema, with `@env` replaced. */
export interface ConfigFile {
  readonly $schema?: string;
  readonly 'data-source': DataSourceFile;
  /** Their entities are already in `entities`. */
  readonly 'data-source-files'?: readonly string[];
  readonly runtime?: RuntimeFile;
  readonly entities: Readonly<Record<string, EntityFile>>;
}

export interface DataSourceFile {
  readonly 'database-type': DatabaseType;
  readonly 'connection-string'?: string;
  readonly embedded?: { readonly directory: string; readonly seed?: string | readonly string[] };
  readonly pool?: {
    readonly max?: number;
    readonly changes?: number;
    readonly 'acquire-timeout-ms'?: number;
    readonly 'max-waiting'?: number;
    readonly 'connect-timeout-ms'?: number;
    readonly 'silence-timeout-ms'?: number;
    readonly 'keep-alive-ms'?: number;
  };
  readonly prepared?: boolean;
  readonly 'statement-timeout-ms'?: number;
  readonly 'text-equality'?: DataSource['textEquality'];
  readonly 'catalog-interval-ms'?: number;
  readonly tls?: Partial<Tls>;
  readonly options?: { readonly 'set-session-context'?: boolean };
}

export interface RuntimeFile {
  readonly compatibility?: 'dab';
  readonly rest?: boolean | RestFile;
  readonly graphql?: boolean | GraphqlFile;
  readonly host?: HostFile;
  readonly pagination?: {
    readonly 'default-page-size'?: number | null;
    readonly 'max-page-size'?: number | null;
    readonly 'next-link-relative'?: boolean;
  };
  readonly 'base-route'?: string;
  readonly numbers?: Runtime['numbers'];
  readonly compression?: { readonly level?: Runtime['compression'] };
  readonly limits?: LimitsFile;
}

export interface RestFile {
  readonly enabled?: boolean;
  readonly path?: string;
  readonly 'request-body-strict'?: boolean;
  readonly expand?: boolean;
}

export interface GraphqlFile {
  readonly enabled?: boolean;
  readonly path?: string;
  readonly 'allow-introspection'?: boolean;
  readonly naming?: 'pascal' | 'as-is';
  readonly 'depth-limit'?: number | null;
  readonly 'enable-aggregation'?: boolean;
  readonly 'multiple-mutations'?: { readonly create?: { readonly enabled?: boolean } };
}

export interface HostFile {
  readonly mode?: Runtime['mode'] | null;
  readonly host?: string;
  readonly port?: number;
  readonly 'trusted-proxies'?: readonly string[];
  readonly 'allowed-hosts'?: readonly string[];
  readonly 'log-error-detail'?: boolean;
  readonly 'drain-ms'?: number;
  readonly 'max-response-size-mb'?: number | null;
  readonly tls?: { readonly cert: string; readonly key: string; readonly passphrase?: string };
  readonly cors?: {
    readonly origins?: readonly string[];
    readonly 'allow-credentials'?: boolean;
    readonly 'exposed-headers'?: readonly string[];
    readonly 'max-age-seconds'?: number;
  };
  readonly authentication?: AuthenticationFile;
}

export interface AuthenticationFile {
  readonly provider?: ProviderName;
  readonly jwt?: JwtFile | readonly JwtFile[];
  readonly 'sign-in'?: { readonly 'client-id': string; readonly scope?: string };
}

export interface JwtFile {
  readonly audience: string | readonly string[];
  readonly issuer: string;
  readonly jwks?: string;
  readonly secret?: string;
  readonly algorithms?: readonly string[];
  readonly 'role-claim'?: string;
  readonly 'clock-skew-seconds'?: number;
}

export type ProviderName =
  | 'Unauthenticated'
  | 'Simulator'
  | 'StaticWebApps'
  | 'AppService'
  | 'OpenIDConnect'
  | 'EntraID'
  | 'AzureAD'
  | 'Custom';

export interface LimitsFile {
  readonly 'body-bytes'?: number;
  readonly 'url-bytes'?: number;
  readonly 'in-values'?: number;
  readonly 'request-timeout-ms'?: number;
  readonly 'anonymous-statement-ms'?: number;
  readonly 'response-bytes'?: number;
  readonly 'send-timeout-ms'?: number;
  readonly 'sending-bytes'?: number;
  readonly 'operation-cache-bytes'?: number;
  readonly depth?: number;
  readonly aliases?: number;
  readonly directives?: number;
  readonly tokens?: number;
  readonly cost?: number;
  readonly rows?: number;
  readonly fields?: number;
  readonly 'filter-nodes'?: number;
  readonly 'order-terms'?: number;
  readonly 'search-words'?: number;
  readonly 'pattern-length'?: number;
  readonly 'cursor-bytes'?: number;
  readonly 'new-rows'?: number;
  readonly 'json-values'?: number;
  readonly 'json-depth'?: number;
  readonly 'requests-per-minute'?: number;
}

export interface EntityFile {
  readonly description?: string;
  readonly source: string | SourceFile;
  readonly fields?: readonly FieldFile[];
  /** Legacy syntax of `fields[].alias`: names by column. */
  readonly mappings?: Readonly<Record<string, string>>;
  readonly expose?: { readonly include?: readonly string[]; readonly exclude?: readonly string[] };
  readonly operations?: readonly Action[];
  /** A string is the path. */
  readonly rest?: boolean | string | EntityRestFile;
  /** A string is the type name; null disables GraphQL. */
  readonly graphql?: boolean | string | null | EntityGraphqlFile;
  readonly 'cache-control'?: string | Partial<EntityConfig['cacheControl']>;
  readonly search?: readonly string[];
  readonly 'version-field'?: string;
  readonly 'identity-insert'?: boolean;
  readonly permissions?: readonly PermissionFile[];
  readonly relationships?: Readonly<Record<string, RelationshipFile>>;
}

export interface SourceFile {
  readonly object: string;
  readonly type?: SourceKind;
  /** Legacy syntax: an object of defaults by name. */
  readonly parameters?: Readonly<Record<string, ParameterValue>> | readonly ParameterFile[];
  readonly 'result-columns'?: EntityConfig['source']['resultColumns'];
  /** Legacy syntax of `fields[].primary-key`. */
  readonly 'key-fields'?: readonly string[];
}

export type SourceKind = 'table' | 'view' | 'stored-procedure';

export type ParameterValue = string | number | boolean | null;

export interface ParameterFile {
  readonly name: string;
  readonly required?: boolean;
  readonly default?: ParameterValue;
  readonly description?: string;
}

export interface EntityRestFile {
  readonly enabled?: boolean;
  readonly path?: string;
  readonly methods?: readonly RestMethod[];
  readonly expand?: boolean;
}

export interface EntityGraphqlFile {
  readonly enabled?: boolean;
  readonly type?: TypeNameFile;
  readonly operation?: 'query' | 'mutation';
}

export type TypeNameFile = string | { readonly singular: string; readonly plural?: string };

export interface FieldFile {
  readonly name: string;
  readonly alias?: string;
  readonly description?: string;
  readonly 'primary-key'?: boolean;
  readonly 'filled-by-database'?: boolean;
  readonly type?: 'JSON';
}

export interface PermissionFile {
  readonly role: string;
  readonly actions: '*' | readonly ActionFile[];
}

export type ActionFile =
  | Action
  | '*'
  | {
      readonly action: Action | '*';
      readonly fields?: { readonly include?: readonly string[]; readonly exclude?: readonly string[] };
      readonly policy?: { readonly database?: string };
    };

/** Either `hasMany`, `hasOne`, or `belongsTo` with `on` and `through`, or `cardinality` with dotted keys. */
export interface RelationshipFile {
  readonly hasMany?: string;
  readonly hasOne?: string;
  readonly belongsTo?: string;
  readonly on?: ColumnMap;
  readonly through?: string | { readonly object: string; readonly sourceOn?: ColumnMap; readonly targetOn?: ColumnMap };
  readonly description?: string;
  readonly cardinality?: 'one' | 'many';
  readonly 'target.entity'?: string;
  readonly 'source.fields'?: readonly string[];
  readonly 'target.fields'?: readonly string[];
  readonly 'linking.object'?: string;
  readonly 'linking.source.fields'?: readonly string[];
  readonly 'linking.target.fields'?: readonly string[];
}

/** `{ "customer_id": "id" }`. */
export type ColumnMap = Readonly<Record<string, string>>;

/** Recursive partial type: malformed values are removed, so that checks continue and report all problems. */
export type Draft<T> = { readonly [K in keyof T]?: Draft<T[K]> };

/** Command-line or environment settings that override the file. */
export interface Overrides {
  readonly host?: string;
  readonly port?: number;
  /** Permits development mode on a public address. */
  readonly exposeDevelopment?: boolean;
}
