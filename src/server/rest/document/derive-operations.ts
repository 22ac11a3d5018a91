import { buildOperationNodeForField } from '@graphql-tools/utils';
import { type GraphQLSchema, type OperationDefinitionNode, print } from 'graphql';
import type { ChangeKind, Entity, Model } from '../../../model/model.ts';
import { executable, hasPublicKey, isReadable, isShown, modelOf, offeredChanges } from '../../../model/visibility.ts';
import { buildSchema } from '../../../sdl/build-schema.ts';
import { printSdl } from '../../../sdl/features.ts';

/** What one endpoint does, as sofa-api derives it from a root field. */
export interface DerivedOperation {
  /** The root field. */
  readonly field: string;
  readonly node: OperationDefinitionNode;
  /** The types of its variables, as they are written in a document. */
  readonly variables: ReadonlyMap<string, string>;
}

/** Changes that REST offers. Those by a filter are GraphQL's alone. */
export type RestChange = Exclude<ChangeKind, 'updateMany' | 'deleteMany'>;

/** The operations behind the endpoints of one entity; `createMany` is POST with an array. */
export interface DerivedOperations extends Readonly<Partial<Record<RestChange, DerivedOperation>>> {
  /** Absent where the store gives no pages with facts about them. */
  readonly list?: DerivedOperation;
  /** Absent where no client can name the key. */
  readonly one?: DerivedOperation;
  /** Of a function or procedure alone. */
  readonly execute?: DerivedOperation;
}

/** The schema that sofa-api derives from: what REST shows, without relationships, which `$expand` adds. */
export function restView(model: Model): GraphQLSchema {
  const shown = modelOf('rest', model);
  const entities = shown.entities.map((entity) => ({ ...entity, relationships: [], relationshipByName: new Map() }));
  return buildSchema(printSdl({ ...shown, entities }, 'rest'));
}

/** The operations of an entity that REST shows; undefined for any other. */
export type DeriveOperations = (entity: Entity) => DerivedOperations | undefined;

/**
 * Derives the operations of each entity when they are first asked for: so no start waits for hundreds of entities. By the function that
 * sofa-api itself uses; a test holds what comes of it against sofa-api's own router.
 */
export function createDeriveOperations(model: Model): DeriveOperations {
  const derived = new Map<Entity, DerivedOperations>();
  return (entity) => {
    if (!entity.rest.enabled || !isShown(entity)) return undefined;
    const operations = derived.get(entity) ?? deriveEntity(entity, restView({ ...model, entities: [entity] }), model);
    derived.set(entity, operations);
    return operations;
  };
}

/** The operations of an entity that REST shows, by a `restView` that has it. */
export function deriveEntity(
  entity: Entity,
  schema: GraphQLSchema,
  { connections }: Pick<Model, 'connections'>,
): DerivedOperations {
  const { connection, one, changes, execute } = entity.graphql;
  const routine = executable(entity);
  const offered = offeredChanges(entity).filter(isRestChange);
  return {
    ...(connections && isReadable(entity) && { list: derive('query', connection, schema) }),
    ...(hasPublicKey(entity) && { one: derive('query', one, schema) }),
    ...(routine && { execute: derive(routine.operation, execute, schema) }),
    ...Object.fromEntries(offered.map((kind) => [kind, derive('mutation', changes[kind], schema)])),
  };
}

const isRestChange = (kind: ChangeKind): kind is RestChange => kind !== 'updateMany' && kind !== 'deleteMany';

/**
 * Calls the function by which sofa-api derives, as sofa-api does. To ask sofa-api itself would load its router and make every route for
 * this alone.
 */
function derive(kind: 'query' | 'mutation', field: string, schema: GraphQLSchema): DerivedOperation {
  const node = buildOperationNodeForField({
    schema,
    kind: kind as Parameters<typeof buildOperationNodeForField>[0]['kind'],
    field,
    models: [],
    ignore: [],
    circularReferenceDepth: 1,
  });
  const definitions = node.variableDefinitions ?? [];
  return {
    field,
    node,
    variables: new Map(definitions.map(({ variable, type }) => [variable.name.value, print(type)])),
  };
}
