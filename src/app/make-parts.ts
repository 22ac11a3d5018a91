import { ConfigurationError } from '../base/problem.ts';
import type { Config } from '../config/config.ts';
import type { IntrospectionScope } from '../dialect/introspection.ts';
import type { StoreKind } from '../dialect/store-kind.ts';
import type { Execution } from '../execute/create-execution.ts';
import { buildCheckedModel } from './build-checked-model.ts';
import { checkLinks } from './check-links.ts';
import { checkServed } from './check-served.ts';
import { checkViews } from './check-views.ts';
import { Introspections } from './introspections.ts';
import { makeOfflineParts } from './offline-parts.ts';
import type { Parts } from './parts.ts';
import { ScriptCache } from './script-cache.ts';

/** The share of the operation cache's bytes that answers about the schema get beside it. */
const INTROSPECTION_SHARE = 0.25;

/** What parts are made from. */
export interface Sources {
  readonly config: Config;
  readonly kind: StoreKind;
  /** It stays when parts are made anew. */
  readonly execution: Execution;
}

/** One making of parts. */
export interface Making extends Sources {
  /** Which reading of the catalog this is, counted from 0. */
  readonly generation: number;
  /** The parts until now. Schemas that would be equal stay the same objects, and with them all parsed documents. */
  readonly previous?: Parts;
}

/**
 * Reads the catalog, and makes the parts that answer by it. The first time, warnings are observed.
 * @throws ConfigurationError with all problems, where one is an error; Refusal Unavailable when the database does not answer
 */
export async function makeParts({ config, kind, execution, generation, previous }: Making): Promise<Parts> {
  // Read before the catalog: a change in between shows as another mark later.
  const mark = await readMark({ config, kind, execution });
  const { query } = execution.service;
  const catalog = await kind.introspect(query, scopeOf(config));
  const { model, problems: found } = buildCheckedModel(config, catalog, kind);
  const links = await checkLinks(model, catalog, { query, areComparable: kind.areComparable });
  const problems = [...found, ...links, ...checkServed(config)];
  if (problems.some(({ severity }) => severity === 'error')) throw new ConfigurationError(problems);
  if (previous === undefined) {
    const views = await checkViews(model, { query, probeView: kind.probeView });
    for (const problem of [...problems, ...views]) execution.observers.observe({ kind: 'problem', problem });
  }
  const { operationCache, limits } = config.runtime;
  const offline = makeOfflineParts({ config, model, kind, generation, ...(previous && { previous }) });
  return {
    ...execution,
    ...offline,
    mark,
    scripts: new ScriptCache(operationCache),
    introspections:
      offline.schema === previous?.schema
        ? previous.introspections
        : new Introspections(offline.schema, limits.response, operationCache * INTROSPECTION_SHARE),
    authentication: config.runtime.authentication,
    tellsFaults: config.runtime.mode === 'development',
  };
}

/** A text that is another one once the catalog has changed. @throws Refusal Unavailable when the database does not answer */
export const readMark = ({ config, kind, execution }: Sources): Promise<string> =>
  kind.readMark(execution.service.query, scopeOf(config));

/** The objects and routines of the database that a configuration names. */
export function scopeOf({ entities }: Config): IntrospectionScope {
  const [routines, others] = [true, false].map((wanted) =>
    entities.filter(({ source }) => (source.kind === 'stored-procedure') === wanted).map(({ source }) => source.object),
  );
  const junctions = entities.flatMap(({ relationships }) =>
    relationships.flatMap(({ through }) => through?.object ?? []),
  );
  return { objects: [...(others ?? []), ...junctions], routines: routines ?? [] };
}
