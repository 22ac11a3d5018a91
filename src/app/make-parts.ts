import { createHash } from 'node:crypto';
import { ConfigurationError, type Problem } from '../base/problem.ts';
import type { Config } from '../config/config.ts';
import type { AreComparable, Introspect, IntrospectionScope, ReadMark } from '../dialect/introspection.ts';
import { buildModel } from '../model/build/build-model.ts';
import type { Model } from '../model/model.ts';
import { modelOf } from '../model/visibility.ts';
import { checkPolicies } from '../plan/filter/check-policies.ts';
import { buildSchema } from '../sdl/build-schema.ts';
import { printSdl } from '../sdl/features.ts';
import { compilePlan } from '../sql/compile-plan.ts';
import type { Dialect } from '../sql/dialect.ts';
import type { Driver, Store } from '../store/store.ts';
import { checkDefaults } from '../values/configured-value.ts';
import { checkLinks } from './check-links.ts';
import { checkServed } from './check-served.ts';
import { Introspections } from './introspections.ts';
import type { Parts } from './parts.ts';
import { PreparedOperations } from './prepared-operations.ts';
import { ScriptCache } from './script-cache.ts';

/** Answers of the schema about itself get a share of what compiled operations may take. */
const INTROSPECTION_SHARE = 0.25;

/** How one kind of database is read and asked. */
export interface StoreKind {
  readonly dialect: Dialect;
  readonly encode: Store['encode'];
  readonly introspect: Introspect;
  readonly readMark: ReadMark;
  /** Absent where all values are compared with each other. */
  readonly areComparable?: AreComparable;
}

/** What parts are made from. */
export interface Sources {
  readonly config: Config;
  readonly kind: StoreKind;
  readonly driver: Driver;
}

/** One making of parts. */
export interface Making extends Sources {
  /** Which reading of the catalog this is, counted from 0. */
  readonly generation: number;
  /** What stays when parts are made anew. */
  readonly shared: Pick<Parts, 'admission' | 'sharedSteps' | 'counts'>;
  /** The parts until now, whose schemas stay where they would be the same, and with them every document that is known. */
  readonly previous?: Parts;
}

/**
 * Reads the catalog, and makes what answers by it.
 * @param warn is told each problem that keeps nothing from starting
 * @throws ConfigurationError with every problem that does; Refusal Unavailable when the database does not answer
 */
export async function makeParts(
  { config, kind, driver, generation, shared, previous }: Making,
  warn: (problem: Problem) => void,
): Promise<Parts> {
  // Before the catalog is: what changes meanwhile shows as another mark later.
  const mark = await readMark({ config, kind, driver });
  const catalog = await kind.introspect(driver.query, scopeOf(config));
  const built = buildModel(config, catalog, kind.dialect.capabilities);
  const { model } = built;
  const { query } = driver;
  const links = await checkLinks(model, catalog, { query, areComparable: kind.areComparable });
  const problems = [
    ...built.problems,
    ...links,
    ...checkServed(config),
    ...checkPolicies(model),
    ...checkDefaults(model),
  ];
  if (problems.some(({ severity }) => severity === 'error')) throw new ConfigurationError(problems);
  problems.forEach(warn);
  const { operationCache, limits } = config.runtime;
  const schemas = makeSchemas(model, config, previous);
  return {
    ...shared,
    mark,
    model,
    ...schemas,
    store: createStore(kind, model, generation),
    driver,
    operations: new PreparedOperations(model.limits),
    scripts: new ScriptCache(operationCache),
    introspections:
      schemas.schema === previous?.schema
        ? previous.introspections
        : new Introspections(schemas.schema, limits.response, operationCache * INTROSPECTION_SHARE),
    authentication: config.runtime.authentication,
    tellsFaults: config.runtime.mode === 'development',
  };
}

/** A text that is another one once the catalog has changed. @throws Refusal Unavailable when the database does not answer */
export const readMark = ({ config, kind, driver }: Sources): Promise<string> =>
  kind.readMark(driver.query, scopeOf(config));

function scopeOf({ entities }: Config): IntrospectionScope {
  const [routines, others] = [true, false].map((wanted) =>
    entities.filter(({ source }) => (source.kind === 'stored-procedure') === wanted).map(({ source }) => source.object),
  );
  const junctions = entities.flatMap(({ relationships }) =>
    relationships.flatMap(({ through }) => through?.object ?? []),
  );
  return { objects: [...(others ?? []), ...junctions], routines: routines ?? [] };
}

/** The schemas that clients and REST documents meet. */
function makeSchemas(
  model: Model,
  { runtime }: Config,
  previous: Parts | undefined,
): Pick<Parts, 'schema' | 'restSchema' | 'fingerprint'> {
  const sdl = printSdl(modelOf('graphql', model));
  const restSdl = runtime.rest.enabled ? printSdl(modelOf('rest', model), 'rest') : undefined;
  const fingerprint = createHash('sha256')
    .update(sdl)
    .update(restSdl ?? '')
    .digest('base64url');
  if (previous?.fingerprint === fingerprint) {
    return { schema: previous.schema, restSchema: previous.restSchema, fingerprint };
  }
  return {
    schema: buildSchema(sdl),
    restSchema: restSdl === undefined ? undefined : buildSchema(restSdl),
    fingerprint,
  };
}

function createStore({ dialect, encode }: StoreKind, model: Model, generation: number): Store {
  return { name: dialect.name, compile: (plan) => compilePlan(plan, dialect, model, generation), encode };
}
