import { GraphQLError, type ValidationRule } from 'graphql';

/** Refuses operations of a kind that the schema has no root type for, which graphql-js finds only when it executes. */
export const knownOperationsRule: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(new GraphQLError(`The schema has no ${node.operation} operations.`, { nodes: node }));
  },
});
