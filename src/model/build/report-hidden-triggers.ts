import type { CatalogObject } from '../catalog.ts';
import type { Entity } from '../model.ts';
import { offeredChanges } from '../visibility.ts';
import type { ProblemList } from './problems.ts';

const HIDDEN =
  'The database user of the connection may not see whether the tables of {count} entities have triggers: grant it TRIGGER on the database';

/** Warns of entities whose rows can be changed by roles, while nobody knows what triggers do to them. */
export function reportHiddenTriggers(
  entities: readonly Entity[],
  sourceOf: (entity: Entity) => CatalogObject | undefined,
  problems: ProblemList,
): void {
  for (const entity of entities) {
    if (sourceOf(entity)?.hidesTriggers !== true || offeredChanges(entity).length === 0) continue;
    problems.warning(
      ['entities', entity.name, 'source'],
      `The database user of the connection may not see whether "${entity.source.name}" has triggers: grant it TRIGGER. One that gives keys, or sets something for its session, makes answers wrong otherwise.`,
      HIDDEN,
    );
  }
}
