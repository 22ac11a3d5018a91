import type { Problem } from '../../base/problem.ts';
import { scalarNames } from '../../scalars/scalar.ts';
import type { ConfigFile, Draft } from '../config-file.ts';
import { errorAt } from '../document/problem-at.ts';
import { graphqlEntitiesOf, graphqlSettings } from '../entity-settings.ts';

const BUILT_IN = [...scalarNames, 'ID', 'Query', 'Mutation', 'Subscription'];

/** No two entities have the same GraphQL type. Generated types need no check: they give way (`model/build/type-names.ts`). */
export function checkTypeNames(file: Draft<ConfigFile>): Problem[] {
  const owners = new Map(BUILT_IN.map((type) => [type, 'GraphQL itself']));
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
