import { invariant } from '../../base/invariant.ts';
import type { Problem } from '../../base/problem.ts';
import type { Action, Config, EntityConfig } from '../../config/config.ts';
import type { Catalog, CatalogConstraint, CatalogObject } from '../catalog.ts';
import type { CatalogColumn, ColumnType } from '../catalog-column.ts';
import type { CatalogRoutine, ReadingProcedures, ReadType } from '../catalog-routine.ts';
import { countKey } from '../count-key.ts';
import type { Entity, EntityNames, Field, Model, Relationship } from '../model.ts';
import { uniqueKeys } from '../unique-keys.ts';
import { isSearchable, isShown } from '../visibility.ts';
import { buildRelationships, type EntitySource } from './build-relationships.ts';
import { buildRoutine, declareResult, findRoutine, resultObject } from './build-routine.ts';
import { buildFields, type FieldContext } from './fields/build-fields.ts';
import { EnumTypes } from './fields/enum-types.ts';
import { resolveFields } from './fields/resolve-fields.ts';
import { findSource, objectNamed } from './find-source.ts';
import { graphqlFlags, nameEntities } from './names/build-names.ts';
import { isDocumentName, nameInDocuments } from './names/name-in-documents.ts';
import { nameRootFields, rootFieldsOf } from './names/name-root-fields.ts';
import { checkNames, reportColumns, reportNames, reportSources, reportUnreachable } from './names/report-names.ts';
import { TypeNames } from './names/type-names.ts';
import { ProblemList } from './problems.ts';
import { buildOperations, buildRights } from './rights/build-rights.ts';
import { isReadableLink, reportUngrantedColumns, ungrantedColumns } from './rights/ungranted-columns.ts';

/** Builds the model and returns all problems. A model with errors must not be served. */
export function buildModel(
  config: Config,
  catalogRead: Catalog,
  {
    connections,
    routines,
    writes,
    readingProcedures = 'none',
    findsNewRowsByKey = false,
    readType,
  }: {
    readonly connections: boolean;
    readonly routines: boolean;
    readonly writes: boolean;
    readonly readingProcedures?: ReadingProcedures;
    readonly findsNewRowsByKey?: boolean;
    readonly readType?: ReadType | undefined;
  } = {
    connections: true,
    writes: true,
    routines: true,
  },
): { model: Model; problems: readonly Problem[] } {
  const { graphql, rest, pagination } = config.runtime;
  const { pluralIsConnection } = graphql;
  const catalog = adaptCatalog(catalogRead, config);
  const problems = new ProblemList();
  const typeNames = new TypeNames();
  const enums = new EnumTypes(typeNames);
  const apis = { graphql: graphql.enabled, rest: rest.enabled };
  const resolved = new Map<string, ResolvedEntity>();
  for (const entity of config.entities) {
    const source = findOrigin(catalog, entity, { routines, problems, readType });
    if (source !== undefined) resolved.set(entity.name, { entity, ...source });
  }
  const unresolved = new Set(config.entities.map(({ name }) => name).filter((name) => !resolved.has(name)));
  const names = nameEntities(config.entities, graphql);
  const context = {
    catalog,
    byName: resolved,
    unresolved,
    problems,
    enums,
    apis,
    pluralIsConnection,
    writes,
    readingProcedures,
    findsNewRowsByKey,
    config,
    names,
    viewsByPermissions: config.runtime.changes.viewsByPermissions,
  };
  const { aggregation } = graphql;
  const build = (from: ResolvedEntity): Entity =>
    typeNames.name(
      { name: from.entity.name, type: namesOf(from.entity, context).type },
      () => buildEntity(from, context),
      { model: { aggregation }, isServed, problems },
    );
  const inGraphql = Object.groupBy([...resolved.values()], ({ entity }) => `${entity.graphql.enabled}`);
  // Entities exposed in GraphQL claim their names first.
  const built = new Map(
    [...(inGraphql.true ?? []), ...(inGraphql.false ?? [])].map((from) => [from.entity.name, build(from)]),
  );
  const all = [...resolved.keys()].flatMap((name) => built.get(name) ?? []);
  const distinct = new Map(
    nameRootFields(all.filter(isServed), config.entities, problems).map((entity) => [entity.name, entity]),
  );
  const entities = all.map((entity) => distinct.get(entity.name) ?? entity);
  const roles = new Set([
    'anonymous',
    'authenticated',
    ...config.entities.flatMap(({ permissions }) => permissions.map(({ role }) => role)),
    ...(config.runtime.live.revokeRole === undefined ? [] : [config.runtime.live.revokeRole]),
  ]);
  const model: Model = Object.freeze({
    entities,
    byName: new Map(entities.map((entity) => [entity.name, entity])),
    rootFields: new Map(entities.filter(isServed).flatMap(rootFieldsOf)),
    roles,
    ...(config.runtime.caseInsensitiveRoles && {
      roleByLowerCase: new Map([...roles].map((role) => [role.toLowerCase(), role])),
    }),
    enums: enums.all(),
    pageSize: {
      default: pagination.defaultPageSize,
      max: pagination.maxPageSize,
      minusOneIsMax: pagination.minusOneIsMax,
    },
    cursorOnLastPage: pagination.cursorOnLastPage,
    nestedCreate: graphql.nestedCreate,
    changes: config.runtime.changes,
    forbiddenRowIsMissing: config.runtime.forbiddenRowIsMissing,
    locatesHiddenRows: config.runtime.rest.locatesHiddenRows,
    ignoresNullOperators: graphql.ignoresNullOperators,
    orderByList: graphql.orderByList,
    limits: config.runtime.limits,
    aggregation,
    connections,
    numbers: config.runtime.numbers,
  });
  if (!writes) reportUnservedActions(config.entities, problems);
  checkNames({ ...model, entities: entities.filter(isServed) }, problems);
  reportColumns(entities.filter(isServed), config, problems);
  reportNames(entities.filter(isServed), config, problems);
  reportSources(
    { entities: entities.filter(isServed), catalog, sourceOf: ({ name }) => resolved.get(name)?.source },
    problems,
  );
  reportUnreachable(entities.filter(isEnabled), problems);
  return { model, problems: problems.all };
}

interface ResolvedEntity extends EntitySource {
  readonly routine?: CatalogRoutine;
}

function findOrigin(
  catalog: Catalog,
  entity: EntityConfig,
  {
    routines,
    ...context
  }: { readonly routines: boolean; readonly problems: ProblemList; readonly readType: ReadType | undefined },
): Omit<ResolvedEntity, 'entity'> | undefined {
  const { problems } = context;
  if (entity.source.kind !== 'stored-procedure') {
    const source = findSource(catalog, entity, problems);
    return source && { source };
  }
  if (!routines) {
    const message = `Stored procedures are not supported on this database yet. Remove the entity "${entity.name}".`;
    return problems.error(['entities', entity.name, 'source'], message);
  }
  const catalogRoutine = findRoutine(catalog, entity, problems);
  if (catalogRoutine === undefined) return undefined;
  const routine = declareResult(entity, catalogRoutine, context);
  return { source: resultObject(routine), routine };
}

interface Context extends Omit<FieldContext, 'graphqlNameOf'> {
  readonly catalog: Catalog;
  readonly byName: ReadonlyMap<string, EntitySource>;
  readonly unresolved: ReadonlySet<string>;
  readonly names: ReadonlyMap<string, EntityNames>;
  readonly pluralIsConnection: boolean;
  readonly viewsByPermissions: boolean;
  readonly writes: boolean;
  readonly readingProcedures: ReadingProcedures;
  readonly findsNewRowsByKey: boolean;
}

function buildEntity(from: ResolvedEntity, context: Context): Entity {
  const { entity, source, routine } = from;
  const { apis } = context;
  const graphqlNameOf = nameMembers(entity, source, apis);
  const { fields, key, allFields } = buildFields(entity, source, { ...context, graphqlNameOf });
  if (routine !== undefined && fields.length === 0) {
    context.problems.error(
      ['entities', entity.name, 'expose'],
      'The result has no exposed columns. Expose at least one.',
    );
  }
  const { problems } = context;
  reportUngrantedColumns(entity, { source, exposed: new Set(fields.map(({ column }) => column)), problems });
  const relationships = buildRelationships(from, { ...context, graphqlNameOf }).filter(({ name, link, target }) =>
    isReadableLink(
      link,
      {
        from: source,
        to: context.byName.get(target)?.source,
        junction: link.through && objectNamed(context.catalog, link.through.source),
      },
      { path: ['entities', entity.name, 'relationships', name], problems },
    ),
  );
  const description = entity.description ?? source.comment;
  const path = ['entities', entity.name, 'search'];
  const searched = entity.search && resolveFields(entity.search, fields, { path, problems: context.problems });
  checkSearched(searched ?? [], fields, path, context.problems);
  const unread = ungrantedColumns(source, 'read');
  const versionField = findVersionField(
    entity,
    fields.filter(({ column }) => !unread.has(column)),
    context.problems,
  );
  return Object.freeze({
    name: entity.name,
    ...(description === undefined ? {} : { description }),
    source: {
      kind: source.kind,
      schema: source.schema,
      name: source.name,
      triggers: source.triggers === true,
      ...((source.kind === 'view' || source.evaluates === true) && { evaluates: true as const }),
      ...(source.hasDeferredConstraints && { hasDeferredConstraints: true }),
      indexes: source.indexes,
    },
    ...(routine && { routine: buildRoutine(entity, routine, context) }),
    fields,
    fieldByName: new Map(fields.map((field) => [field.name, field])),
    fieldByGraphqlName: new Map(fields.map((field) => [field.graphqlName, field])),
    originalNames: originalNames(fields, relationships),
    allFields,
    key,
    keyIsUnique: hasUniqueKey(key, source),
    ...(searched === undefined ? {} : { searchFields: new Set(searched) }),
    ...(versionField === undefined ? {} : { versionField }),
    ...(context.findsNewRowsByKey && losesNewRow(key) && { newRowIsLost: true }),
    relationships,
    relationshipByName: new Map(relationships.map((relationship) => [relationship.name, relationship])),
    graphql: { ...namesOf(entity, context), ...graphqlFlags(entity, context.config.runtime) },
    rest: { ...entity.rest, enabled: apis.rest && entity.rest.enabled },
    operations: new Set(operationsOf(from, key, context)),
    constraints: buildConstraints(source.constraints, fields),
    rights: buildRights(entity, fields, {
      problems: context.problems,
      mistakes: context.config.runtime.mistakes,
      source,
      checksNewRows: key.length > 0 || !context.findsNewRowsByKey,
    }),
  });
}

const losesNewRow = (key: readonly Field[]): boolean =>
  key.length === 0 || key.some(({ triggerMayChangeKey, generated }) => triggerMayChangeKey && generated !== 'identity');

function namesOf({ name }: EntityConfig, { names }: Context): EntityNames {
  const entityNames = names.get(name);
  invariant(entityNames, `the entity ${name} has names`);
  return entityNames;
}

function checkSearched(
  names: readonly string[],
  fields: readonly Field[],
  path: readonly string[],
  problems: ProblemList,
): void {
  for (const { name, type } of fields.filter((field) => names.includes(field.name) && !isSearchable(field.type))) {
    const message = `"search" supports text and tsvector, but "${name}" has the type "${type.native}". Remove it.`;
    problems.error(path, message, { found: name });
  }
}

function hasUniqueKey(key: readonly Field[], source: CatalogObject): boolean {
  const columns = new Set(key.map(({ column }) => column));
  return uniqueKeys(source).some(
    (unique) => unique.length === columns.size && unique.every((column) => columns.has(column)),
  );
}

function operationsOf(
  { entity, source, routine }: ResolvedEntity,
  key: readonly Field[],
  context: Context,
): readonly Action[] {
  if (routine !== undefined) return entity.operations ?? ['execute'];
  if (context.writes) return buildOperations(entity, source, key, context);
  return (entity.operations ?? ['read']).filter((action) => action === 'read');
}

const isEnabled = ({ graphql, rest }: Entity): boolean => graphql.enabled || rest.enabled;

const isServed = (entity: Entity): boolean => isEnabled(entity) && isShown(entity);

function findVersionField(
  { name, versionField }: EntityConfig,
  fields: readonly Field[],
  problems: ProblemList,
): Field | undefined {
  if (versionField === undefined) return undefined;
  const [found] = resolveFields([versionField], fields, { path: ['entities', name, 'version-field'], problems });
  return fields.find((field) => field.name === found);
}

function reportUnservedActions(entities: readonly EntityConfig[], problems: ProblemList): void {
  for (const { name, operations } of entities) {
    const writeActions = (operations ?? []).filter((action) => action !== 'read');
    if (writeActions.length === 0) continue;
    problems.warning(
      ['entities', name, 'operations'],
      `Writes are not supported on this database yet, so ${writeActions.join(', ')} of "${name}" is unavailable.`,
    );
  }
}

function buildConstraints(constraints: readonly CatalogConstraint[], fields: readonly Field[]): Entity['constraints'] {
  const nameOf = new Map(fields.map((field) => [field.column, field.name]));
  return new Map(
    constraints.map(({ name, kind, columns }) => [
      name,
      { kind, fields: columns.flatMap((column) => nameOf.get(column) ?? []) },
    ]),
  );
}

/** Returns a function that maps member names to GraphQL names. They differ only if the entity is not in GraphQL. */
function nameMembers(
  { graphql, fields, relationships }: EntityConfig,
  { columns }: CatalogObject,
  apis: { readonly graphql: boolean },
): (name: string) => string {
  if (apis.graphql && graphql.enabled) return (name) => name;
  const names = [
    ...columns.map(({ name }) => fields.get(name)?.alias ?? name),
    ...relationships.map(({ name }) => name),
  ];
  const graphqlNames = nameInDocuments(names, isDocumentName);
  return (name) => graphqlNames.get(name) ?? name;
}

function originalNames(fields: readonly Field[], relationships: readonly Relationship[]): ReadonlyMap<string, string> {
  return new Map(
    [
      ...[...fields, ...relationships].map(({ name, graphqlName }) => [graphqlName, name] as const),
      // The count key is derived from the relationship's name.
      ...relationships.map(({ name, graphqlName }) => [countKey(graphqlName), countKey(name)] as const),
    ].filter(([key, name]) => key !== name),
  );
}

function adaptCatalog(catalog: Catalog, { dataSource, runtime }: Config): Catalog {
  const { dateScalar, byteScalar, checksAreEnums } = runtime.graphql;
  const changes = [
    ...(dateScalar === 'DateTime' ? [datesAsDateTime] : []),
    ...(byteScalar === 'UnsignedByte' ? [bytesAsUnsignedByte] : []),
    ...(checksAreEnums ? [] : [checksAsStrings]),
    ...(dataSource.textEquality === 'collation' ? [equalByCollation] : []),
  ];
  return changes.reduce((adapted, change) => change(adapted), catalog);
}

/**
 * Exposes dates as midnight UTC in GraphQL, and as days in REST. `native` is unchanged, so dialects still see a date.
 */
const datesAsDateTime = (catalog: Catalog): Catalog =>
  mapTypes(catalog, (type) => (type.scalar === 'Date' ? { ...type, scalar: 'DateTime', restScalar: 'Date' } : type));

const bytesAsUnsignedByte = (catalog: Catalog): Catalog =>
  mapTypes(catalog, (type) =>
    type.scalar === 'Short' && type.range?.min === '0' && type.range.max === '255'
      ? { ...type, graphqlScalar: 'UnsignedByte' }
      : type,
  );

export const checksAsStrings = (catalog: Catalog): Catalog =>
  mapColumns(catalog, (column) => {
    if (column.type.enum?.byCheck !== true) return column;
    const { enum: _, ...type } = column.type;
    return { ...column, type };
  });

const equalByCollation = (catalog: Catalog): Catalog =>
  mapColumns(catalog, (column) =>
    column.type.collation === undefined ? column : { ...column, type: { ...column.type, collatedEquality: true } },
  );

function mapTypes(catalog: Catalog, change: (type: ColumnType) => ColumnType): Catalog {
  const withType = <T extends { readonly type: ColumnType }>(typed: T): T => ({ ...typed, type: change(typed.type) });
  return {
    ...mapColumns(catalog, withType),
    routines: catalog.routines.map((routine) => ({
      ...routine,
      parameters: routine.parameters.map(withType),
      result: { ...routine.result, columns: routine.result.columns.map(withType) },
    })),
  };
}

const mapColumns = (catalog: Catalog, change: (column: CatalogColumn) => CatalogColumn): Catalog => ({
  ...catalog,
  objects: catalog.objects.map((object) => ({ ...object, columns: object.columns.map(change) })),
});
