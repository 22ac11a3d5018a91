import { ConfigurationError, type Problem } from '../base/problem.ts';
import type { Config } from '../config/config.ts';
import type { IntrospectionScope, ProbeView, QueryRows } from '../dialect/introspection.ts';
import type { StoreKind } from '../dialect/store-kind.ts';
import type { Execution } from '../execute/create-execution.ts';
import type { Entity } from '../model/model.ts';
import { readableFields } from '../model/visibility.ts';
import { buildCheckedModel } from './build-checked-model.ts';
import { checkLinks } from './check-links.ts';
import { checkServed } from './check-served.ts';
import { Introspections } from './introspections.ts';
import { makeOfflineParts } from './offline-parts.ts';
import type { Parts } from './parts.ts';
import { ScriptCache } from './script-cache.ts';

/** The share of the operation cache's bytes that answers about the schema get beside it. */
const INTROSPECTION_SHARE = 0.25;

/** Milliseconds that the probes of all views may take. A table that somebody has locked must not delay the start for longer. */
const VIEWS_MS = 3_000;

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
  const hasErrors = problems.some(({ severity }) => severity === 'error');
  if (hasErrors || previous === undefined) {
    const deadline = performance.now() + VIEWS_MS;
    const probe: QueryRows = (text, values) => query(text, values, { deadline });
    // Errors may follow from views without columns; those alone are probed each time that the catalog is read.
    const entities = hasErrors ? model.entities.filter(({ allFields }) => allFields.size === 0) : model.entities;
    problems.push(...(await checkViews(entities, { query: probe, probeView: kind.probeView })));
  }
  if (hasErrors) throw new ConfigurationError(problems);
  if (previous === undefined) {
    for (const problem of problems) execution.observers.observe({ kind: 'problem', problem });
  }
  const { operationCache, limits } = config.runtime;
  const { anonymousStatement } = limits;
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
    ...(anonymousStatement < config.dataSource.statementTimeout && { anonymousStatement }),
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

/** Returns a warning for each entity whose view the database cannot run. A view that fails on some of its rows is not found. */
async function checkViews(
  entities: readonly Entity[],
  { query, probeView }: { readonly query: QueryRows; readonly probeView: ProbeView },
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const entity of entities) {
    const { name, source, routine } = entity;
    if (source.kind !== 'view' || routine !== undefined) continue;
    const columns = readableFields(entity).map(({ column }) => column);
    // A catalog without any column of a view may belong to a view that the database cannot open.
    if (columns.length === 0 && entity.allFields.size > 0) continue;
    const reason = await probeView(query, { ...source, columns });
    if (reason === undefined) continue;
    problems.push({
      path: ['entities', name, 'source'],
      message: `The database cannot run the view "${source.name}": ${reason}. Fix the view, or every request that reads it fails.`,
      severity: 'warning',
      kind: 'The database cannot run the views of {count} entities',
    });
  }
  return problems;
}
