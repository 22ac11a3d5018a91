import { type ASTVisitor, getEnterLeaveForKind, Kind, KnownTypeNamesRule, type ValidationRule } from 'graphql';

/**
 * The rule of graphql-js, which lists every type of the schema before it looks at anything. So it is made only for a document that names an
 * unknown type.
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
