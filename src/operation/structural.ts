import { GraphQLBoolean, type GraphQLInputType, isInputObjectType } from 'graphql';

/**
 * Returns true for types whose values affect the plan: booleans, except among a row's new values, and some enums. Enums
 * of the database never do.
 */
export const affectsPlan = (type: GraphQLInputType, inItem = false): boolean =>
  (type === GraphQLBoolean && !inItem) || ('extensions' in type && type.extensions.structural === true);

export const isItem = (type: GraphQLInputType): boolean => isInputObjectType(type) && type.extensions.item === true;

export const isExpression = (type: GraphQLInputType): boolean =>
  'extensions' in type && type.extensions.expression === true;
