import type { Config } from '../../config/config.ts';
import type { Entity } from '../model.ts';

import { isReadable, offeredChanges } from '../visibility.ts';
import { wordsOf } from './build-names.ts';
import { isGraphqlName } from './choose-names.ts';
import type { ProblemList } from './problems.ts';
import { singularOf } from './word-forms.ts';

const SAME = '{count} entities have a plural that is the same as their singular';

const RENAMED = '{count} entities have types that are not named by the entity';

/** Warns about names of types that the configuration did not choose, and that it perhaps should. */
export function reportNames(entities: readonly Entity[], config: Config, problems: ProblemList): void {
  reportRenamed(entities, config, problems);
  reportPlurals(entities, config, problems);
}

/** Warns about types that are not named by the entity: GraphQL does not allow its name, or entities before it have the names made of it. */
function reportRenamed(entities: readonly Entity[], config: Config, problems: ProblemList): void {
  const configs = new Map(config.entities.map((entity) => [entity.name, entity]));
  for (const { name, graphql } of entities) {
    const entity = configs.get(name);
    if (entity === undefined || !graphql.enabled || entity.graphql.singular !== undefined) continue;
    const words = wordsOf(entity, config.runtime.graphql);
    const isMoved = words !== undefined && words.plural !== graphql.plural;
    if (isGraphqlName(name) && !isMoved) continue;
    const reason = isMoved
      ? `Another entity has names made of "${words.singular}"`
      : `"${name}" cannot be a name in GraphQL`;
    problems.warning(
      ['entities', name],
      `${reason}, so the type of this entity is called "${graphql.type}". To choose the name, set "graphql.type".`,
      RENAMED,
    );
  }
}

/**
 * Warns about names that are their own plurals though the configuration does not say so. The name is either a plural whose singular is
 * proposed, or a word whose plural the library does not know.
 */
function reportPlurals(entities: readonly Entity[], config: Config, problems: ProblemList): void {
  const said = new Set(config.entities.filter(({ graphql }) => graphql.plural !== undefined).map(({ name }) => name));
  for (const entity of entities) {
    const { type, plural } = entity.graphql;
    const hasMany = entity.routine === undefined && (isReadable(entity) || offeredChanges(entity).length > 0);
    if (plural !== type || said.has(entity.name) || !entity.graphql.enabled || !hasMany) continue;
    const singular = singularOf(type);
    const [reason, proposal] = singular === type ? ['has no other plural', '…'] : ['is a plural', `"${plural}"`];
    problems.warning(
      ['entities', entity.name],
      `"${type}" ${reason}, so one row and many rows have the same name, and mutations of many end in "Many". To name them, set "graphql": { "type": { "singular": "${singular}", "plural": ${proposal} } }.`,
      SAME,
    );
  }
}
