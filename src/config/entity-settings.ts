import type { Action } from './config.ts';
import type { ConfigFile, Draft, EntityFile, SourceKind } from './config-file.ts';
import { defaults } from './defaults.ts';

/** Name and content of each entity that is well-formed, in the order of the file. */
export const entitiesOf = (file: Draft<ConfigFile>): (readonly [name: string, entity: Draft<EntityFile>])[] =>
  Object.entries(file.entities ?? {}).flatMap(([name, entity]) => (entity ? [[name, entity] as const] : []));

export function sourceKind({ source }: Draft<EntityFile>): SourceKind {
  return (typeof source === 'object' ? source.type : undefined) ?? defaults.sourceType;
}

/** Actions that a source of this kind can have at all. */
export function actionsOf(kind: SourceKind): readonly Action[] {
  return kind === 'stored-procedure' ? ['execute'] : ['create', 'read', 'update', 'delete'];
}

/** Whether the REST API has the entity, and its path there, without a slash in front. */
export function restSettings(name: string, { rest = true }: Draft<EntityFile>): { enabled: boolean; path: string } {
  if (typeof rest === 'boolean') return { enabled: rest, path: name };
  return { enabled: rest.enabled ?? true, path: (rest.path ?? name).replace(/^\//, '') };
}

/** Whether the GraphQL API has the entity, and the names of one and of many where they are given. */
export function graphqlSettings({ graphql = true }: Draft<EntityFile>): {
  enabled: boolean;
  singular?: string;
  plural?: string;
} {
  if (typeof graphql === 'boolean') return { enabled: graphql };
  const names = typeof graphql.type === 'string' ? { singular: graphql.type } : graphql.type;
  return { enabled: graphql.enabled ?? true, ...names };
}
