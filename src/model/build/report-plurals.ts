import type { Config } from '../../config/config.ts';
import type { Entity } from '../model.ts';
import { isReadable, offeredChanges } from '../visibility.ts';
import type { ProblemList } from './problems.ts';

const SAME = '{count} entities have a plural that is the same as their singular';

/** Warns of names that are their own plurals though the configuration does not say so: perhaps the plural is just not known. */
export function reportPlurals(entities: readonly Entity[], config: Config, problems: ProblemList): void {
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
