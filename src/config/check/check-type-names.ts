import type { Problem } from '../../base/problem.ts';
import { scalarNames } from '../../scalars/scalar.ts';
import type { ConfigFile, Draft } from '../config-file.ts';
import { errorAt } from '../document/problem-at.ts';
import { entitiesOf, graphqlSettings, sourceKind } from '../entity-settings.ts';

const BUILT_IN = [...scalarNames, 'ID', 'Query', 'Mutation', 'Subscription'];

/** No two entities make the same GraphQL type. */
export function checkTypeNames(file: Draft<ConfigFile>): Problem[] {
  const owners = new Map(BUILT_IN.map((type) => [type, 'GraphQL itself']));
  return entitiesOf(file).flatMap(([name, entity]) => {
    const { singular = name } = graphqlSettings(entity);
    const types = sourceKind(entity) === 'stored-procedure' ? [singular] : typesOf(singular);
    const clash = types.find((type) => owners.has(type));
    const owner = clash === undefined ? undefined : owners.get(clash);
    for (const type of types) owners.set(type, owners.get(type) ?? `the entity "${name}"`);
    if (owner === undefined) return [];
    return [
      errorAt(
        ['entities', name],
        `The GraphQL type "${clash}" of this entity is made by ${owner} too; rename the entity, or give "graphql.type".`,
      ),
    ];
  });
}

const typesOf = (singular: string): readonly string[] => [
  singular,
  `${singular}Connection`,
  `${singular}FilterInput`,
  `${singular}OrderByInput`,
  `Create${singular}Input`,
  `Update${singular}Input`,
];
