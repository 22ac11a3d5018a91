import { makeExecutableSchema } from '@graphql-tools/schema';
import {
  type GraphQLArgument,
  type GraphQLField,
  GraphQLScalarType,
  type GraphQLSchema,
  GraphQLString,
  getNamedType,
  isEnumType,
  isObjectType,
  Kind,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { BigNumber, parseJson } from '../base/json.ts';
import { type CustomScalar, customScalars } from '../scalars/scalar.ts';
import { FILTER_SCALAR, filterScalar } from './filter-scalar.ts';
import { replaceNumbers } from './replace-numbers.ts';

/**
 * The executable schema of an SDL that `printSdl` wrote. Arguments and enums carry in `extensions` what the reader of
 * operations must know of them: `structural` (the value shapes the plan), `cursor`, `words` and `expression`.
 */
export function buildSchema(sdl: string): GraphQLSchema {
  const names = new Set([...sdl.matchAll(/^scalar (\w+)$/gm)].map(([, name]) => name));
  const scalars = Object.entries(customScalars)
    .filter(([name]) => names.has(name))
    .map(([name, scalar]) => scalarType(name, scalar));
  if (names.has(FILTER_SCALAR)) scalars.push(filterScalar);
  const schema = makeExecutableSchema({
    typeDefs: sdl,
    resolvers: Object.fromEntries(scalars.map((scalar) => [scalar.name, scalar])),
    assumeValidSDL: true,
    noLocation: true,
  });
  replaceNumbers(schema);
  mark(schema);
  return schema;
}

function scalarType(name: string, { description, parse }: CustomScalar): GraphQLScalarType {
  return new GraphQLScalarType({
    name,
    description,
    serialize: (value) => value,
    parseValue: parse,
    parseLiteral: (node, variables) => parse(literalValue(node, variables)),
  });
}

/** Numbers of a document keep their digits, as those of variables do. */
function literalValue(node: ValueNode, variables: Parameters<typeof valueFromASTUntyped>[1]): unknown {
  if (node.kind === Kind.INT || node.kind === Kind.FLOAT) {
    const value = parseJson(node.value);
    return value instanceof BigNumber ? value : Number(node.value);
  }
  return valueFromASTUntyped(node, variables);
}

function mark(schema: GraphQLSchema): void {
  const structural = schema.getType('OrderBy');
  if (isEnumType(structural)) structural.extensions = { structural: true };
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      for (const argument of field.args.filter(({ type }) => type === GraphQLString)) markText(argument, field);
    }
  }
}

/** Text of which more shapes the plan than that it is there; a key argument of the same name is no such text. */
function markText(argument: GraphQLArgument, { args, type }: GraphQLField<unknown, unknown>): void {
  const { name } = argument;
  if (!args.some((other) => other.name === 'filter')) return;
  if (name === 'search') argument.extensions = { words: true };
  const isCursor = name === 'after' || name === 'before';
  if (isCursor && getNamedType(type).name.endsWith('Connection')) argument.extensions = { cursor: true };
}
