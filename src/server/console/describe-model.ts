import { setImmediate } from 'node:timers/promises';
import type { Application } from '../../app/application.ts';
import { API_DESCRIPTION } from '../../config/api-description.ts';
import type { Action, EntityConfig, Runtime } from '../../config/config.ts';
import type { Entity, Field, Relationship } from '../../model/model.ts';
import { joinObjectName } from '../../model/object-name.ts';
import { ACTIONS, findGrantingRole, findRight } from '../../model/role-rights.ts';
import { executable, hasPublicKey, isReadable, offeredChanges, readableFields } from '../../model/visibility.ts';
import { type FilterOperator, filterOperators, isOrderable } from '../../scalars/operators.ts';
import { isOrderableEntity } from '../../sdl/features/order.ts';
import { filterInput, inputType } from '../../sdl/field-types.ts';
import { listTag } from '../caching/entity-tags.ts';
import { READINESS_PATH } from '../lifecycle/health.ts';
import { swaggerUiPath } from '../pages/page-paths.ts';
import { modelOfRole } from '../rest/openapi/api-view.ts';
import { reachableEntities } from '../rest/path/reachable-entities.ts';
import type {
  ConsoleEntity,
  ConsoleField,
  ConsoleModel,
  ConsoleRelationship,
  ConsoleRight,
  ConsoleRootFields,
  PackedModel,
} from './console-data.ts';
import { makeExamples } from './make-examples.ts';

type ModelSource = Pick<Application, 'config' | 'model' | 'schema'>;

interface ModelView {
  readonly role: string;
  /** Path prefix that proxies have removed. */
  readonly prefix: string;
}

interface DescribedModel {
  /** JSON of a `PackedModel`. */
  readonly body: string;
  readonly etag: string;
}

export async function describeModel(application: ModelSource, { role, prefix }: ModelView): Promise<DescribedModel> {
  // A reload of the catalog may replace `application.model` before this function ends.
  const { config, model, schema } = application;
  // A token may have a role without permissions of its own.
  const roles = [...new Set([...model.roles, role])];
  const narrowed = modelOfRole(model, role);
  const methods = new Map(
    reachableEntities(model, role).map((reachable) => [reachable.entity.name, reachable.methods]),
  );
  const configured = new Map(config.entities.map((entity) => [entity.name, entity]));
  const filters = new Map<string, readonly FilterOperator[]>();
  const entities: string[] = [];
  /** Index of each distinct value of `rights`, by its JSON. */
  const packed = new Map<string, number>();
  for (const [index, entity] of model.entities.entries()) {
    const own = narrowed.entities[index] ?? entity;
    const context = {
      application: { config, model, schema },
      role,
      roles,
      prefix,
      own,
      filters,
      methods: methods.get(entity.name),
    };
    const { rights, ...described } = describeEntity(entity, { ...context, configured: configured.get(entity.name) });
    const text = JSON.stringify(rights);
    const place = packed.get(text) ?? packed.size;
    packed.set(text, place);
    entities.push(JSON.stringify({ ...described, rights: place } satisfies PackedModel['entities'][number]));
    // Lets other requests run, because hundreds of entities take a second.
    await setImmediate();
  }
  const others = {
    databaseType: config.dataSource.databaseType,
    role,
    roles,
    choosesRole: choosesAnyRole(config.runtime),
    paths: describePaths(application, prefix),
    filters: Object.fromEntries(filters),
  } satisfies Omit<ConsoleModel, 'version' | 'entities'>;
  const lists = `"rights":[${[...packed.keys()].join(',')}],"entities":[${entities.join(',')}]`;
  const content = `${JSON.stringify(others).slice(1, -1)},${lists}`;
  const etag = listTag(content);
  return { body: `{"version":${JSON.stringify(etag)},${content}}`, etag };
}

/** Returns true if callers may choose any role without credentials. */
export const choosesAnyRole = ({ mode, authentication }: Runtime): boolean =>
  mode === 'development' && authentication.provider === 'Simulator';

function describePaths({ config: { runtime } }: ModelSource, prefix: string): ConsoleModel['paths'] {
  const { graphql, rest, mode } = runtime;
  const swaggerUi = swaggerUiPath(runtime);
  const hasOpenApi = rest.enabled && (mode === 'development' || graphql.introspection);
  return {
    ...(graphql.enabled && { graphql: `${prefix}${graphql.path}` }),
    ...(graphql.enabled && mode === 'development' && { graphiql: `${prefix}${graphql.path}` }),
    ...(rest.enabled && { rest: `${prefix}${rest.path}` }),
    ...(swaggerUi !== undefined && { swaggerUi: `${prefix}${swaggerUi}` }),
    ...(hasOpenApi && { openApi: `${prefix}${rest.path}/${API_DESCRIPTION}` }),
    health: `${prefix}${READINESS_PATH}`,
  };
}

interface EntityContext extends ModelView {
  readonly application: ModelSource;
  readonly roles: readonly string[];
  /** The entity, with only the rights of the role. */
  readonly own: Entity;
  /** Operators by type of filter. Each described field adds one. */
  readonly filters: Map<string, readonly FilterOperator[]>;
  /** Undefined if the role cannot reach the entity. */
  readonly methods: { readonly collection: readonly string[]; readonly item: readonly string[] } | undefined;
  readonly configured: EntityConfig | undefined;
}

const NO_METHODS = { collection: [], item: [] };

function describeEntity(entity: Entity, context: EntityContext): ConsoleEntity {
  const { application, role, prefix, own, methods } = context;
  const { rest, graphql } = application.config.runtime;
  const { name, description, routine, source } = entity;
  const restPath =
    rest.enabled && entity.rest.enabled ? `${prefix}${rest.path}/${encodeURI(entity.rest.path)}` : undefined;
  const usesGraphql = graphql.enabled && entity.graphql.enabled;
  const readable = new Set(
    (executable(own) === undefined ? readableFields(own) : own.fields).map((field) => field.name),
  );
  const isNamedKey = entity.key.every(({ exposed }) => exposed);
  return {
    name,
    ...(description !== undefined && { description }),
    source: { kind: routine?.kind ?? source.kind, name: joinObjectName(source) },
    key: isNamedKey ? entity.key.map((field) => field.name) : [],
    fields: entity.fields.map((field) => describeField(field, { readable, filters: context.filters })),
    parameters: (routine?.parameters ?? [])
      .filter(({ mode }) => mode !== 'out')
      .map((parameter) => ({
        name: parameter.name,
        type: inputType(parameter),
        required: parameter.required,
        ...(parameter.description !== undefined && { description: parameter.description }),
      })),
    relationships: entity.relationships.map(describeRelationship),
    isReachable: methods !== undefined,
    ...(restPath !== undefined && { rest: { path: restPath, ...(methods ?? NO_METHODS) } }),
    ...(usesGraphql && { graphql: describeRootFields(own, application) }),
    rights: Object.fromEntries(
      context.roles.flatMap((name) => {
        const rights = describeRights(entity, name, context.configured);
        return Object.keys(rights).length === 0 ? [] : [[name, rights]];
      }),
    ),
    examples: makeExamples(own, { application, role, restPath, usesGraphql, methods: methods ?? NO_METHODS }),
  };
}

function describeField(
  field: Field,
  { readable, filters }: Pick<EntityContext, 'filters'> & { readonly readable: ReadonlySet<string> },
): ConsoleField {
  const { name, column, type, nullable, hasDefault, generated, description } = field;
  const labels = type.enumType?.labels ?? type.labels;
  const filter = filterInput(type);
  filters.set(filter, filterOperators(type));
  return {
    name,
    column,
    type: inputType(field),
    scalar: type.scalar,
    isList: type.list,
    ...(labels !== undefined && { labels }),
    nullable,
    hasDefault,
    generated,
    ...(description !== undefined && { description }),
    isReadable: readable.has(name),
    filter,
    isSortable: isOrderable(type),
  };
}

function describeRelationship({ name, target, many, link }: Relationship): ConsoleRelationship {
  const { through } = link;
  const pairs = through === undefined ? link.on : [...through.fromSource, ...through.toTarget];
  return {
    name,
    target,
    many,
    on: pairs.map(([from, to]) => [from, to]),
    ...(through !== undefined && { through: joinObjectName(through.source) }),
  };
}

function describeRootFields(entity: Entity, { model }: ModelSource): ConsoleRootFields {
  const { list, connection, one, execute, changes, types, live } = entity.graphql;
  return {
    ...(isReadable(entity) && {
      ...(list !== undefined && { list }),
      ...(model.connections && { connection }),
      filterType: types.filter,
      ...(live && { isLive: true }),
      ...(isOrderableEntity(entity) && { orderByType: types.orderBy }),
    }),
    ...(hasPublicKey(entity) && { one }),
    ...(executable(entity) !== undefined && { execute }),
    changes: Object.fromEntries(offeredChanges(entity).map((kind) => [kind, changes[kind]])),
  };
}

function describeRights(
  entity: Entity,
  role: string,
  configured: EntityConfig | undefined,
): Readonly<Partial<Record<Action, ConsoleRight>>> {
  const granting = findGrantingRole(entity, role);
  const permissions = (configured?.permissions ?? []).filter((permission) => permission.role === granting);
  return Object.fromEntries(
    ACTIONS.flatMap((action): readonly (readonly [Action, ConsoleRight])[] => {
      const right = entity.operations.has(action) ? findRight(entity, role, action) : undefined;
      if (right === undefined) return [];
      const fields = entity.fields.map(({ name }) => name).filter((name) => right.fields.has(name));
      const configuredActions = permissions.flatMap((permission) => permission.actions);
      const policy = configuredActions.findLast((candidate) => candidate.action === action)?.policy;
      return [
        [
          action,
          {
            ...(fields.length < entity.fields.length && { fields }),
            ...(right.policy !== undefined && policy !== undefined && { policy }),
          },
        ],
      ];
    }),
  );
}
