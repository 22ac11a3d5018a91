import type { Problem } from '../../base/problem.ts';
import type { ConfigFile, Draft, EntityFile } from '../config-file.ts';
import { errorAt } from '../document/problem-at.ts';
import type { Path } from '../document/tree.ts';
import { entitiesOf } from '../entity-settings.ts';

// https://spec.graphql.org/draft/#sec-Names; names that start with two underscores are GraphQL's own.
const NAME = /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/;

/** Whatever becomes a name in the APIs can be one; REST derives from GraphQL, so it needs the same names. */
export function checkNames(file: Draft<ConfigFile>): Problem[] {
  return entitiesOf(file).flatMap(([name, entity]) => [
    ...checkTypeName(name, entity),
    ...(entity.fields ?? []).flatMap((field, index) =>
      checkName(field?.alias, ['entities', name, 'fields', index, 'alias']),
    ),
    ...Object.keys(entity.relationships ?? {}).flatMap((relationship) =>
      checkName(relationship, ['entities', name, 'relationships', relationship]),
    ),
  ]);
}

function checkTypeName(name: string, { graphql }: Draft<EntityFile>): Problem[] {
  const type = typeof graphql === 'object' ? graphql.type : undefined;
  const path = ['entities', name, 'graphql', 'type'];
  if (typeof type === 'string') return checkName(type, path);
  if (type !== undefined) {
    return [...checkName(type.singular, [...path, 'singular']), ...checkName(type.plural, [...path, 'plural'])];
  }
  return checkName(name, ['entities', name], ' Rename the entity, or give "graphql.type".');
}

function checkName(name: string | undefined, path: Path, advice = ''): Problem[] {
  if (name === undefined || NAME.test(name)) return [];
  const cleaned = name.replace(/[^A-Za-z0-9_]+/g, '').replace(/^(__|[0-9])+/, '');
  return [
    errorAt(path, `"${name}" cannot be a name in GraphQL.${advice}`, {
      expected: 'letters, digits and underscores, with no digit and no two underscores in front',
      ...(NAME.test(cleaned) && { suggestion: cleaned }),
    }),
  ];
}
