// @ts-check
// Swagger UI takes more than half a minute for an OpenAPI 3.1 document of a hundred entities, because it follows every
// relationship. This script converts the document to OpenAPI 3.0, without related items.

/** @typedef {Record<string, any>} Schema */

/**
 * Converts a document to OpenAPI 3.0, for display.
 * @param {Schema} document in OpenAPI 3.1
 * @returns {Schema}
 */
export function simplifyDocument(document) {
  const { schemas } = document.components;
  const alone = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, isPage(schema) ? schema : withoutRelated(schema, schemas)]),
  );
  const shown = { ...document, openapi: '3.0.3', components: { ...document.components, schemas: alone } };
  return rewrite(shown, document.components.parameters);
}

/** @param {Schema} schema */
const isPage = ({ properties }) => properties?.value?.items?.$ref !== undefined;

/**
 * @param {Schema} schema
 * @param {Record<string, Schema>} schemas
 */
function withoutRelated(schema, schemas) {
  if (schema.properties === undefined) return schema;
  const own = Object.entries(schema.properties).filter(([, { $ref, anyOf = [], items }]) =>
    [$ref, items?.$ref, ...anyOf.map((/** @type {Schema} */ { $ref }) => $ref)].every(
      (ref) => ref === undefined || schemas[ref.split('/').at(-1)]?.properties === undefined,
    ),
  );
  return { ...schema, properties: Object.fromEntries(own) };
}

/**
 * @param {any} value
 * @param {Record<string, Schema>} parameters
 * @returns {any}
 */
function rewrite(value, parameters) {
  if (Array.isArray(value)) return value.map((element) => rewrite(element, parameters));
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rewrite(member, parameters)]));
  return withDescription(withExample(withNullable(inner)), parameters);
}

/** @param {Schema} schema */
function withNullable({ type, anyOf, ...rest }) {
  if (Array.isArray(type)) {
    const [first] = type.filter((name) => name !== 'null');
    return { ...rest, type: first, ...(type.includes('null') && { nullable: true }) };
  }
  if (!Array.isArray(anyOf)) return { ...rest, ...(type !== undefined && { type }) };
  const others = anyOf.filter((schema) => schema.type !== 'null');
  const nullable = others.length < anyOf.length && { nullable: true };
  return others.length === 1 ? { ...rest, allOf: others, ...nullable } : { ...rest, anyOf: others, ...nullable };
}

/** @param {Schema} schema */
function withExample({ examples, ...rest }) {
  return Array.isArray(examples) ? { ...rest, example: examples[0] } : { ...rest, ...(examples && { examples }) };
}

/**
 * Replaces a reference by the parameter, because references of OpenAPI 3.0 have no description.
 * @param {Schema} value
 * @param {Record<string, Schema>} parameters
 */
function withDescription(value, parameters) {
  if (value.$ref === undefined || value.description === undefined) return value;
  const { $ref, ...own } = value;
  const parameter = $ref.startsWith('#/components/parameters/') ? parameters[$ref.split('/').at(-1)] : undefined;
  return parameter === undefined ? value : { ...parameter, ...own };
}
