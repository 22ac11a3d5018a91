import { buildASTSchema, type GraphQLSchema, Kind, type NamedTypeNode, parse, printSchema, visit } from 'graphql';
import { defineScalars, RESPONSE_CURSOR, RESPONSE_FLOAT } from './scalars.ts';

/** Builds the naive schema from the names and types of the given one. */
export function writeSchema(source: GraphQLSchema | string): GraphQLSchema {
  const document = parse(typeof source === 'string' ? source : printSchema(source));
  const schema = buildASTSchema(
    visit(document, {
      // Arguments keep GraphQL's types, so that documents remain valid.
      FieldDefinition: (field) => ({
        ...field,
        type: visit(field.type, { NamedType: (type) => outputType(field.name.value, type) }),
      }),
      Document: {
        leave: (node) => ({
          ...node,
          definitions: [...node.definitions, ...[RESPONSE_FLOAT, RESPONSE_CURSOR].map(scalarDefinition)],
        }),
      },
    }),
  );
  defineScalars(schema);
  return schema;
}

function outputType(field: string, type: NamedTypeNode): NamedTypeNode {
  if (type.name.value === 'Float') return rename(type, RESPONSE_FLOAT);
  return field === 'startCursor' || field === 'endCursor' ? rename(type, RESPONSE_CURSOR) : type;
}

const rename = (type: NamedTypeNode, value: string): NamedTypeNode => ({ ...type, name: { ...type.name, value } });

const scalarDefinition = (value: string) =>
  ({ kind: Kind.SCALAR_TYPE_DEFINITION, name: { kind: Kind.NAME, value } }) as const;
