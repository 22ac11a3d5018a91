import { type DocumentNode, getOperationAST, Kind, type SelectionSetNode } from 'graphql';

/** Maximum characters of a description. */
const MAX_CHARACTERS = 200;

/**
 * Returns the type, name, and root fields of an operation: `query Orders { customers orders }`. Contains no values.
 * Undefined if the document has no such operation.
 */
export function describeOperation(document: DocumentNode, operationName: string | undefined): string | undefined {
  const operation = getOperationAST(document, operationName);
  if (!operation) return undefined;
  const names = rootFields(document, operation.selectionSet);
  const name = operation.name === undefined ? '' : ` ${operation.name.value}`;
  const text = `${operation.operation}${name} { ${names.join(' ')} }`;
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
}

/** More fields exceed the maximum length. */
const MAX_FIELDS = MAX_CHARACTERS / 2;

/** Includes the fields of fragments. The document may be invalid, so fragments may be missing or form a cycle. */
function rootFields({ definitions }: DocumentNode, selectionSet: SelectionSetNode): readonly string[] {
  const names = new Set<string>();
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (names.size > MAX_FIELDS) return;
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = definitions.find(
          (definition) =>
            definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
        );
        if (fragment?.kind === Kind.FRAGMENT_DEFINITION) collect(fragment.selectionSet);
      }
    }
  };
  collect(selectionSet);
  return [...names];
}
