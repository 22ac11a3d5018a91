import type { Action, DatabaseType, Runtime } from './config.ts';

/** The configuration as it is written, once `@env` is replaced and the JSON Schema holds; keys as in the file. */
export interface ConfigFile {
  readonly $schema?: string;
  readonly 'data-source': DataSourceFile;
  readonly runtime?: RuntimeFile;
  readonly entities: Readonly<Record<string, EntityFile>>;
}

export interface DataSourceFile {
  readonly 'database-type': DatabaseType;
  readonly 'connection-string'?: string;
  readonly embedded?: { readonly directory: string; readonly seed?: string | readonly string[] };
  readonly pool?: {
    readonly max?: number;
    readonly 'acquire-timeout-ms'?: number;
    readonly 'max-waiting'?: number;
    readonly 'connect-timeout-ms'?: number;
  };
  readonly prepared?: boolean;
  readonly 'statement-timeout-ms'?: number;
}

export interface RuntimeFile {
  readonly rest?: boolean | { readonly enabled?: boolean; readonly path?: string };
  readonly graphql?:
    | boolean
    | { readonly enabled?: boolean; readonly path?: string; readonly 'allow-introspection'?: boolean };
  readonly host?: {
    readonly mode?: Runtime['mode'];
    readonly host?: string;
    readonly port?: number;
    readonly authentication?: { readonly provider?: Runtime['authentication']['provider'] };
  };
  readonly pagination?: { readonly 'default-page-size'?: number; readonly 'max-page-size'?: number };
  readonly numbers?: Runtime['numbers'];
  readonly limits?: {
    readonly 'body-bytes'?: number;
    readonly 'in-values'?: number;
    readonly 'request-timeout-ms'?: number;
    readonly 'response-bytes'?: number;
    readonly 'operation-cache-bytes'?: number;
  };
}

export interface EntityFile {
  readonly description?: string;
  readonly source: string | { readonly object: string; readonly type?: SourceKind };
  readonly fields?: readonly FieldFile[];
  readonly expose?: { readonly include?: readonly string[]; readonly exclude?: readonly string[] };
  readonly operations?: readonly Action[];
  readonly rest?: boolean | { readonly enabled?: boolean; readonly path?: string };
  readonly graphql?: boolean | { readonly enabled?: boolean; readonly type?: TypeNameFile };
  readonly permissions?: readonly PermissionFile[];
  readonly relationships?: Readonly<Record<string, RelationshipFile>>;
}

export type SourceKind = 'table' | 'view' | 'stored-procedure';

export type TypeNameFile = string | { readonly singular: string; readonly plural?: string };

export interface FieldFile {
  readonly name: string;
  readonly alias?: string;
  readonly description?: string;
  readonly 'primary-key'?: boolean;
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
    };

/** Both spellings at once: `hasMany` and its like with `through` and `on`, or `cardinality` with the dotted keys. */
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

/** Columns that are compared, from one table's column to the other's. */
export type ColumnMap = Readonly<Record<string, string>>;

/**
 * The same in which any part may be missing: what is left when the malformed values are taken out, so that the checks
 * can go on and all problems are found at once.
 */
export type Draft<T> = { readonly [K in keyof T]?: Draft<T[K]> };

/** What the command line or the environment says instead of the file. */
export interface Overrides {
  readonly host?: string;
  readonly port?: number;
}
