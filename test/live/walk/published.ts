import {
  buildClientSchema,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql';
import type { Configured } from './configure-relations.ts';
import type { Column, Relation } from './describe-relations.ts';

/** The published schema of an entity. */
export interface Published {
  /** Name of the entity's type in GraphQL, and of its schema in OpenAPI. */
  readonly typeName: string;
  readonly entity: string;
  readonly relation: Relation;
  readonly fields: readonly PublishedField[];
  readonly connection: string;
  /** Absent if rows have no key. */
  readonly byKey?: GraphQLField<unknown, unknown> | undefined;
  readonly update?: GraphQLField<unknown, unknown> | undefined;
  readonly key: readonly PublishedField[];
}

export interface PublishedField {
  readonly name: string;
  readonly column: Column;
  /** The element type, without list and nullability. */
  readonly scalar: string;
  readonly list: boolean;
  /** Operand types by filter operator. */
  readonly operators: ReadonlyMap<string, string>;
  readonly isOrderable: boolean;
  readonly isGroupable: boolean;
  readonly isUpdatable: boolean;
}

/**
 * Reads the schema as a client does.
 * @param typeName the entity's type, if it is not named like the entity
 * @param columnOf returns the column of a field
 */
export function readPublished(
  introspection: Parameters<typeof buildClientSchema>[0],
  { entity, relation }: Pick<Configured, 'entity' | 'relation'>,
  typeName: string,
  columnOf: (field: string) => string | undefined,
): Published | undefined {
  const schema = buildClientSchema(introspection);
  const type = schema.getType(typeName);
  if (!isObjectType(type)) return undefined;
  const roots = Object.values(schema.getQueryType()?.getFields() ?? {});
  const connection = roots.find((root) => itemsOf(root) === type);
  if (connection === undefined) return undefined;
  const byKey = roots.find((root) => getNullableType(root.type) === type);
  const changes = Object.values(schema.getMutationType()?.getFields() ?? {});
  const update = changes.find((change) => getNullableType(change.type) === type && isUpdate(change));
  const offers = readOffers(schema, connection, update);
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const column = relation.columns.find(({ name }) => name === columnOf(field.name));
    if (column === undefined) return [];
    const operators = Object.values(inputFields(offers.filter?.getFields()[field.name]?.type)).map(
      (operator) => [operator.name, String(operator.type)] as const,
    );
    return [
      {
        name: field.name,
        column,
        scalar: getNamedType(field.type).name,
        list: isListType(getNullableType(field.type)),
        operators: new Map(operators),
        isOrderable: offers.order?.getFields()[field.name] !== undefined,
        isGroupable: offers.groups.has(field.name),
        isUpdatable: offers.update?.getFields()[field.name] !== undefined,
      },
    ];
  });
  const key = (byKey?.args ?? []).flatMap(({ name }) => fields.find((field) => field.name === name) ?? []);
  return { entity, typeName, relation, fields, connection: connection.name, byKey, update, key };
}

/** Returns the item type of a connection. */
function itemsOf(root: GraphQLField<unknown, unknown>): unknown {
  const type = getNullableType(root.type);
  return isObjectType(type) && type.getFields().items !== undefined && type.getFields().totalCount !== undefined
    ? getNamedType(type.getFields().items?.type)
    : undefined;
}

/** Returns whether a mutation updates one existing row. */
function isUpdate({ args }: GraphQLField<unknown, unknown>): boolean {
  const has = (argument: string): boolean => args.some(({ name }) => name === argument);
  return has('item') && has('ifMatch') && !has('ifNoneMatch');
}

function readOffers(
  schema: GraphQLSchema,
  connection: GraphQLField<unknown, unknown>,
  update: GraphQLField<unknown, unknown> | undefined,
) {
  const type = getNamedType(connection.type) as GraphQLObjectType;
  const grouped = type.getFields().groupBy?.args.find(({ name }) => name === 'fields');
  const groups = grouped === undefined ? undefined : getNamedType(grouped.type);
  return {
    filter: inputOf(connection, 'filter'),
    order: inputOf(connection, 'orderBy'),
    update: update === undefined ? undefined : inputOf(update, 'item'),
    groups: new Set(isEnumType(groups) ? groups.getValues().map(({ name }) => name) : []),
    schema,
  };
}

function inputOf(field: GraphQLField<unknown, unknown>, argument: string): GraphQLInputObjectType | undefined {
  const found = field.args.find(({ name }) => name === argument);
  const type = found === undefined ? undefined : getNamedType(found.type);
  return isInputObjectType(type) ? type : undefined;
}

function inputFields(type: Parameters<typeof getNamedType>[0]) {
  const named = getNamedType(type);
  return isInputObjectType(named) ? named.getFields() : {};
}
