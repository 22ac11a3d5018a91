import { buildOperationNodeForField } from '@graphql-tools/utils';
import { type GraphQLSchema, type OperationDefinitionNode, print } from 'graphql';
import type { ChangeKind, Entity, Model } from '../../../model/model.ts';
import {
  executable,
  hasPublicKey,
  isReadable,
  isShown,
  offeredChanges,
  restrictTo,
} from '../../../model/visibility.ts';
import { buildSchema } from '../../../sdl/build-schema.ts';
import { printSdl } from '../../../sdl/features.ts';

/** An operation that sofa-api would derive from a root field. */
export interface DerivedOperation {
  readonly field: string;
  readonly node: OperationDefinitionNode;
  /** Variable types by name, in GraphQL syntax. */
  readonly variables: ReadonlyMap<string, string>;
}

/** A kind of change that REST supports. Changes by filter exist only in GraphQL. */
export type RestChange = Exclude<ChangeKind, 'updateMany' | 'deleteMany'>;

/** Operations of an entity. `createMany` is a POST with an array. */
export interface DerivedOperations extends Readonly<Partial<Record<RestChange, DerivedOperation>>> {
  /** Absent if the store does not support page metadata. */
  readonly list?: DerivedOperation;
  /** Absent if no role may read the key, or if a key field is a list. */
  readonly item?: DerivedOperation;
  /** Present only for a function or procedure. */
  readonly execute?: DerivedOperation;
}

/** Builds the schema for sofa-api. It contains no relationships, because `$expand` adds them. */
export function restView(model: Model): GraphQLSchema {
  const shown = restrictTo('rest', model);
  const entities = shown.entities.map((entity) => ({ ...entity, relationships: [], relationshipByName: new Map() }));
  return buildSchema(printSdl({ ...shown, entities }, 'rest'));
}

/** Returns the operations of an entity; undefined if REST does not expose the entity. */
export type DeriveOperations = (entity: Entity) => DerivedOperations | undefined;

/**
 * Derives operations on first use, because hundreds of entities would delay startup. A test compares the results with
 * sofa-api's router.
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

/** @param schema a `restView` that contains the entity */
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
    ...(hasPublicKey(entity) && { item: derive('query', one, schema) }),
    ...(routine && { execute: derive(routine.operation, execute, schema) }),
    ...Object.fromEntries(offered.map((kind) => [kind, derive('mutation', changes[kind], schema)])),
  };
}

const isRestChange = (kind: ChangeKind): kind is RestChange => kind !== 'updateMany' && kind !== 'deleteMany';

/** Derives one operation. sofa-api itself would load its router and create every route. */
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
