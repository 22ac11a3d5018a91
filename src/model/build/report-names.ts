import type { Config } from '../../config/config.ts';
import type { Entity } from '../model.ts';

import { isReadable, offeredChanges } from '../visibility.ts';
import { isGraphqlName } from './choose-names.ts';
import type { ProblemList } from './problems.ts';

const SAME = '{count} entities have a plural that is the same as their singular';

const RENAMED = '{count} entities have names that GraphQL does not allow; their types are named otherwise';

/** Warns about names of types that the configuration did not choose, and that it perhaps should. */
export function reportNames(entities: readonly Entity[], config: Config, problems: ProblemList): void {
  reportRenamed(entities, config, problems);
  reportPlurals(entities, config, problems);
}

/** Warns about names that GraphQL does not allow. */
function reportRenamed(entities: readonly Entity[], config: Config, problems: ProblemList): void {
  const chosen = new Set(
    config.entities.flatMap(({ name, graphql }) => (graphql.singular === undefined ? [] : [name])),
  );
  for (const { name, graphql } of entities) {
    if (!graphql.enabled || chosen.has(name) || isGraphqlName(name)) continue;
    problems.warning(
      ['entities', name],
      `"${name}" cannot be a name in GraphQL, so the type of this entity is called "${graphql.type}". To choose the name, set "graphql.type".`,
      RENAMED,
    );
  }
}

/** Warns of names that are their own plurals though the configuration does not say so: perhaps the plural is just not known. */
function reportPlurals(entities: readonly Entity[], config: Config, problems: ProblemList): void {
  const said = new Set(config.entities.filter(({ graphql }) => graphql.plural !== undefined).map(({ name }) => name));
  for (const entity of entities) {
    const { type, plural } = entity.graphql;
    const hasMany = entity.routine === undefined && (isReadable(entity) || offeredChanges(entity).length > 0);
    if (plural !== type || said.has(entity.name) || !entity.graphql.enabled || !hasMany) continue;
    problems.warning(
      ['entities', entity.name],
      `"${type}" counts as its own plural, so that fields for many of them are named as those for one; where it has another, say it by "graphql": { "type": { "singular": "${type}", "plural": … } }.`,
      SAME,
    );
  }
}
