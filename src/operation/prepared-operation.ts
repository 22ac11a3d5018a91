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
import { throwApiError } from '../base/errors.ts';
import { checkTextRole } from './check-text-role.ts';
import { type CoercedVariables, createCoercion } from './coerce-variables.ts';
import { ownValue, type Variables } from './operation.ts';
import { describeShape, type TextRole } from './shape.ts';
import type { ValueLimits } from './value-limits.ts';

export interface PreparedOperation {
  readonly definition: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly limits: ValueLimits;
  /** @throws ApiError LimitExceeded */
  readonly coerce: (raw: Variables) => CoercedVariables;
  /** Returns a string that is equal for variables with equal plans. */
  readonly shapeOf: (variables: Variables, raw: Variables) => string;
}

/** @throws ApiError BadRequest if the name does not identify the operation */
export function prepareOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  name: string | undefined,
  limits: ValueLimits,
): PreparedOperation {
  const definition = findOperation(document, name);
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const texts = findTextVariables(document);
  const readers = (definition.variableDefinitions ?? []).map((node) => {
    const variable = node.variable.name.value;
    const type = typeFromAST(schema, node.type) as GraphQLInputType;
    const roles = texts.get(variable);
    return (variables: Variables, raw: Variables) =>
      describeShape(type, {
        value: ownValue(variables, variable),
        raw: ownValue(raw, variable),
        ...(roles === undefined ? {} : { roles }),
      });
  });
  const coerceValues = createCoercion(schema, definition.variableDefinitions ?? [], limits);
  const roles = [...texts].flatMap(([variable, ofVariable]) => [...ofVariable].map((role) => ({ variable, role })));
  const coerce = (raw: Variables): CoercedVariables => {
    for (const { variable, role } of roles) {
      const value = ownValue(raw, variable);
      if (typeof value === 'string') checkTextRole(value, role, limits);
    }
    return coerceValues(raw);
  };
  return {
    definition,
    fragments,
    limits,
    coerce,
    shapeOf: (variables, raw) => readers.map((read) => read(variables, raw)).join(','),
  };
}

function findOperation(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const names =
    operations.flatMap((node) => (node.name === undefined ? [] : [`"${node.name.value}"`])).join(', ') ||
    'no named operation';
  const [first] = operations;
  if (first === undefined) return throwApiError('BadRequest', 'The document has no operation. Add a query.');
  if (name === undefined) {
    return operations.length === 1
      ? first
      : throwApiError('BadRequest', `The document has several operations (${names}). Select one with "operationName".`);
  }
  return (
    operations.find((node) => node.name?.value === name) ??
    throwApiError('BadRequest', `Unknown operation "${name}". The document has ${names}.`)
  );
}

const textRoles: Readonly<Record<string, TextRole>> = {
  after: 'cursor',
  before: 'cursor',
  search: 'words',
  ifNoneMatch: 'known',
};

function findTextVariables(document: DocumentNode): ReadonlyMap<string, ReadonlySet<TextRole>> {
  const found = new Map<string, Set<TextRole>>();
  visit(document, {
    Argument({ name, value }) {
      const role = Object.hasOwn(textRoles, name.value) ? textRoles[name.value] : undefined;
      if (role === undefined || value.kind !== Kind.VARIABLE) return;
      const variable = value.name.value;
      found.set(variable, (found.get(variable) ?? new Set<TextRole>()).add(role));
    },
  });
  return found;
}
