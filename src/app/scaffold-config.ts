import { Observers } from '../base/observers.ts';
import { ConfigurationError, type Problem } from '../base/problem.ts';
import { buildConfig } from '../config/build/build-config.ts';
import type { ConfigFile, EntityFile } from '../config/schema/config-schema.ts';
import type { Catalog } from '../model/catalog.ts';
import { type ProposedEntity, proposeEntities, type ScaffoldOptions } from '../scaffold/propose-entities.ts';
import { boot } from './boot.ts';

export interface Scaffold {
  readonly entities: readonly ProposedEntity[];
  /** Objects and relationships that the service cannot serve. */
  readonly omitted: readonly Problem[];
  /** Warnings of the complete configuration. */
  readonly warnings: readonly Problem[];
}

/** Each round removes what the previous one reported, so few are needed. */
const MAX_ROUNDS = 8;

/** Suffix of an entity whose name the service rejects. */
const RENAMED = 'Row';

/**
 * Proposes entities that the service accepts: starts it without listening, and renames or omits what it rejects.
 * @param file the configuration without the new entities
 * @param catalog only the objects to expose
 * @throws ApiError Unavailable; ConfigurationError for problems outside the proposed entities
 */
export async function scaffoldEntities(
  file: ConfigFile,
  catalog: Catalog,
  options: ScaffoldOptions,
): Promise<Scaffold> {
  const omitted: Problem[] = [];
  const existing = new Map(options.existing);
  const renamed = new Set<string>();
  const withoutRelationships = new Set<string>();
  let current = catalog;
  for (let round = 1; ; round += 1) {
    const proposed = proposeEntities(current, { ...options, existing }).map((entity) =>
      without(entity, withoutRelationships),
    );
    const { errors, warnings } = await check(file, proposed);
    const names = new Set(proposed.map(({ name }) => name));
    const rejected = [...errors, ...warnings.filter(isBrokenView)].filter(({ path }) => names.has(String(path[1])));
    if (rejected.length === 0 || round === MAX_ROUNDS) {
      if (errors.length > 0) throw new ConfigurationError(errors);
      return { entities: proposed, omitted, warnings };
    }
    for (const [name, problems] of Map.groupBy(rejected, ({ path }) => String(path[1]))) {
      const entity = proposed.find((one) => one.name === name);
      if (entity === undefined) continue;
      const relationships = problems.filter(({ path }) => path[2] === 'relationships' && path.length > 3);
      for (const { path } of relationships) withoutRelationships.add(`${name}.${String(path[3])}`);
      omitted.push(...relationships);
      const [problem] = problems.filter(({ path }) => !(path[2] === 'relationships' && path.length > 3));
      if (problem === undefined) continue;
      const key = `${entity.object.schema}.${entity.object.name}`;
      if (isAboutName(problem) && !renamed.has(key)) {
        renamed.add(key);
        existing.set(key, `${name}${RENAMED}`);
        continue;
      }
      omitted.push(problem);
      current = {
        ...current,
        objects: current.objects.filter((object) => object !== entity.object),
        routines: current.routines.filter(
          (routine) => `${routine.schema}.${routine.name}` !== key || !('result' in entity.object),
        ),
      };
    }
  }
}

const isAboutName = ({ path }: Problem): boolean => path.length === 2 || path[2] === 'graphql';

/** The database cannot run the view. */
const isBrokenView = ({ path, kind }: Problem): boolean =>
  path[2] === 'source' && kind?.includes('cannot run the views') === true;

function without(entity: ProposedEntity, omitted: ReadonlySet<string>): ProposedEntity {
  const { relationships = {}, ...config } = entity.config;
  const kept = Object.entries(relationships).filter(([name]) => !omitted.has(`${entity.name}.${name}`));
  return { ...entity, config: { ...config, ...(kept.length > 0 && { relationships: Object.fromEntries(kept) }) } };
}

async function check(
  file: ConfigFile,
  proposed: readonly ProposedEntity[],
): Promise<{ readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] }> {
  const entities: Record<string, EntityFile> = { ...file.entities };
  for (const { name, config } of proposed) entities[name] = config;
  const warnings: Problem[] = [];
  const observers = new Observers();
  observers.add({ problem: ({ problem }) => warnings.push(problem) });
  try {
    const config = buildConfig({ ...file, entities }, process.cwd(), { exposeDevelopment: true });
    const application = await boot(config, observers, { reuseRunning: true });
    await application.close();
    return { errors: [], warnings };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const isError = ({ severity }: Problem): boolean => severity === 'error';
    return { errors: error.problems.filter(isError), warnings: error.problems.filter((problem) => !isError(problem)) };
  }
}
