import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  visit,
} from 'graphql';
import { refuse } from '../base/errors.ts';
import { ownValue, type Variables } from './operation.ts';
import { describeShape } from './shape.ts';

/** One operation of a document, with what can be known before any variable is. */
export interface PreparedOperation {
  readonly definition: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The parts of the variables that shape the plan, as text: equal text, equal plan. */
  readonly shapeOf: (variables: Variables, raw: Variables) => string;
}

/** Finds the operation to run. @throws Refusal BadRequest when the name does not settle it */
export function prepareOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  name: string | undefined,
): PreparedOperation {
  const definition = findOperation(document, name);
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const cursors = findCursorVariables(document);
  const readers = (definition.variableDefinitions ?? []).map((node) => {
    const variable = node.variable.name.value;
    const type = typeFromAST(schema, node.type) as GraphQLInputType;
    return (variables: Variables, raw: Variables) =>
      describeShape(type, {
        value: ownValue(variables, variable),
        raw: ownValue(raw, variable),
        isCursor: cursors.has(variable),
      });
  });
  return { definition, fragments, shapeOf: (variables, raw) => readers.map((read) => read(variables, raw)).join(',') };
}

function findOperation(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const names =
    operations.flatMap((node) => (node.name === undefined ? [] : [`"${node.name.value}"`])).join(', ') ||
    'none with a name';
  const [first] = operations;
  if (first === undefined) return refuse('BadRequest', 'The document has no operation; add a query.');
  if (name === undefined) {
    return operations.length === 1
      ? first
      : refuse(
          'BadRequest',
          `The document has several operations (${names}); say which one to run with "operationName".`,
        );
  }
  return (
    operations.find((node) => node.name?.value === name) ??
    refuse('BadRequest', `The document has no operation named "${name}"; it has ${names}.`)
  );
}

/** Variables that stand where a cursor may: of them it matters which of the cursor's values are NULL. */
function findCursorVariables(document: DocumentNode): ReadonlySet<string> {
  const found = new Set<string>();
  visit(document, {
    Argument({ name, value }) {
      if ((name.value === 'after' || name.value === 'before') && value.kind === Kind.VARIABLE)
        found.add(value.name.value);
    },
  });
  return found;
}
