import {
  type ExecutionResult,
  executeSync,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { invariant } from '../base/invariant.ts';
import type { Variables } from '../operation/operation.ts';
import type { PreparedOperation } from '../operation/prepared-operation.ts';

/** What the schema itself answers of an operation (`__schema`, `__type`), by response key; graphql-js does it. */
export function introspectSchema(
  schema: GraphQLSchema,
  prepared: PreparedOperation,
  variables: Variables,
): Readonly<Record<string, unknown>> {
  const { definition, fragments } = prepared;
  const own = {
    ...definition,
    selectionSet: { ...definition.selectionSet, selections: introspectionFields(definition.selectionSet, prepared) },
  };
  const { data, errors }: ExecutionResult = executeSync({
    schema,
    document: { kind: Kind.DOCUMENT, definitions: [own, ...fragments.values()] },
    variableValues: variables,
  });
  invariant(
    errors === undefined && data !== null && data !== undefined,
    `introspection answers a valid document: ${errors?.[0]?.message}`,
  );
  return data;
}

/** Root fields of a selection and its fragments that no store answers; each keeps the directives it stands under. */
function introspectionFields(set: SelectionSetNode, prepared: PreparedOperation): readonly FieldNode[] {
  return set.selections.flatMap((node): readonly FieldNode[] => {
    if (node.kind === Kind.FIELD) return ['__schema', '__type', '_empty'].includes(node.name.value) ? [node] : [];
    const inner =
      node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : prepared.fragments.get(node.name.value)?.selectionSet;
    const directives = node.directives ?? [];
    return inner === undefined
      ? []
      : introspectionFields(inner, prepared).map((field) => ({
          ...field,
          directives: [...directives, ...(field.directives ?? [])],
        }));
  });
}
