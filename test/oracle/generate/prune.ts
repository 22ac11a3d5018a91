import { type ConstValueNode, type DocumentNode, Kind, visit } from 'graphql';

/** An operation as sent by a client. */
export interface Operation {
  readonly document: DocumentNode;
  /** Sent variables by name. */
  readonly variables: ReadonlyMap<string, ConstValueNode>;
}

/** Removes unused fragments and variables. */
export function prune({ document, variables }: Operation): Operation {
  const used = usedNames(document);
  const rest = visit(document, {
    FragmentDefinition: ({ name }) => (used.has(fragmentName(name.value)) ? undefined : null),
    VariableDefinition: ({ variable }) => (used.has(variableName(variable.name.value)) ? false : null),
  });
  const isSmaller = rest !== document;
  const sent = new Map([...variables].filter(([name]) => used.has(variableName(name))));
  return isSmaller ? prune({ document: rest, variables: sent }) : { document, variables: sent };
}

const fragmentName = (name: string): string => `...${name}`;
const variableName = (name: string): string => `$${name}`;

function usedNames(document: DocumentNode): ReadonlySet<string> {
  const used = new Set<string>();
  visit(document, {
    // A declaration is not a use.
    VariableDefinition: () => false,
    FragmentSpread: ({ name }) => void used.add(fragmentName(name.value)),
    Variable: ({ name }) => void used.add(variableName(name.value)),
  });
  return used;
}

export function operationOf(document: DocumentNode) {
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('The document has no operation.');
  return operation;
}
