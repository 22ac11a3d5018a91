import type { Static } from 'typebox';
import { dataSource } from './data-source.ts';
import { type DeepReadonly, mapOf, object, texts, unsafe } from './declare.ts';
import { autoEntity, entity } from './entity.ts';
import type { JsonSchema } from './json-schema.ts';
import { runtime } from './runtime.ts';

const file = object(
  'Database, APIs, and permissions of a Joinery service.',
  {
    $schema: unsafe<string>({ description: 'Location of this schema, for editors.', type: 'string', inDab: true }),
    'data-source': dataSource,
    'data-source-files': texts('Files with further entities of the same database, relative to this file.', {
      examples: [['sales.json', 'stock.json']],
      inDab: 'All files must use one database. A missing file is an error.',
    }),
    runtime,
    entities: mapOf('Resources of the APIs, by name. Required without `autoentities`.', entity, {
      minProperties: 1,
      inDab: true,
    }),
    autoentities: mapOf('Entities for tables that match patterns, by name of the definition.', autoEntity, {
      inDab: 'On every database, not only SQL Server.',
    }),
  },
  { required: ['data-source'] },
);

export const configSchema: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Joinery configuration',
  ...(file as JsonSchema),
  // A file with `autoentities` needs no `entities`; `requireEntities` decides.
  required: ['data-source', 'entities'],
};

/** Path of the schema for editors, from a folder in which the package is installed. */
export const INSTALLED_SCHEMA = './node_modules/joinery/schema/joinery.schema.json';

/** A file that is valid by the schema, with `@env` replaced and the entities of `data-source-files` included. */
export type ConfigFile = DeepReadonly<Static<typeof file>>;

/** Recursive partial type: malformed values are removed, so that checks continue and report all problems. */
export type Draft<T> = { readonly [K in keyof T]?: Draft<T[K]> };

type ObjectOf<T> = Extract<NonNullable<T>, Readonly<Record<string, unknown>>>;

export type DataSourceFile = ConfigFile['data-source'];
export type RuntimeFile = NonNullable<ConfigFile['runtime']>;
export type RestFile = ObjectOf<RuntimeFile['rest']>;
export type GraphqlFile = ObjectOf<RuntimeFile['graphql']>;
export type MetricsFile = ObjectOf<RuntimeFile['metrics']>;
export type TelemetryFile = NonNullable<RuntimeFile['telemetry']>;
export type AuditFile = NonNullable<RuntimeFile['audit']>;
export type LimitsFile = NonNullable<RuntimeFile['limits']>;
export type RateLimitFile = NonNullable<RuntimeFile['rate-limit']>;
export type QuotaFile = NonNullable<RateLimitFile['roles']>[string];
export type LiveFile = NonNullable<RuntimeFile['live']>;
export type HostFile = NonNullable<RuntimeFile['host']>;
export type AuthenticationFile = NonNullable<HostFile['authentication']>;
export type JwtFile = ObjectOf<AuthenticationFile['jwt']>;

export type EntityFile = NonNullable<ConfigFile['entities']>[string];
export type AutoEntityFile = NonNullable<ConfigFile['autoentities']>[string];
export type SourceFile = ObjectOf<EntityFile['source']>;
export type SourceKind = NonNullable<SourceFile['type']>;
export type EntityRestFile = ObjectOf<EntityFile['rest']>;
export type EntityGraphqlFile = ObjectOf<EntityFile['graphql']>;
export type PermissionFile = NonNullable<EntityFile['permissions']>[number];
export type ActionFile = Exclude<PermissionFile['actions'], string>[number];
export type RelationshipFile = NonNullable<EntityFile['relationships']>[string];
export type ColumnMap = NonNullable<RelationshipFile['on']>;

type Defaults<S> = S extends { readonly default: infer D }
  ? D
  : S extends { readonly properties: infer P }
    ? { readonly [K in keyof P as [Defaults<P[K]>] extends [never] ? never : K]: Defaults<P[K]> }
    : never;

/** Collects the defaults of nested keys. @param keyword annotation that takes precedence over `default` */
function collect({ properties, ...schema }: JsonSchema, keyword: 'default' | 'dabDefault'): unknown {
  if (schema[keyword] !== undefined || schema.default !== undefined) return schema[keyword] ?? schema.default;
  const members = Object.entries(properties ?? {}).flatMap(([key, child]) => {
    const value = collect(child, keyword);
    return value === undefined ? [] : [[key, value] as const];
  });
  return properties && Object.fromEntries(members);
}

const defaultsOf = <S>(schema: S, keyword: 'default' | 'dabDefault'): Defaults<S> =>
  collect(schema as JsonSchema, keyword) as Defaults<S>;

export const defaults = defaultsOf(file, 'default');

/** Defaults with `"compatibility": "dab"`. */
export const dabDefaults = defaultsOf(file, 'dabDefault');

export const entityDefaults = defaultsOf(entity, 'default');

export const autoEntityDefaults = defaultsOf(autoEntity, 'default');
