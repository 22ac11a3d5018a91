import { GraphQLBoolean, type GraphQLInputType, isInputObjectType } from 'graphql';

/**
 * Whether a value of this type shapes the plan: booleans, and the enums that the schema marks (directions, fields to group by).
 * All booleans of filters do, which is simpler than to tell `isNull: true` from `eq: true`, and makes two plans at most.
 * The database's own enums are values like any other, and so are booleans among the new values of a row.
 */
export const isStructural = (type: GraphQLInputType, inItem = false): boolean =>
  (type === GraphQLBoolean && !inItem) || ('extensions' in type && type.extensions.structural === true);

/** Whether values of this type are new values of a row. */
export const isItem = (type: GraphQLInputType): boolean => isInputObjectType(type) && type.extensions.item === true;

/** Whether a value of this type is a `FilterValue`. */
export const isExpression = (type: GraphQLInputType): boolean =>
  'extensions' in type && type.extensions.expression === true;
