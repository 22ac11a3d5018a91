import { type GraphQLSchema, isObjectType } from 'graphql';
import { invariant } from '../../../base/invariant.ts';

/** The type of an argument, as it is written in a document. */
export type ArgumentType = (argument: string) => string;

/** Looks up the arguments of a field of a type. */
export const argumentTypes =
  (schema: GraphQLSchema) =>
  (typeName: string, field: string): ArgumentType =>
  (argument) => {
    const type = schema.getType(typeName);
    const found = isObjectType(type) ? type.getFields()[field]?.args.find(({ name }) => name === argument) : undefined;
    invariant(found, `the schema has ${typeName}.${field}(${argument})`);
    return String(found.type);
  };
