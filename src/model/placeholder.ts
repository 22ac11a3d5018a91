/** Name of a field, always null, of a GraphQL type that would otherwise have no fields. */
export const PLACEHOLDER = '_empty';
