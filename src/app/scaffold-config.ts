import { Observers } from '../base/observers.ts';
import { ConfigurationError, type Problem } from '../base/problem.ts';
import { buildConfig } from '../config/build/build-config.ts';
import type { Config } from '../config/config.ts';
import { describeUnpopulated } from '../model/build/find-source.ts';
import type { Catalog, CatalogObject } from '../model/catalog.ts';
import { objectKey } from '../scaffold/entity-names.ts';
import {
  type ExistingEntities,
  type ProposedEntity,
  proposeEntities,
  routineObstacle,
  type ScaffoldOptions,
} from '../scaffold/propose-entities.ts';
import { boot } from './boot.ts';
import { findConfigured } from './own-catalog.ts';

export interface Scaffold {
  /** New entities, and configured entities with new relationships. */
  readonly entities: readonly ProposedEntity[];
  /** Objects and relationships that the service cannot serve, with the reason. */
  readonly omitted: readonly Problem[];
}

/** Each round omits or renames the entities that the previous round rejected, so few rounds are needed. */
const MAX_ROUNDS = 8;

/** Suffix of an entity whose name the service rejects. */
const RENAMED = 'Row';

/**
 * Proposes entities that the service accepts: boots with the proposed entities, and renames or omits rejected entities.
 * @param config the configuration without the new entities
 * @param catalog only the objects to expose, and those of configured entities
 * @throws ApiError Unavailable; ConfigurationError if the rounds do not suffice
 */
export async function scaffoldEntities(
  config: Config,
  catalog: Catalog,
  { roles, guess }: Pick<ScaffoldOptions, 'roles' | 'guess'>,
): Promise<Scaffold> {
  const existing = findConfigured(config, catalog);
  const names = new Map<string, string>();
  const omittedRelationships = new Set<string>();
  const omitted: Problem[] = [...unpopulatedViews(catalog, existing), ...unusableRoutines(catalog, existing)];
  let current = { ...catalog, objects: catalog.objects.filter((object) => !isUnpopulated(object, existing)) };
  for (let round = 1; ; round += 1) {
    const proposed = proposeEntities(current, { roles, existing, names, guess }).map((entity) =>
      withoutRelationships(entity, omittedRelationships),
    );
    const byName = new Map(proposed.map((entity) => [entity.name, entity]));
    const problems = (await check(config, proposed)).filter((problem) => isAboutProposal(problem, byName));
    const rejected = problems.filter((problem) => problem.severity === 'error' || isBrokenView(problem));
    if (rejected.length === 0) return { entities: proposed, omitted };
    if (round === MAX_ROUNDS) throw new ConfigurationError(rejected);
    const dropped = new Set<string>();
    for (const [name, own] of Map.groupBy(rejected, ({ path }) => String(path[1]))) {
      const entity = byName.get(name);
      const relationships = own.filter(isAboutRelationship);
      for (const { path } of relationships) omittedRelationships.add(`${name}.${String(path[3])}`);
      omitted.push(...relationships);
      const problem = own.find((candidate) => !isAboutRelationship(candidate));
      if (problem === undefined || entity === undefined) continue;
      const key = objectKey(entity.object);
      if (isAboutName(problem) && !names.has(key)) {
        names.set(key, `${name}${RENAMED}`);
        continue;
      }
      omitted.push(problem);
      dropped.add(key);
    }
    current = {
      ...current,
      objects: current.objects.filter((object) => !dropped.has(objectKey(object))),
      routines: current.routines.filter((routine) => !dropped.has(objectKey(routine))),
    };
  }
}

/** True for an unpopulated materialized view, or a view that reads one, if no configured entity exposes it. */
const isUnpopulated = (object: CatalogObject, existing: ExistingEntities): boolean =>
  object.unpopulated !== undefined && !existing.has(objectKey(object));

const unpopulatedViews = ({ objects }: Catalog, existing: ExistingEntities): readonly Problem[] =>
  objects
    .filter((object) => isUnpopulated(object, existing))
    .map(({ name, unpopulated = [] }) => ({
      path: ['entities', name],
      message: `${describeUnpopulated(unpopulated)} Then run "joinery update".`,
      severity: 'error',
    }));

function unusableRoutines({ routines }: Catalog, existing: ExistingEntities): Problem[] {
  return routines.flatMap((routine): Problem[] => {
    const obstacle = routineObstacle(routine);
    if (obstacle === undefined || existing.has(objectKey(routine))) return [];
    const message = `The ${routine.kind} cannot be served: ${obstacle}.`;
    return [{ path: ['entities', routine.name], message, severity: 'error' }];
  });
}

const isAboutRelationship = ({ path }: Problem): boolean => path[2] === 'relationships' && path.length > 3;

/** Excludes problems that the configuration had before. */
function isAboutProposal(problem: Problem, proposed: ReadonlyMap<string, ProposedEntity>): boolean {
  const entity = proposed.get(String(problem.path[1]));
  if (entity === undefined || entity.isNew) return entity !== undefined;
  return isAboutRelationship(problem) && entity.config.relationships?.[String(problem.path[3])] !== undefined;
}

const isAboutName = ({ path }: Problem): boolean => path.length === 2 || path[2] === 'graphql';

/** The database cannot run the view. */
const isBrokenView = ({ path, summary }: Problem): boolean =>
  path[2] === 'source' && summary?.includes('cannot run the views') === true;

function withoutRelationships(entity: ProposedEntity, omitted: ReadonlySet<string>): ProposedEntity {
  const { relationships = {}, ...config } = entity.config;
  const others = Object.entries(relationships).filter(([name]) => !omitted.has(`${entity.name}.${name}`));
  return { ...entity, config: { ...config, ...(others.length > 0 && { relationships: Object.fromEntries(others) }) } };
}

/** Returns the problems of the configuration with the proposed entities, including warnings. */
async function check(config: Config, proposed: readonly ProposedEntity[]): Promise<readonly Problem[]> {
  const file = {
    'data-source': { 'database-type': config.dataSource.databaseType },
    entities: Object.fromEntries(proposed.map(({ name, config: entity }) => [name, entity])),
  };
  const built = new Map(buildConfig(file, process.cwd(), {}).entities.map((entity) => [entity.name, entity]));
  const entities = [
    ...config.entities.map((entity) => ({
      ...entity,
      relationships: [...entity.relationships, ...(built.get(entity.name)?.relationships ?? [])],
    })),
    ...proposed.flatMap(({ name, isNew }) => (isNew ? (built.get(name) ?? []) : [])),
  ];
  const warnings: Problem[] = [];
  const observers = new Observers();
  observers.add({ problem: ({ problem }) => warnings.push(problem) });
  try {
    const application = await boot({ ...config, entities }, observers, { reuseRunning: true });
    await application.close();
    return warnings;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems;
  }
}
