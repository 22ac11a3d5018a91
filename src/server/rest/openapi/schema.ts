/** https://spec.openapis.org/oas/v3.1.0#schema-object */
export type Schema = Readonly<Record<string, unknown>>;

const NULL: Schema = { type: 'null' };

export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export function orNull(schema: Schema): Schema {
  if (schema.type !== undefined) return { ...schema, type: [schema.type, 'null'].flat() };
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, NULL] };
  if ('$ref' in schema) return { anyOf: [schema, NULL] };
  // A schema without these keywords allows null.
  return schema;
}

export const withDescription = (schema: Schema, description: string | undefined): Schema =>
  description === undefined ? schema : { ...schema, description };
