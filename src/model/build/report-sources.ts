import type { Catalog, CatalogObject } from '../catalog.ts';
import type { Entity } from '../model.ts';
import { offeredChanges } from '../visibility.ts';
import type { ProblemList } from './problems.ts';

const HIDDEN =
  'The database user of the connection may not see whether the tables of {count} entities have triggers: grant it TRIGGER on the database';

const REPEATED = 'The tables of {count} entities have children by INHERITS, so keys may repeat';

/** Entities that an API shows, with the catalog that they are served from. */
interface ServedSources {
  readonly entities: readonly Entity[];
  readonly catalog: Catalog;
  readonly sourceOf: (entity: Entity) => CatalogObject | undefined;
}

/** Warns of properties of the database and its tables that make requests fail, or responses incomplete. */
export function reportSources(served: ServedSources, problems: ProblemList): void {
  reportReadOnly(served, problems);
  reportHiddenTriggers(served, problems);
  reportRepeatedKeys(served, problems);
}

/** Entities that one warning names. */
const NAMED = 5;

function reportReadOnly({ entities, catalog: { readOnlyReason } }: ServedSources, problems: ProblemList): void {
  const changed = entities.filter((entity) => offeredChanges(entity).length > 0).map(({ name }) => `"${name}"`);
  if (readOnlyReason === undefined || changed.length === 0) return;
  const others = changed.length > NAMED ? ` and ${changed.length - NAMED} more` : '';
  problems.warning(
    ['data-source', 'connection-string'],
    `The database is read-only (${readOnlyReason}), and rejects the changes that permissions allow for ${changed.slice(0, NAMED).join(', ')}${others}. Make it writable, or allow "read" only.`,
  );
}

function reportHiddenTriggers({ entities, sourceOf }: ServedSources, problems: ProblemList): void {
  for (const entity of entities) {
    if (sourceOf(entity)?.hidesTriggers !== true || offeredChanges(entity).length === 0) continue;
    problems.warning(
      ['entities', entity.name, 'source'],
      `The database user of the connection may not see whether "${entity.source.name}" has triggers: grant it TRIGGER. One that gives keys, or sets something for its session, makes answers wrong otherwise.`,
      HIDDEN,
    );
  }
}

function reportRepeatedKeys({ entities, sourceOf }: ServedSources, problems: ProblemList): void {
  for (const entity of entities) {
    const { name, source, key } = entity;
    if (sourceOf(entity)?.hasChildren !== true || key.length === 0) continue;
    problems.warning(
      ['entities', name, 'source'],
      `Tables inherit from "${source.name}", and its key is unique in each of them only. A list that is paged by cursor can skip rows of equal keys. If keys repeat, serve a view with "tableoid" as a part of the key.`,
      REPEATED,
    );
  }
}
