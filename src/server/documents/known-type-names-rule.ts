import { type ASTVisitor, getEnterLeaveForKind, Kind, KnownTypeNamesRule, type ValidationRule } from 'graphql';

/**
 * The rule of graphql-js, asked only once a document names a type that there is not: before it looks at anything it lists every type
 * of the schema.
 */
export const knownTypeNamesRule: ValidationRule = (context) => {
  let rule: ASTVisitor | undefined;
  return {
    NamedType(...visited) {
      const [{ name }] = visited;
      if (context.getSchema().getType(name.value)) return;
      rule ??= KnownTypeNamesRule(context);
      getEnterLeaveForKind(rule, Kind.NAMED_TYPE).enter?.(...visited);
    },
  };
};
