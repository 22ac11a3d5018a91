import type { ConfigPath, Problem } from '../../base/problem.ts';
import type { ConfigFile, Draft, EntityFile } from '../config-file.ts';
import { errorAt } from '../document/problem-at.ts';
import { columnsOf, graphqlEntitiesOf, graphqlSettings } from '../entity-settings.ts';

// https://spec.graphql.org/draft/#sec-Names; names that start with two underscores are GraphQL's own.
const NAME = /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Reports names that GraphQL shows and does not allow. An entity itself may have any name: its type gets a name that is made of it
 * (`model/build/build-names.ts`).
 */
export function checkNames(file: Draft<ConfigFile>): Problem[] {
  return graphqlEntitiesOf(file).flatMap(([name, entity]) => [
    ...checkTypeName(name, entity),
    ...columnsOf(entity).flatMap(({ alias, aliasPath }) => checkName(alias, ['entities', name, ...aliasPath])),
    ...Object.keys(entity.relationships ?? {}).flatMap((relationship) =>
      checkName(relationship, ['entities', name, 'relationships', relationship]),
    ),
  ]);
}

function checkTypeName(name: string, entity: Draft<EntityFile>): Problem[] {
  const { singular, plural } = graphqlSettings(entity);
  const { graphql } = entity;
  const path = ['entities', name, 'graphql'];
  const type = typeof graphql === 'object' && graphql !== null ? graphql.type : undefined;
  if (typeof type === 'object') {
    return [...checkName(singular, [...path, 'type', 'singular']), ...checkName(plural, [...path, 'type', 'plural'])];
  }
  if (singular !== undefined) return checkName(singular, type === undefined ? path : [...path, 'type']);
  return [];
}

function checkName(name: string | undefined, path: ConfigPath): Problem[] {
  if (name === undefined || NAME.test(name)) return [];
  const cleaned = name.replace(/[^A-Za-z0-9_]+/g, '').replace(/^(__|[0-9])+/, '');
  return [
    errorAt(path, `"${name}" cannot be a name in GraphQL.`, {
      expected: 'letters, digits and underscores, with no digit and no two underscores in front',
      ...(NAME.test(cleaned) && { suggestion: cleaned }),
    }),
  ];
}
