import { GraphQLError, type ValidationRule } from 'graphql';

/** Refuses operations for which the schema has no root type, mutations for example. graphql-js notices that only when it executes. */
export const knownOperationsRule: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(new GraphQLError(`The schema has no ${node.operation} operations.`, { nodes: node }));
  },
});
