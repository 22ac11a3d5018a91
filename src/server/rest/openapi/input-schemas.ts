import { type GraphQLInputField, type GraphQLSchema, isInputObjectType, isNonNullType } from 'graphql';
import type { Entity } from '../../../model/model.ts';
import { exampleValue } from './example-value.ts';
import { inputSchema } from './field-schema.ts';
import type { Schema } from './schema.ts';

const kinds = ['create', 'replace', 'update'] as const;

/** The schemas of items that an entity takes, by the names of the GraphQL inputs that they become. */
export function inputSchemas(entity: Entity, schema: GraphQLSchema): Readonly<Record<string, Schema>> {
  const names = entity.graphql.types;
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const type = schema.getType(names[kind]);
      if (!isInputObjectType(type)) return [];
      const fields = Object.values(type.getFields());
      const item = exampleItem(entity, fields);
      return [[names[kind], { ...itemSchema(entity, fields), ...(item && { examples: [item] }) }]];
    }),
  );
}

function itemSchema(entity: Entity, fields: readonly GraphQLInputField[]): Schema {
  const properties = fields.flatMap(({ name, type }) => {
    const field = entity.fieldByDocumentName.get(name);
    return field === undefined
      ? []
      : [[field.name, inputSchema(field, field.nullable && !isNonNullType(type))] as const];
  });
  const required = fields
    .filter(({ type }) => isNonNullType(type))
    .map(({ name }) => entity.shownNames.get(name) ?? name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

/** Fields that an example has beside those that must be given. */
const EXAMPLE_SIZE = 3;

/** An example of an item: the fields that must be given, and a few more. Undefined where one of the former has no example. */
function exampleItem(entity: Entity, fields: readonly GraphQLInputField[]): object | undefined {
  const known = fields.flatMap(({ name, type }) => {
    const field = entity.fieldByName.get(name);
    return field === undefined ? [] : [{ name, isRequired: isNonNullType(type), value: exampleValue(field), field }];
  });
  const required = known.filter(({ isRequired }) => isRequired);
  if (required.some(({ value }) => value === undefined)) return undefined;
  const others = known.filter(
    ({ isRequired, value, field }) => !isRequired && value !== undefined && field.insertable === true,
  );
  const shown = new Set([...required, ...others.slice(0, Math.max(0, EXAMPLE_SIZE - required.length))]);
  return Object.fromEntries(known.filter((given) => shown.has(given)).map(({ name, value }) => [name, value]));
}
