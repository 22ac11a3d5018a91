import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql';
import { throwApiError } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import type { FilterValue } from '../odata/filter-value.ts';
import { searchWords } from '../scalars/search-words.ts';
import { checkTextRole } from './check-text-role.ts';
import {
  type Operation,
  ownValue,
  readSlot,
  type SelectedField,
  type SlotSource,
  type Value,
  type Variables,
} from './operation.ts';
import type { PreparedOperation } from './prepared-operation.ts';
import { readCursor } from './stream-position.ts';
import { affectsPlan, isExpression, isItem } from './structural.ts';
import type { ValueLimits } from './value-limits.ts';

/**
 * Reads an operation of a valid document. See https://spec.graphql.org/October2021/#CollectFields() and
 * #MergeSelectionSets().
 * @throws ApiError BadRequest for a malformed cursor, LimitExceeded for too many fields
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
  /** Number of fields that may still be read. With fragments, a small document can select very many fields. */
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
      const message = `The operation exceeds the maximum of ${max} fields, including fragments. Select fewer fields, or send several requests.`;
      throwApiError('LimitExceeded', message, { limit: 'fields', max });
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
      // The schema has no interfaces or unions, so a type condition always names the type itself.
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
    const condition = variables[value.name.value];
    if (typeof condition !== 'boolean') {
      throwApiError(
        'BadRequest',
        `"@${name}" requires true or false, but the variable "$${value.name.value}" is null. Set the variable, or omit it.`,
      );
    }
    return condition === (name === 'include');
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
  const valueByName = new Map<string, Value>();
  for (const argument of definition.args) {
    const valueNode = node.arguments?.find(({ name }) => name.value === argument.name)?.value;
    const value = valueNode === undefined ? undefined : readArgument(argument, valueNode, context.values);
    if (value !== undefined) valueByName.set(argument.name, value);
  }
  return valueByName;
}

interface ValueContext {
  readonly variables: Variables;
  /** Before coercion, so object keys keep the client's order. */
  readonly raw: Variables;
  readonly definitions: ReadonlyMap<string, VariableDefinitionNode>;
  readonly limits: ValueLimits;
  /** True if an absent variable is an error. Otherwise, its argument is omitted. */
  readonly complete?: boolean;
  /** True among the new values of a row, where booleans do not affect the plan. */
  readonly inItem?: boolean;
}

/**
 * Returns undefined if the variable is absent.
 * @throws ApiError BadRequest for a malformed cursor, and for an absent variable if the argument must be complete
 */
function readArgument(argument: GraphQLArgument, node: ValueNode, context: ValueContext): Value | undefined {
  const { cursor, words, known: isKnown, complete } = argument.extensions;
  const value = readValue(argument.type, node, complete === true ? { ...context, complete } : context);
  if (value?.kind !== 'slot') return value;
  const read = () => readSlot(value.source, { variables: context.variables, claims: {} });
  const text = () => String(read());
  if (words === true) checkTextRole(text(), 'words', context.limits);
  if (cursor === true) checkTextRole(text(), 'cursor', context.limits);
  if (isExpression(argument.type)) return { kind: 'expression', source: value.source, value: read() as FilterValue };
  if (isKnown === true) return { kind: 'known', value: text() };
  if (words === true) return { kind: 'words', source: value.source, count: searchWords(text()).length };
  return cursor === true ? readCursor(text(), argument.name, value.source) : value;
}

function readValue(type: GraphQLInputType, node: ValueNode, context: ValueContext): Value | undefined {
  if (node.kind === Kind.VARIABLE) return readVariable(type, node.name.value, context);
  if (node.kind === Kind.NULL) return { kind: 'null' };
  if (isNonNullType(type)) return readValue(type.ofType, node, context);
  if (isListType(type)) {
    const items = node.kind === Kind.LIST ? node.values : [node];
    if (isSlot(type.ofType, context.inItem))
      return {
        kind: 'slot',
        source: { kind: 'list', items: items.map((item) => slotSource(type.ofType, item, context)) },
      };
    return { kind: 'list', items: items.map((item) => readValue(type.ofType, item, context) ?? { kind: 'null' }) };
  }
  if (isInputObjectType(type)) {
    invariant(node.kind === Kind.OBJECT, 'a valid document has an object where an input object is expected');
    const fields = type.getFields();
    const entries = node.fields.flatMap(({ name, value }) => {
      const field = fields[name.value];
      const read = field === undefined ? undefined : readValue(field.type, value, { ...context, inItem: isItem(type) });
      return read === undefined ? [] : [[name.value, read] as const];
    });
    return { kind: 'object', entries };
  }
  return affectsPlan(type, context.inItem)
    ? knownValue(valueFromAST(node, type))
    : { kind: 'slot', source: { kind: 'constant', value: valueFromAST(node, type) } };
}

/** Rejects an absent variable: without its filter, a bulk change would affect more rows. */
const rejectAbsent = (name: string): never =>
  throwApiError('BadRequest', `Missing variable "$${name}". Bulk writes require all variables of the filter.`);

function slotSource(type: GraphQLInputType, node: ValueNode, { variables, complete }: ValueContext): SlotSource {
  if (node.kind !== Kind.VARIABLE) return { kind: 'constant', value: valueFromAST(node, type) };
  const name = node.name.value;
  if (complete === true && !Object.hasOwn(variables, name)) rejectAbsent(name);
  // In a list, an absent variable becomes null: https://spec.graphql.org/October2021/#sec-List.Input-Coercion
  return Object.hasOwn(variables, name) ? { kind: 'variable', path: [name] } : { kind: 'constant', value: null };
}

function readVariable(type: GraphQLInputType, name: string, context: ValueContext): Value | undefined {
  if (!Object.hasOwn(context.variables, name)) return context.complete === true ? rejectAbsent(name) : undefined;
  const [value, raw] = [context.variables[name], ownValue(context.raw, name)];
  const fallback = context.definitions.get(name)?.defaultValue;
  if (raw === undefined && fallback !== undefined) return readValue(type, fallback, context);
  // A default allows a nullable variable here: https://spec.graphql.org/October2021/#IsVariableUsageAllowed()
  if (value === null && isNonNullType(type)) {
    throwApiError(
      'BadRequest',
      `The variable "$${name}" must not be null here. Set a value, or omit it to use the default.`,
    );
  }
  return fromVariable(type, [name], { value, raw, inItem: context.inItem });
}

function fromVariable(
  type: GraphQLInputType,
  path: readonly (string | number)[],
  { value, raw, inItem }: { value: unknown; raw: unknown; inItem: boolean | undefined },
): Value {
  if (value === null || value === undefined) return { kind: 'null' };
  if (isNonNullType(type)) return fromVariable(type.ofType, path, { value, raw, inItem });
  if (isListType(type)) {
    if (isSlot(type.ofType, inItem)) return { kind: 'slot', source: { kind: 'variable', path } };
    // GraphQL coerces a single value to a list; `raw` may still be the single value.
    const rawItems = Array.isArray(raw) ? raw : [raw];
    return {
      kind: 'list',
      items: (value as readonly unknown[]).map((item, index) =>
        fromVariable(type.ofType, [...path, index], { value: item, raw: rawItems[index], inItem }),
      ),
    };
  }
  if (isInputObjectType(type)) {
    const fields = type.getFields();
    const entries = Object.entries(raw as object).flatMap(([name, member]) => {
      const field = fields[name];
      const coerced = (value as Record<string, unknown>)[name];
      if (field === undefined || coerced === undefined) return [];
      return [
        [
          name,
          fromVariable(field.type, [...path, name], { value: coerced, raw: member, inItem: isItem(type) }),
        ] as const,
      ];
    });
    return { kind: 'object', entries };
  }
  return affectsPlan(type, inItem) ? knownValue(value) : { kind: 'slot', source: { kind: 'variable', path } };
}

function knownValue(value: unknown): Value {
  invariant(typeof value === 'string' || typeof value === 'boolean', 'structural values are enum names and booleans');
  return { kind: 'known', value };
}

function isSlot(type: GraphQLInputType, inItem = false): boolean {
  const inner = isNonNullType(type) ? type.ofType : type;
  return isLeafType(inner) && !affectsPlan(inner, inItem);
}
