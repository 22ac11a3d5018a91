import { GraphQLBoolean, type GraphQLInputType, isInputObjectType } from 'graphql';

/**
 * Returns true for booleans, and for enums that affect the plan. Distinguishing `isNull: true` from `eq: true` would
 * save at most one plan. The database's own enums, and booleans among a row's new values, are ordinary values.
 */
export const isStructural = (type: GraphQLInputType, inItem = false): boolean =>
  (type === GraphQLBoolean && !inItem) || ('extensions' in type && type.extensions.structural === true);

/** Returns true for new values of a row. */
export const isItem = (type: GraphQLInputType): boolean => isInputObjectType(type) && type.extensions.item === true;

export const isExpression = (type: GraphQLInputType): boolean =>
  'extensions' in type && type.extensions.expression === true;
