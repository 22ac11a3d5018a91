import { GraphQLBoolean, type GraphQLInputType, isInputObjectType } from 'graphql';

/** Booleans and some enums affect the plan. The database's own enums, and booleans among a row's new values, do not. */
export const isStructural = (type: GraphQLInputType, inItem = false): boolean =>
  (type === GraphQLBoolean && !inItem) || ('extensions' in type && type.extensions.structural === true);

export const isItem = (type: GraphQLInputType): boolean => isInputObjectType(type) && type.extensions.item === true;

export const isExpression = (type: GraphQLInputType): boolean =>
  'extensions' in type && type.extensions.expression === true;
