/** A JSON Schema, draft 2020-12. https://spec.openapis.org/oas/v3.1.0#schema-object */
export type Schema = Readonly<Record<string, unknown>>;

const NULL: Schema = { type: 'null' };

/** The shared schema of this name. */
export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The schema that allows null too. */
export function orNull(schema: Schema): Schema {
  if (schema.type !== undefined) return { ...schema, type: [schema.type, 'null'].flat() };
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, NULL] };
  if ('$ref' in schema) return { anyOf: [schema, NULL] };
  // A schema that allows anything allows null already.
  return schema;
}

/** The schema with a description, where there is one. */
export const described = (schema: Schema, description: string | undefined): Schema =>
  description === undefined ? schema : { ...schema, description };
