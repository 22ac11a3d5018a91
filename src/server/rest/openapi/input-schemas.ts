import { type GraphQLInputField, type GraphQLSchema, isInputObjectType, isNonNullType } from 'graphql';
import { nameChangeTypes } from '../../../model/build-names.ts';
import type { Entity } from '../../../model/model.ts';
import { inputSchema } from './field-schema.ts';
import type { Schema } from './schema.ts';

const kinds = ['create', 'replace', 'update'] as const;

/** The schemas of items that an entity takes, by the names of the GraphQL inputs that they become. */
export function inputSchemas(entity: Entity, schema: GraphQLSchema): Readonly<Record<string, Schema>> {
  const names = nameChangeTypes(entity.graphql.stem);
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const type = schema.getType(names[kind]);
      return isInputObjectType(type) ? [[names[kind], itemSchema(entity, Object.values(type.getFields()))]] : [];
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
