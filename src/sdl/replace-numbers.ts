import {
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLScalarType,
  type GraphQLSchema,
  type GraphQLType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
} from 'graphql';
import { BigNumber } from '../base/json.ts';
import { isNotFinite } from '../scalars/numbers.ts';

/** The standard scalar, which also takes a `BigNumber`, and `Float` takes "NaN"; what a store wrote goes out as it is. */
function ownScalar(standard: GraphQLScalarType): GraphQLScalarType {
  return new GraphQLScalarType({
    name: standard.name,
    description: standard.description,
    serialize: (value) => value,
    parseValue: (value) => {
      if (standard === GraphQLFloat && isNotFinite(value)) return value;
      return standard.parseValue(value instanceof BigNumber ? Number(value.text) : value);
    },
    // Of graphql-js only `parseValue` refuses numbers beyond a double.
    parseLiteral: (node, variables) =>
      standard === GraphQLFloat && node.kind === Kind.STRING && isNotFinite(node.value)
        ? node.value
        : standard.parseValue(standard.parseLiteral(node, variables)),
  });
}

/**
 * Puts scalars of our own in the place of `Int` and `Float`: those of graphql-js know neither NaN in answers nor digits beyond a double in
 * variables, and a schema that is built from SDL cannot choose others. Changes the schema itself, before anybody else has it.
 */
export function replaceNumbers(schema: GraphQLSchema): void {
  const own = new Map<GraphQLType, GraphQLScalarType>(
    [GraphQLInt, GraphQLFloat].map((standard) => [standard, ownScalar(standard)]),
  );
  const replace = <T extends GraphQLType>(type: T): T => replaceNamed(type, own) as T;
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
  for (const [standard, scalar] of own) if (types[scalar.name] === standard) types[scalar.name] = scalar;
}

function replaceNamed(type: GraphQLType, own: ReadonlyMap<GraphQLType, GraphQLScalarType>): GraphQLType {
  if (isNonNullType(type)) return new GraphQLNonNull(replaceNamed(type.ofType, own));
  if (isListType(type)) return new GraphQLList(replaceNamed(type.ofType, own));
  return own.get(type) ?? type;
}
