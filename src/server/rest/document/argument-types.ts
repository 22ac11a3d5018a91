import { type GraphQLSchema, isObjectType } from 'graphql';
import { invariant } from '../../../base/invariant.ts';

/** Returns the type of an argument in GraphQL syntax. */
export type ArgumentType = (argument: string) => string;

export const argumentTypes =
  (schema: GraphQLSchema) =>
  (typeName: string, field: string): ArgumentType =>
  (argument) => {
    const type = schema.getType(typeName);
    const found = isObjectType(type) ? type.getFields()[field]?.args.find(({ name }) => name === argument) : undefined;
    invariant(found, `the schema has ${typeName}.${field}(${argument})`);
    return String(found.type);
  };
