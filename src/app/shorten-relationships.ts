import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '../base/problem.ts';
import { buildRelationship } from '../config/build/build-entity.ts';
import type { Config } from '../config/config.ts';
import { relationshipKey, shortForms } from '../config/dab/relationship-forms.ts';
import type { RelationshipFile } from '../config/schema/config-schema.ts';
import { queryOf } from '../execute/create-execution.ts';
import { buildModel } from '../model/build/build-model.ts';
import type { ColumnPair, Model, Relationship } from '../model/model.ts';
import { connectSource } from './boot.ts';
import { buildCheckedModel, scopeOf } from './build-snapshot.ts';
import { expandAutoEntities } from './expand-auto-entities.ts';
import { detectStore, explainUnreachable } from './store-kinds.ts';

export interface ShortenedRelationships {
  /** By `relationshipKey`. Absent for a relationship without a short form of the same meaning. */
  readonly forms: ReadonlyMap<string, RelationshipFile>;
  /** Problems that only the database reveals, including those of policies and defaults. */
  readonly problems: readonly Problem[];
}

/**
 * Finds the shortest form of each relationship that resolves to the same columns in this database.
 * @param legacy relationships in legacy syntax, by `relationshipKey`
 * @throws ApiError Unavailable; ConfigurationError
 */
export async function shortenRelationships(
  config: Config,
  legacy: ReadonlyMap<string, RelationshipFile>,
): Promise<ShortenedRelationships> {
  const { source, stop } = await connectSource(config.dataSource, { reuseRunning: true });
  try {
    const { kind, problems: kindProblems } = await detectStore(source);
    const driver = await kind.open(source);
    try {
      const query = queryOf(driver);
      const { config: expanded, warnings } = await expandAutoEntities(config, kind, query);
      const catalog = await kind.introspect(query, scopeOf(expanded));
      const { model, problems } = buildCheckedModel(expanded, catalog, kind);
      const build = (from: Config): Model =>
        buildModel(from, catalog, { ...kind.capabilities, readType: kind.readType }).model;
      const forms = chooseForms(expanded, legacy, { model, build });
      return { forms, problems: [...kindProblems, ...warnings, ...problems] };
    } finally {
      await driver.close();
    }
  } catch (error) {
    throw await explainUnreachable(error, source);
  } finally {
    await stop();
  }
}

interface Choice {
  /** Shortest first. */
  readonly forms: readonly RelationshipFile[];
  readonly wanted: Relationship;
  index: number;
}

/** Tries the shortest form of each relationship. Tries the next form if the relationship resolves to other columns. */
function chooseForms(
  config: Config,
  legacy: ReadonlyMap<string, RelationshipFile>,
  { model, build }: { readonly model: Model; readonly build: (config: Config) => Model },
): ReadonlyMap<string, RelationshipFile> {
  const choices = new Map<string, Choice>();
  for (const { name: entity, relationshipByName } of model.entities) {
    for (const [name, wanted] of relationshipByName) {
      const written = legacy.get(relationshipKey(entity, name));
      if (written !== undefined) {
        const forms = [...shortForms(written), ...shortForms(withColumns(written, wanted))];
        choices.set(relationshipKey(entity, name), { forms, wanted, index: 0 });
      }
    }
  }
  const formOf = (key: string): RelationshipFile | undefined => {
    const choice = choices.get(key);
    return choice?.forms[choice.index];
  };
  for (let isChanged = choices.size > 0; isChanged; ) {
    isChanged = false;
    const built = build(withForms(config, formOf));
    for (const [key, choice] of choices) {
      const [entity = '', name = '']: string[] = JSON.parse(key);
      const found = built.byName.get(entity)?.relationshipByName.get(name);
      if (formOf(key) === undefined || isDeepStrictEqual(found, choice.wanted)) continue;
      choice.index += 1;
      isChanged = true;
    }
  }
  return new Map(
    [...choices.keys()].flatMap((key) => {
      const form = formOf(key);
      return form === undefined ? [] : [[key, form] as const];
    }),
  );
}

/** Returns the relationship with all of its columns. Legacy syntax may name only the columns of the junction. */
function withColumns(written: RelationshipFile, { link: { on, through } }: Relationship): RelationshipFile {
  const column = (pairs: readonly ColumnPair[], side: 0 | 1): string[] => pairs.map((pair) => pair[side]);
  if (through === undefined) return { ...written, 'source.fields': column(on, 0), 'target.fields': column(on, 1) };
  return {
    ...written,
    'source.fields': column(through.fromSource, 0),
    'linking.source.fields': column(through.fromSource, 1),
    'linking.target.fields': column(through.toTarget, 0),
    'target.fields': column(through.toTarget, 1),
  };
}

const withForms = (config: Config, formOf: (key: string) => RelationshipFile | undefined): Config => ({
  ...config,
  entities: config.entities.map((entity) => ({
    ...entity,
    relationships: entity.relationships.map((relationship) => {
      const form = formOf(relationshipKey(entity.name, relationship.name));
      return form === undefined ? relationship : buildRelationship(relationship.name, form);
    }),
  })),
});
