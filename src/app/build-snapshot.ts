import type { Audit } from '../audit/audit.ts';
import { ConfigurationError, type Problem, problemKey } from '../base/problem.ts';
import type { Config, EntityConfig } from '../config/config.ts';
import type { AreComparable, IntrospectionScope, ProbeView, QueryRows } from '../dialect/introspection.ts';
import type { StoreKind } from '../dialect/store-kind.ts';
import { type Execution, explainCatalogTimeouts } from '../execute/create-execution.ts';
import { buildModel } from '../model/build/build-model.ts';
import { objectNamed } from '../model/build/find-source.ts';
import { isUnreadable } from '../model/build/rights/ungranted-columns.ts';
import type { Catalog } from '../model/catalog.ts';
import type { ColumnType } from '../model/catalog-column.ts';
import type { ColumnPair, Entity, Model, Relationship } from '../model/model.ts';
import { readableFields } from '../model/visibility.ts';
import { checkPolicies, type PolicyError } from '../plan/filter/visible-rows.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { checkDefaults, type InvalidDefault } from '../values/configured-value.ts';
import { IntrospectionCache } from './introspections.ts';
import { buildOfflineSnapshot } from './offline-snapshot.ts';
import { ScriptCache } from './script-cache.ts';
import type { CatalogData } from './shared-catalog.ts';
import type { Snapshot } from './snapshot.ts';

/** Size of the introspection cache relative to the operation cache. */
const INTROSPECTION_SHARE = 0.25;

/** Time limit for all probes of views. A locked table must not delay startup. */
const VIEW_PROBES_MS = 3_000;

export interface SnapshotInputs {
  readonly config: Config;
  readonly kind: StoreKind;
  readonly execution: Execution;
  readonly audit?: Audit;
  readonly tracing?: Tracing;
}

export interface SnapshotBuildContext extends SnapshotInputs {
  /** 0-based. */
  readonly generation: number;
  /** Equal schemas are reused, which keeps parsed documents valid. */
  readonly previous?: Snapshot;
  /** Catalog that another process has read and checked. By default, it is read from the database. */
  readonly catalogData?: CatalogData;
  /** Receives the catalog. */
  readonly onRead?: (catalogData: CatalogData) => void;
}

/**
 * Reads the catalog and builds the snapshot. Reports the warnings that the previous snapshot did not have.
 * @throws ConfigurationError with all problems; ApiError Unavailable
 */
export async function buildSnapshot({
  config,
  kind,
  execution,
  audit,
  tracing,
  generation,
  previous,
  catalogData,
  onRead = () => undefined,
}: SnapshotBuildContext): Promise<Snapshot> {
  const query = previous ? execution.service.query : explainCatalogTimeouts(execution.service.query, config.dataSource);
  // The version is read before the catalog, so that a later poll detects a change between the two reads.
  const catalogVersion = catalogData?.version ?? (await kind.readCatalogVersion(query, scopeOf(config)));
  const catalog = catalogData?.catalog ?? (await kind.introspect(query, scopeOf(config)));
  const { model, problems: modelProblems } = buildCheckedModel(config, catalog, kind);
  const problems =
    catalogData?.problems ??
    (await checkInDatabase(modelProblems, { config, kind, execution, catalog, model, previous }));
  onRead({ version: catalogVersion, catalog, problems });
  const reported = new Map(problems.map((problem) => [problemKey(problem), problem]));
  for (const [key, problem] of reported) {
    if (previous?.reportedWarnings.has(key) !== true)
      execution.observers.observe({ kind: 'problem', problem, isCatalog: true });
  }
  const { anonymousStatementMs, operationCacheBytes, responseBytes } = config.runtime.limits;
  const offline = buildOfflineSnapshot({ config, model, kind, generation, ...(previous && { previous }) });
  return {
    ...execution,
    ...offline,
    ...(audit && { audit }),
    ...(tracing && { tracing }),
    catalogVersion,
    reportedWarnings: new Set(reported.keys()),
    scripts: new ScriptCache(operationCacheBytes),
    introspections:
      offline.schema === previous?.schema
        ? previous.introspections
        : new IntrospectionCache(offline.schema, responseBytes, operationCacheBytes * INTROSPECTION_SHARE),
    authentication: config.runtime.authentication,
    ...(anonymousStatementMs < config.dataSource.statementTimeoutMs && {
      anonymousStatementTimeoutMs: anonymousStatementMs,
    }),
    exposesDatabaseErrors: config.runtime.mode === 'development',
  };
}

interface DatabaseCheckContext extends Pick<SnapshotInputs, 'config' | 'kind' | 'execution'> {
  readonly catalog: Catalog;
  readonly model: Model;
  readonly previous: Snapshot | undefined;
}

/**
 * Adds the problems that only the database can detect.
 * @throws ConfigurationError if there are errors; ApiError Unavailable
 */
async function checkInDatabase(
  found: readonly Problem[],
  { config, kind, execution, catalog, model, previous }: DatabaseCheckContext,
): Promise<readonly Problem[]> {
  const { query } = execution.service;
  const typeProblems = await checkRelationshipTypes(model, catalog, { query, areComparable: kind.areComparable });
  const { sessionContext } = config.dataSource;
  const contextProblems = sessionContext && (await kind.checkSessionContext?.(sessionContext, query));
  const problems = [...found, ...typeProblems, ...(contextProblems ?? [])];
  const hasErrors = problems.some(({ severity }) => severity === 'error');
  // In production, a later snapshot without errors probes no views, because requests may wait for it.
  if (hasErrors || previous === undefined || config.runtime.mode === 'development') {
    const deadline = performance.now() + VIEW_PROBES_MS;
    const probe: QueryRows = (text, values) => query(text, values, { deadline });
    // Views without columns may have caused the errors.
    const entities = hasErrors ? model.entities.filter(({ allFields }) => allFields.size === 0) : model.entities;
    problems.push(...(await checkViews(entities, { query: probe, probeView: kind.probeView })));
  }
  if (hasErrors) throw new ConfigurationError(problems);
  return problems;
}

/**
 * Returns a string that changes whenever the catalog changes.
 * @throws ApiError Unavailable
 */
export const readCatalogVersion = ({ config, kind, execution }: SnapshotInputs): Promise<string> =>
  kind.readCatalogVersion(execution.service.query, scopeOf(config));

export function scopeOf({ entities }: Config): IntrospectionScope {
  const [routines, tables] = [true, false].map((isRoutine) =>
    entities
      .filter(({ source }) => (source.kind === 'stored-procedure') === isRoutine)
      .map(({ source }) => source.object),
  );
  const junctions = entities.flatMap(({ relationships }) =>
    relationships.flatMap(({ through }) => through?.object ?? []),
  );
  return { objects: [...(tables ?? []), ...junctions], routines: routines ?? [] };
}

/** Warns about views that the database cannot open. Does not detect errors that only some rows raise. */
async function checkViews(
  entities: readonly Entity[],
  { query, probeView }: { readonly query: QueryRows; readonly probeView: ProbeView },
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const entity of entities) {
    const { name, source, routine } = entity;
    if (source.kind !== 'view' || routine !== undefined) continue;
    const columns = readableFields(entity).map(({ column }) => column);
    // A view of which the catalog lists no column may be broken, so it is probed.
    if (columns.length === 0 && entity.allFields.size > 0) continue;
    const reason = await probeView(query, { ...source, columns });
    if (reason === undefined) continue;
    problems.push({
      path: ['entities', name, 'source'],
      message: `The database cannot run the view "${source.name}": ${reason}. Fix the view, or every request that reads it fails.`,
      severity: 'warning',
      summary: 'The database cannot run the views of {count} entities',
    });
  }
  return problems;
}

/**
 * Builds the model, and checks policies and parameter defaults. If `runtime.mistakes` is `warn`, drops invalid
 * defaults, and actions with invalid policies.
 */
export function buildCheckedModel(
  config: Config,
  catalog: Catalog,
  { capabilities, readType, tryCompilePolicy }: Pick<StoreKind, 'capabilities' | 'readType' | 'tryCompilePolicy'>,
): { readonly model: Model; readonly problems: readonly Problem[] } {
  const build = (from: Config): ReturnType<typeof buildModel> =>
    buildModel(from, catalog, { ...capabilities, readType });
  const built = build(config);
  const { mistakes: policies, warnings } = checkPolicies(built.model, {
    mayRead: ({ source }, { column }) => !isUnreadable(objectNamed(catalog, source), column),
    tryCompile: tryCompilePolicy,
    hidesColumns: catalog.hidesInaccessibleObjects === true,
  });
  const invalid = { policies, defaults: checkDefaults(built.model) };
  const invalidSettings = [...policies, ...invalid.defaults];
  if (invalidSettings.length === 0) return { model: built.model, problems: [...built.problems, ...warnings] };
  if (config.runtime.mistakes === 'refuse') {
    return { model: built.model, problems: [...built.problems, ...warnings, ...invalidSettings] };
  }
  // Dropping a setting never invalidates another setting.
  const { model, problems } = build({
    ...config,
    entities: config.entities.map((entity) => withoutInvalidSettings(entity, invalid)),
  });
  return {
    model,
    problems: [...problems, ...warnings, ...policies.map(toPolicyWarning), ...invalid.defaults.map(toDefaultWarning)],
  };
}

interface InvalidSettings {
  readonly policies: readonly PolicyError[];
  readonly defaults: readonly InvalidDefault[];
}

function withoutInvalidSettings(entity: EntityConfig, { policies, defaults }: InvalidSettings): EntityConfig {
  const belongsToEntity = (problem: { readonly entity: string }): boolean => problem.entity === entity.name;
  const isActionDropped = (role: string, action: string): boolean =>
    policies.some((problem) => belongsToEntity(problem) && problem.role === role && problem.action === action);
  const isDefaultDropped = (name: string): boolean =>
    defaults.some((problem) => belongsToEntity(problem) && problem.parameter === name);
  return {
    ...entity,
    permissions: entity.permissions.map(({ role, actions }) => ({
      role,
      actions: actions.filter(({ action }) => !isActionDropped(role, action)),
    })),
    source: {
      ...entity.source,
      parameters: entity.source.parameters.map(({ default: value, ...parameter }) => ({
        ...parameter,
        ...(value !== undefined && !isDefaultDropped(parameter.name) && { default: value }),
      })),
    },
  };
}

const toPolicyWarning = ({ path, message }: PolicyError): Problem => ({
  path,
  message: `The action is unavailable to the role. ${message}`,
  severity: 'warning',
  summary: '{count} actions are unavailable, because their policies do not match the database',
});

const toDefaultWarning = ({ path, message, found }: InvalidDefault): Problem => ({
  path,
  message: `${message} It is ignored.`,
  severity: 'warning',
  found,
  summary: '{count} defaults of parameters are invalid, and are ignored',
});

interface TableName {
  readonly schema: string;
  readonly name: string;
}

interface ColumnComparison {
  readonly left: { readonly table: TableName; readonly column: string };
  readonly right: { readonly table: TableName; readonly column: string };
  readonly specifiesCollation: boolean;
}

/** Reports relationships between incomparable columns. Runs at most one query per pair of types. */
async function checkRelationshipTypes(
  model: Model,
  { objects }: Catalog,
  { query, areComparable }: { readonly query: QueryRows; readonly areComparable: AreComparable | undefined },
): Promise<readonly Problem[]> {
  if (areComparable === undefined) return [];
  const typeOf = ({ table, column }: ColumnComparison['left']): ColumnType | undefined =>
    objects
      .find(({ schema, name }) => schema === table.schema && name === table.name)
      ?.columns.find(({ name }) => name === column)?.type;
  const comparability = new Map<string, Promise<boolean>>();
  const problems: Problem[] = [];
  for (const entity of model.entities) {
    for (const relationship of entity.relationships) {
      for (const { left, right, specifiesCollation } of comparedColumns(entity.source, relationship, model)) {
        const [leftType, rightType] = [typeOf(left), typeOf(right)].map(
          (type) => type && (specifiesCollation ? withoutCollation(type) : type),
        );
        if (leftType === undefined || rightType === undefined || isAlwaysComparable(leftType, rightType)) continue;
        const key = `${describeType(leftType)}=${describeType(rightType)}`;
        const isComparable = comparability.get(key) ?? areComparable(query, leftType, rightType);
        comparability.set(key, isComparable);
        if (await isComparable) continue;
        problems.push({
          path: ['entities', entity.name, 'relationships', relationship.name],
          message: `The database cannot compare ${describe(left, leftType)} with ${describe(right, rightType)}. Use other columns, or change the type or collation of one of them.`,
          severity: 'error',
        });
      }
    }
  }
  return problems;
}

const describe = ({ table, column }: ColumnComparison['left'], type: ColumnType): string =>
  `"${table.name}"."${column}" (${describeType(type)})`;

const describeType = (type: ColumnType): string =>
  type.collation === undefined ? formatType(type) : `${formatType(type)} collate ${type.collation}`;

function withoutCollation({ collation: _, ...type }: ColumnType): ColumnType {
  return type;
}

const formatType = ({ native, list }: ColumnType): string => `${native}${list ? '[]' : ''}`;

/** Returns true for equal types and collations, except JSON and types exposed as text. */
const isAlwaysComparable = (first: ColumnType, second: ColumnType): boolean =>
  describeType(first) === describeType(second) && !first.asText && first.scalar !== 'JSON';

function comparedColumns(source: TableName, { link, target }: Relationship, model: Model): readonly ColumnComparison[] {
  const to = model.byName.get(target)?.source;
  if (to === undefined) return [];
  const compare = (pairs: readonly ColumnPair[], left: TableName, right: TableName): readonly ColumnComparison[] =>
    pairs.map(([from, column, equality]) => ({
      left: { table: left, column: from },
      right: { table: right, column },
      specifiesCollation: equality?.types !== undefined,
    }));
  const { through } = link;
  if (through === undefined) return compare(link.on, source, to);
  return [...compare(through.fromSource, source, through.source), ...compare(through.toTarget, through.source, to)];
}
