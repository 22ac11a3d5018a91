import {
  buildASTSchema,
  type GraphQLArgument,
  type GraphQLField,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLScalarType,
  type GraphQLSchema,
  GraphQLString,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  parse,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { BigNumber, parseJson } from '../base/json.ts';
import { FilterValue } from '../odata/filter-value.ts';
import type { CountedInput } from '../scalars/aggregates.ts';
import { isNotFinite } from '../scalars/numbers.ts';
import { customScalars, FILTER_SCALAR, graphqlScalars } from '../scalars/scalar.ts';

/**
 * Builds an executable schema with graphql-js, because `@graphql-tools/schema` took two to four times as long.
 * `extensions` guide the files of `operation/`:
 *
 * - `counted`: limit that the parts of the input count toward
 * - `structural`, `known`: the value affects the plan
 * - `cursor`, `words`: meaning of the string
 * - `expression`: the value is a parsed `$filter`
 * - `item`: booleans do not affect the plan
 * - `complete`: variables must not be absent
 */
export function buildSchema(sdl: string): GraphQLSchema {
  const schema = buildASTSchema(parse(sdl, { noLocation: true }), { assumeValid: true });
  for (const type of Object.values(schema.getTypeMap())) if (isScalarType(type)) setParsers(type);
  replaceNumbers(schema);
  setExtensions(schema);
  return schema;
}

/** Sets the parsers of a scalar, which SDL cannot define. */
function setParsers(type: GraphQLScalarType): void {
  if (type.name === FILTER_SCALAR) {
    Object.assign(type, filterParsers);
    return;
  }
  const scalar = Object.entries({ ...customScalars, ...graphqlScalars }).find(([name]) => name === type.name)?.[1];
  if (scalar === undefined) return;
  type.serialize = (value) => value;
  type.parseValue = scalar.parse;
  type.parseLiteral = (node) => scalar.parse(literalValue(node));
}

function literalValue(node: ValueNode): unknown {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT: {
      const value = parseJson(node.value);
      return value instanceof BigNumber ? value : Number(node.value);
    }
    case Kind.LIST:
      return node.values.map(literalValue);
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, literalValue(value)]));
    case Kind.VARIABLE:
      throw new Error(`"$${node.name.value}" is part of a value. Pass the whole value as one variable.`);
    default:
      return valueFromASTUntyped(node);
  }
}

function setExtensions(schema: GraphQLSchema): void {
  const changes = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ args }) => args);
  for (const argument of changes) {
    if (isFilter(argument)) argument.extensions = { complete: true };
    if (argument.name === 'ifNoneMatch') argument.extensions = { known: true };
    if (argument.name === 'item' || argument.name === 'items') markItem(getNamedType(argument.type));
  }
  for (const type of [schema.getType('OrderBy'), ...groupFieldEnums(schema)]) {
    if (isEnumType(type)) type.extensions = { structural: true };
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      for (const argument of field.args) {
        if (argument.type === GraphQLString && field.args.some(isFilter)) markText(argument);
        const counted = Object.hasOwn(COUNTED, argument.name) ? COUNTED[argument.name] : undefined;
        if (counted !== undefined) markCounted(getNamedType(argument.type), counted);
      }
    }
  }
}

/** Marks the input of a new row, of which only the presence of fields affects the plan. */
function markItem(type: GraphQLNamedType): void {
  if (!isInputObjectType(type) || type.extensions.item === true) return;
  type.extensions = { item: true };
  for (const field of Object.values(type.getFields())) markItem(getNamedType(field.type));
}

const COUNTED: Readonly<Record<string, CountedInput>> = {
  filter: 'filter',
  having: 'filter',
  orderBy: 'order',
  item: 'rows',
  items: 'rows',
};

function markCounted(type: GraphQLNamedType, counted: CountedInput): void {
  if (!isInputObjectType(type) || type.extensions.counted !== undefined) return;
  type.extensions = { ...type.extensions, counted };
  for (const field of Object.values(type.getFields())) markCounted(getNamedType(field.type), counted);
}

function groupFieldEnums(schema: GraphQLSchema): readonly GraphQLNamedType[] {
  const groupings = Object.values(schema.getTypeMap()).flatMap((type) => {
    const field = isObjectType(type) ? type.getFields().groupBy : undefined;
    return field?.args.some(({ name }) => name === 'fields') === true ? [field] : [];
  });
  const functions = groupings.flatMap(({ type }) => {
    const aggregations = fieldsOf(getNamedType(type)).find(({ name }) => name === 'aggregations');
    return aggregations === undefined ? [] : fieldsOf(getNamedType(aggregations.type));
  });
  const fieldArguments = [...groupings, ...functions].flatMap(({ args }) => args);
  return fieldArguments
    .filter(({ name }) => name === 'fields' || name === 'field')
    .map(({ type }) => getNamedType(type));
}

const fieldsOf = (type: GraphQLNamedType): readonly GraphQLField<unknown, unknown>[] =>
  isObjectType(type) ? Object.values(type.getFields()) : [];

/** Returns true for a filter, not for a procedure parameter named `filter`. */
const isFilter = ({ name, type }: GraphQLArgument): boolean =>
  name === 'filter' && isInputObjectType(getNamedType(type));

/** Marks `search`, `after`, and `before` of a field with a filter, not key arguments or parameters of these names. */
function markText(argument: GraphQLArgument): void {
  const { name } = argument;
  if (name === 'search') argument.extensions = { words: true };
  if (name === 'after' || name === 'before') argument.extensions = { cursor: true };
}

/** Accepts `BigNumber`, and "NaN" for `Float`. Serializes values unchanged. */
function exactScalar(standard: GraphQLScalarType): GraphQLScalarType {
  return new GraphQLScalarType({
    name: standard.name,
    description: standard.description,
    serialize: (value) => value,
    parseValue: (value) => {
      if (standard === GraphQLFloat && isNotFinite(value)) return value;
      return standard.parseValue(value instanceof BigNumber ? Number(value.text) : value);
    },
    // In graphql-js, only `parseValue` rejects numbers beyond a double.
    parseLiteral: (node, variables) =>
      standard === GraphQLFloat && node.kind === Kind.STRING && isNotFinite(node.value)
        ? node.value
        : standard.parseValue(standard.parseLiteral(node, variables)),
  });
}

/**
 * The `Int` and `Float` of graphql-js support neither NaN nor digits beyond a double. SDL cannot select scalars, so
 * this mutates the schema before it is shared.
 */
function replaceNumbers(schema: GraphQLSchema): void {
  const replacements = new Map<GraphQLType, GraphQLScalarType>(
    [GraphQLInt, GraphQLFloat].map((standard) => [standard, exactScalar(standard)]),
  );
  const replace = <T extends GraphQLType>(type: T): T => replaceNamedType(type, replacements) as T;
  const types = schema.getTypeMap();
  for (const type of Object.values(types)) {
    if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) field.type = replace(field.type);
    } else if (isObjectType(type) && !type.name.startsWith('__')) {
      for (const field of Object.values(type.getFields())) {
        field.type = replace(field.type);
        for (const argument of field.args) argument.type = replace(argument.type);
      }
    }
  }
  for (const [standard, scalar] of replacements) if (types[scalar.name] === standard) types[scalar.name] = scalar;
}

function replaceNamedType(type: GraphQLType, replacements: ReadonlyMap<GraphQLType, GraphQLScalarType>): GraphQLType {
  if (isNonNullType(type)) return new GraphQLNonNull(replaceNamedType(type.ofType, replacements));
  if (isListType(type)) return new GraphQLList(replaceNamedType(type.ofType, replacements));
  return replacements.get(type) ?? type;
}

/** Only variables can contain a `FilterValue`. */
const filterParsers: Pick<GraphQLScalarType, 'serialize' | 'parseValue' | 'parseLiteral' | 'extensions'> = {
  extensions: { expression: true },
  serialize: (value) => value,
  parseValue: (value) => {
    if (value instanceof FilterValue) return value;
    throw new Error(`${FILTER_SCALAR} must be a parsed $filter`);
  },
  parseLiteral: () => {
    throw new Error(`${FILTER_SCALAR} must be a variable`);
  },
};
