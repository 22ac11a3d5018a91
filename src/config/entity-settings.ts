import type { ConfigPath } from '../base/problem.ts';
import type { Action, EntityConfig, ParameterConfig } from './config.ts';
import { readFlag } from './document/tree.ts';
import {
  type ConfigFile,
  type Draft,
  defaults,
  type EntityFile,
  type EntityGraphqlFile,
  type EntityRestFile,
  entityDefaults,
  type SourceFile,
  type SourceKind,
} from './schema/config-schema.ts';

export const entitiesOf = (file: Draft<ConfigFile>): (readonly [name: string, entity: Draft<EntityFile>])[] =>
  Object.entries(file.entities ?? {}).flatMap(([name, entity]) => (entity ? [[name, entity] as const] : []));

export function graphqlEntitiesOf(file: Draft<ConfigFile>): ReturnType<typeof entitiesOf> {
  const written = file.runtime?.graphql;
  const isServed = typeof written === 'boolean' ? written : (written?.enabled ?? defaults.runtime.graphql.enabled);
  return isServed ? entitiesOf(file).filter(([, entity]) => graphqlSettings(entity).enabled) : [];
}

const sourceOf = ({ source }: Draft<EntityFile>): Draft<SourceFile> => (typeof source === 'object' ? source : {});

export const sourceKind = (entity: Draft<EntityFile>): SourceKind =>
  sourceOf(entity).type ?? entityDefaults.source.type;

export function actionsOf(kind: SourceKind): readonly Action[] {
  return kind === 'stored-procedure' ? ['execute'] : ['create', 'read', 'update', 'delete'];
}

export interface ColumnSettings {
  readonly name: string;
  readonly alias?: string;
  readonly description?: string;
  readonly type?: 'JSON';
  readonly filledByDatabase?: true;
  readonly path: ConfigPath;
  readonly aliasPath: ConfigPath;
}

/** Reads `fields` and legacy `mappings`; paths are relative to the entity. */
export function columnsOf({ fields = [], mappings = {} }: Draft<EntityFile>): readonly ColumnSettings[] {
  const listed = fields.flatMap((field, index) => {
    if (field?.name === undefined) return [];
    const { name, alias, description, type } = field;
    const path = ['fields', index];
    return [
      {
        name,
        ...(alias !== undefined && { alias }),
        ...(description !== undefined && { description }),
        ...(type !== undefined && { type }),
        ...(field['filled-by-database'] && { filledByDatabase: true as const }),
        path,
        aliasPath: [...path, 'alias'],
      },
    ];
  });
  const mapped = Object.entries(mappings).flatMap(([name, alias]) => {
    const path = ['mappings', name];
    return alias === undefined ? [] : [{ name, alias, path, aliasPath: path }];
  });
  return [...listed, ...mapped];
}

export function keyFieldsOf(entity: Draft<EntityFile>): readonly string[] {
  const listed = (entity.fields ?? []).flatMap((field) => (field?.['primary-key'] && field.name ? [field.name] : []));
  return [...listed, ...(sourceOf(entity)['key-fields'] ?? []).flatMap((name) => name ?? [])];
}

export function parametersOf(entity: Draft<EntityFile>): readonly ParameterConfig[] {
  const { parameters = [] } = sourceOf(entity);
  if (!Array.isArray(parameters)) {
    return Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, default: value }],
    );
  }
  return parameters.flatMap((parameter) =>
    parameter?.name === undefined ? [] : [{ ...parameter, name: parameter.name }],
  );
}

export function restSettings(
  name: string,
  entity: Draft<EntityFile>,
  expand: boolean = defaults.runtime.rest.expand,
): EntityConfig['rest'] {
  const written = apiObject<EntityRestFile>(entity.rest, (path) => ({ path }));
  const isProcedure = sourceKind(entity) === 'stored-procedure';
  const methods = (written.methods ?? entityDefaults.rest.methods).flatMap((method) => method ?? []);
  return {
    enabled: written.enabled ?? entityDefaults.rest.enabled,
    path: (written.path ?? name).replace(/^\//, ''),
    expand: written.expand ?? expand,
    methods: isProcedure ? methods : [],
  };
}

export function graphqlSettings(entity: Draft<EntityFile>): EntityConfig['graphql'] {
  const written = apiObject<EntityGraphqlFile>(entity.graphql === null ? false : entity.graphql, (type) => ({ type }));
  const names = typeof written.type === 'string' ? { singular: written.type } : written.type;
  return {
    enabled: written.enabled ?? entityDefaults.graphql.enabled,
    ...names,
    operation: written.operation ?? entityDefaults.graphql.operation,
    subscription: written.subscription?.enabled ?? entityDefaults.graphql.subscription.enabled,
  };
}

/** Converts `true` or `"true"` to `{ enabled: true }`, and strings that are no boolean with `fromText`. */
function apiObject<T extends { readonly enabled?: boolean }>(
  written: boolean | string | Draft<T> | undefined,
  fromText: (text: string) => Draft<T>,
): Draft<T> {
  const flag = typeof written === 'string' ? readFlag(written) : written;
  if (typeof flag === 'boolean') return { enabled: flag } as Draft<T>;
  if (typeof written === 'string') return fromText(written);
  return typeof flag === 'object' ? flag : {};
}
