import {
  type ASTNode,
  type ConstValueNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  validate,
  visit,
} from 'graphql';
import { type Operation, operationOf, prune } from './generate/prune.ts';

/**
 * Shrinks a failing operation by removing parts.
 * @param attempts limit of calls of `fails`
 */
export async function shrink(
  operation: Operation,
  schema: GraphQLSchema,
  { fails, attempts }: { readonly fails: (operation: Operation) => Promise<boolean>; readonly attempts: number },
): Promise<Operation> {
  let smallest = operation;
  let [index, remaining, isProgressing] = [0, attempts, false];
  while (remaining > 0) {
    const candidate = smallerOperations(smallest)[index]?.();
    if (candidate === undefined) {
      if (!isProgressing) break;
      [index, isProgressing] = [0, false];
    } else if (isValid(candidate, schema)) {
      remaining -= 1;
      if (await fails(candidate)) [smallest, isProgressing] = [candidate, true];
      else index += 1;
    } else {
      index += 1;
    }
  }
  return smallest;
}

/** Generates smaller operations lazily. */
function smallerOperations(operation: Operation): readonly (() => Operation)[] {
  const { document, variables } = operation;
  const removals = removableNodes(document).map(
    (node) => () => prune({ variables, document: replaceNode(document, node, null) }),
  );
  const { variableDefinitions = [] } = operationOf(document);
  const inlined = variableDefinitions.flatMap(({ variable, defaultValue }) => {
    const name = variable.name.value;
    const value = variables.get(name) ?? defaultValue;
    return value === undefined ? [] : [() => prune({ variables, document: inlineVariable(document, name, value) })];
  });
  return [
    ...removals,
    ...inlined,
    ...simplifications(document).map((simpler) => () => prune({ variables, document: simpler() })),
  ];
}

/** Returns simpler equivalent documents: without aliases, or with fragments inlined. */
function simplifications(document: DocumentNode): readonly (() => DocumentNode)[] {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  const simpler: (() => DocumentNode)[] = [];
  visit(document, {
    Field: (node) => {
      if (node.alias !== undefined) simpler.push(() => replaceNode(document, node, { ...node, alias: undefined }));
    },
    FragmentSpread: (node) => {
      const { typeCondition, selectionSet } = fragments.get(node.name.value) ?? {};
      if (selectionSet === undefined || typeCondition === undefined) return;
      const inline = { kind: Kind.INLINE_FRAGMENT, typeCondition, directives: node.directives, selectionSet } as const;
      simpler.push(() => replaceNode(document, node, inline));
    },
    SelectionSet: (node) => {
      const selections = node.selections.flatMap((selection) =>
        selection.kind === Kind.INLINE_FRAGMENT && (selection.directives ?? []).length === 0
          ? selection.selectionSet.selections
          : [selection],
      );
      if (
        selections.length !== node.selections.length ||
        selections.some((selection, index) => selection !== node.selections[index])
      ) {
        simpler.push(() => replaceNode(document, node, { ...node, selections }));
      }
    },
  });
  return simpler;
}

const removableKinds: readonly string[] = [
  Kind.FIELD,
  Kind.INLINE_FRAGMENT,
  Kind.FRAGMENT_SPREAD,
  Kind.ARGUMENT,
  Kind.DIRECTIVE,
  Kind.OBJECT_FIELD,
];

/** Lists outer nodes first, because removing them shrinks the document most. */
function removableNodes(document: DocumentNode): readonly ASTNode[] {
  const nodes: ASTNode[] = [];
  visit(document, {
    enter(node) {
      if (removableKinds.includes(node.kind)) nodes.push(node);
      if (node.kind === Kind.LIST) nodes.push(...node.values);
    },
  });
  return nodes;
}

const replaceNode = (document: DocumentNode, old: ASTNode, replacement: ASTNode | null): DocumentNode =>
  visit(document, { enter: (node) => (node === old ? replacement : undefined) });

const inlineVariable = (document: DocumentNode, name: string, value: ConstValueNode): DocumentNode =>
  visit(document, {
    VariableDefinition: () => false,
    Variable: (node) => (node.name.value === name ? value : undefined),
  });

function isValid({ document }: Operation, schema: GraphQLSchema): boolean {
  try {
    // An empty selection can be printed but not parsed.
    return validate(schema, parse(print(document))).length === 0;
  } catch {
    return false;
  }
}
