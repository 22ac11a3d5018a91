import {
  buildASTSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLScalarType,
  type GraphQLSchema,
  GraphQLString,
  getNamedType,
  isEnumType,
  isObjectType,
  isScalarType,
  Kind,
  parse,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { BigNumber, parseJson } from '../base/json.ts';
import { customScalars } from '../scalars/scalar.ts';
import { FILTER_SCALAR, filterParsers } from './filter-scalar.ts';
import { replaceNumbers } from './replace-numbers.ts';

/**
 * The executable schema of an SDL that `printSdl` wrote. Arguments and enums carry in `extensions` what the reader of
 * operations must know of them: `structural` (the value shapes the plan), `cursor`, `words` and `expression`.
 */
export function buildSchema(sdl: string): GraphQLSchema {
  const schema = buildASTSchema(parse(sdl, { noLocation: true }), { assumeValid: true });
  for (const type of Object.values(schema.getTypeMap())) if (isScalarType(type)) giveParsers(type);
  replaceNumbers(schema);
  mark(schema);
  return schema;
}

/** Gives a scalar of our own its parsers, before anybody else has the schema: SDL can only name it. */
function giveParsers(type: GraphQLScalarType): void {
  if (type.name === FILTER_SCALAR) {
    Object.assign(type, filterParsers);
    return;
  }
  const scalar = Object.entries(customScalars).find(([name]) => name === type.name)?.[1];
  if (scalar === undefined) return;
  type.serialize = (value) => value;
  type.parseValue = scalar.parse;
  type.parseLiteral = (node, variables) => scalar.parse(literalValue(node, variables));
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
