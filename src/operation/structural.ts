import { GraphQLBoolean, type GraphQLInputType } from 'graphql';

/**
 * Whether a value of this type shapes the plan: booleans (`isNull`), and the enums that the schema marks (directions).
 * The database's own enums are values like any other.
 */
export const isStructural = (type: GraphQLInputType): boolean =>
  type === GraphQLBoolean || ('extensions' in type && type.extensions.structural === true);

/** Whether a value of this type is a `FilterValue`. */
export const isExpression = (type: GraphQLInputType): boolean =>
  'extensions' in type && type.extensions.expression === true;
