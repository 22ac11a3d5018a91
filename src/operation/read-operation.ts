import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { refuse } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import type { Operation, SelectedField, Value, Variables } from './operation.ts';
import type { PreparedOperation } from './prepared-operation.ts';
import { readArgument, type ValueContext } from './read-value.ts';

/**
 * A valid document's operation as one tree of fields: fragments and repeated fields merged, `@skip` and `@include` applied,
 * as https://spec.graphql.org/October2021/#CollectFields() and #MergeSelectionSets() say.
 * @throws Refusal BadRequest for a malformed cursor, LimitExceeded for more fields than an operation may have
 */
export function readOperation(
  schema: GraphQLSchema,
  prepared: PreparedOperation,
  variables: Variables,
  raw: Variables,
): Operation {
  const { definition } = prepared;
  const root = schema.getRootType(definition.operation);
  invariant(root, `a valid document has a root type for ${definition.operation}`);
  const context: ReadContext = {
    budget: { fields: prepared.limits.fields },
    prepared,
    values: {
      variables,
      raw,
      limits: prepared.limits,
      definitions: new Map((definition.variableDefinitions ?? []).map((node) => [node.variable.name.value, node])),
    },
  };
  return { kind: definition.operation, fields: readSelection(root, [definition.selectionSet], context, []) };
}

interface ReadContext {
  /** Counts down while fields are read: by fragments, a small document can name very many. */
  readonly budget: { fields: number };
  readonly prepared: PreparedOperation;
  readonly values: ValueContext;
}

function readSelection(
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  context: ReadContext,
  path: readonly string[],
): readonly SelectedField[] {
  const grouped = new Map<string, FieldNode[]>();
  const visited = new Set<string>();
  for (const set of sets) collect(set, grouped, visited, context);
  return [...grouped].map(([key, nodes]) => {
    const [node] = nodes;
    invariant(node, 'a response key has a node');
    context.budget.fields -= 1;
    if (context.budget.fields < 0) {
      const { fields: max } = context.prepared.limits;
      const message = `With its fragments the operation selects more than ${max} fields; select fewer, or ask in several requests.`;
      refuse('LimitExceeded', message, { limit: 'fields', max });
    }
    const name = node.name.value;
    const definition = fieldDefinition(type, name);
    const inner = getNamedType(definition.type);
    const here = [...path, key];
    const subSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    return {
      key,
      name,
      path: here,
      arguments: readArguments(definition, node, context),
      fields: isObjectType(inner) ? readSelection(inner, subSets, context, here) : [],
    };
  });
}

function collect(
  set: SelectionSetNode,
  grouped: Map<string, FieldNode[]>,
  visited: Set<string>,
  context: ReadContext,
): void {
  for (const node of set.selections) {
    if (!isIncluded(node.directives ?? [], context.values)) continue;
    if (node.kind === Kind.FIELD) {
      const key = node.alias?.value ?? node.name.value;
      const nodes = grouped.get(key);
      if (nodes === undefined) grouped.set(key, [node]);
      else nodes.push(node);
    } else if (node.kind === Kind.INLINE_FRAGMENT) {
      // No interfaces, no unions: in a valid document a type condition always names the type itself.
      collect(node.selectionSet, grouped, visited, context);
    } else if (!visited.has(node.name.value)) {
      visited.add(node.name.value);
      const fragment = context.prepared.fragments.get(node.name.value);
      if (fragment !== undefined) collect(fragment.selectionSet, grouped, visited, context);
    }
  }
}

function isIncluded(directives: NonNullable<FieldNode['directives']>, { variables }: ValueContext): boolean {
  return directives.every((directive) => {
    const name = directive.name.value;
    if (name !== 'skip' && name !== 'include') return true;
    const value = directive.arguments?.find((argument) => argument.name.value === 'if')?.value;
    if (value?.kind !== Kind.VARIABLE) return (value?.kind === Kind.BOOLEAN && value.value) === (name === 'include');
    const given = variables[value.name.value];
    if (typeof given !== 'boolean') {
      refuse(
        'BadRequest',
        `"@${name}" needs true or false, and the variable "$${value.name.value}" is null; leave it out or give one.`,
      );
    }
    return given === (name === 'include');
  });
}

function fieldDefinition(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  const field = type.getFields()[name];
  invariant(field, `a valid document names a field of ${type.name}`);
  return field;
}

function readArguments(
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode,
  context: ReadContext,
): ReadonlyMap<string, Value> {
  const given = new Map<string, Value>();
  for (const argument of definition.args) {
    const valueNode = node.arguments?.find(({ name }) => name.value === argument.name)?.value;
    const value = valueNode === undefined ? undefined : readArgument(argument, valueNode, context.values);
    if (value !== undefined) given.set(argument.name, value);
  }
  return given;
}
