import {
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  OperationTypeNode,
} from 'graphql';
import { findSynonym } from '../base/did-you-mean.ts';
import { isFilterOperator } from '../scalars/operators.ts';

/** Messages of graphql-js. */
const UNKNOWN_VALUE =
  /((?:does not exist in "(\w+)" enum|Enum "(\w+)" cannot represent .*)\.)(?: Did you mean the enum values? [^?]*\?)?$/;

const UNKNOWN_NAME =
  /((?:Cannot query field "(\w+)" on type "(\w+)"|Field "(\w+)" is not defined by type "(\w+)"|Unknown argument "(\w+)" on field "(\w+)\.(\w+)")\.)(?: Did you mean [^?]*\?)?$/;

const MAX_VALUES = 20;

/** Maximum length of a message to search, because searching a longer message is slow. */
const MAX_MESSAGE_LENGTH = 500;

/** @param hideNames true if introspection is disabled; only names common to all schemas are suggested */
export function withSuggestions(message: string, schema: GraphQLSchema, hideNames: boolean): string {
  if (message.length > MAX_MESSAGE_LENGTH) return message;
  const [all, start, field, type, member, input, argument, parent, parentField] = UNKNOWN_NAME.exec(message) ?? [];
  if (all === undefined || start === undefined) return hideNames ? message : withEnumValues(message, schema);
  const other = field === undefined || hideNames ? undefined : otherOperation(schema, field, type);
  if (other !== undefined) {
    return message.replace(all, () => `${start} "${field}" is a ${other}: start the operation with "${other}".`);
  }
  const connection =
    argument === undefined || hideNames ? undefined : connectionWith(schema, argument, { parent, field: parentField });
  if (connection !== undefined) {
    return message.replace(all, () => `${start} Use "${connection.argument}" on "${connection.field}".`);
  }
  const known =
    argument === undefined
      ? namesOfType(schema, type ?? input, hideNames)
      : namesOfArguments(schema, { parent, field: parentField }, hideNames);
  const guess = findSynonym(field ?? member ?? argument ?? '', known);
  return guess === undefined ? message : message.replace(all, `${start} Did you mean "${guess}"?`);
}

/** Returns the operation that has the field, if the type is a root type. Reads precede subscriptions. */
function otherOperation(schema: GraphQLSchema, field: string, type: string | undefined): OperationTypeNode | undefined {
  const kinds = Object.values(OperationTypeNode);
  if (!kinds.some((kind) => type === schema.getRootType(kind)?.name)) return undefined;
  return kinds.find((kind) => schema.getRootType(kind)?.getFields()[field] !== undefined);
}

function withEnumValues(message: string, schema: GraphQLSchema): string {
  return message.replace(UNKNOWN_VALUE, (all: string, start: string, unknown?: string, other?: string) => {
    const type = schema.getType(unknown ?? other ?? '');
    if (!isEnumType(type)) return all;
    const values = type.getValues().map(({ name }) => name);
    const listed = values.slice(0, MAX_VALUES).join(', ');
    return `${start} Known values: ${listed}${values.length > MAX_VALUES ? ', …' : ''}.`;
  });
}

function namesOfType(schema: GraphQLSchema, name: string | undefined, hideNames: boolean): readonly string[] {
  const type = schema.getType(name ?? '');
  const hasFields = isInputObjectType(type) || isObjectType(type);
  const names = hasFields ? Object.keys(type.getFields()) : [];
  return hideNames && !names.every(isFilterOperator) ? [] : names;
}

const CURSOR_ARGUMENTS = ['after', 'before', 'last'];

function connectionWith(
  schema: GraphQLSchema,
  argument: string,
  { parent, field = '' }: ParentField,
): { readonly field: string; readonly argument: string } | undefined {
  const type = schema.getType(parent ?? '');
  const fields = isObjectType(type) ? type.getFields() : {};
  const filterOf = (name: string) => fields[name]?.args.find((known) => known.name === 'filter')?.type;
  const cursorArgument = CURSOR_ARGUMENTS.includes(argument) ? argument : findSynonym(argument, CURSOR_ARGUMENTS);
  if (cursorArgument === undefined || filterOf(field) === undefined) return undefined;
  const connection = Object.values(fields).find(
    ({ name, args }) =>
      name.startsWith(field) &&
      filterOf(name) === filterOf(field) &&
      args.some((known) => known.name === cursorArgument),
  );
  return connection === undefined ? undefined : { field: connection.name, argument: cursorArgument };
}

interface ParentField {
  readonly parent: string | undefined;
  readonly field: string | undefined;
}

function namesOfArguments(
  schema: GraphQLSchema,
  { parent, field }: ParentField,
  hideNames: boolean,
): readonly string[] {
  const type = schema.getType(parent ?? '');
  const args = isObjectType(type) ? (type.getFields()[field ?? '']?.args ?? []) : [];
  // A parameter of a procedure may also be named `filter`, but it is never an input object.
  const isOfList = args.some(
    (argument) => argument.name === 'filter' && isInputObjectType(getNamedType(argument.type)),
  );
  return hideNames && !isOfList ? [] : args.map(({ name }) => name);
}
