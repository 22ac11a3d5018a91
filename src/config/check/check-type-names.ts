import type { Problem } from '../../base/problem.ts';
import type { ConfigFile, Draft } from '../config-file.ts';
import { errorAt } from '../document/problem-at.ts';
import { graphqlEntitiesOf, graphqlSettings } from '../entity-settings.ts';

/**
 * Reports entities with the same GraphQL type. A type that GraphQL or Joinery itself has, or that is generated for another entity, is no
 * problem: the entity's own type moves aside (`model/build/type-names.ts`).
 */
export function checkTypeNames(file: Draft<ConfigFile>): Problem[] {
  const owners = new Map<string, string>();
  return graphqlEntitiesOf(file).flatMap(([name, entity]) => {
    const { singular = name } = graphqlSettings(entity);
    const owner = owners.get(singular);
    owners.set(singular, owner ?? `the entity "${name}"`);
    if (owner === undefined) return [];
    return [
      errorAt(
        ['entities', name],
        `The GraphQL type "${singular}" of this entity is made by ${owner} too; rename the entity, or give "graphql.type".`,
      ),
    ];
  });
}
