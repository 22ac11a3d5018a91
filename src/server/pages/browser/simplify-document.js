// @ts-check
// Swagger UI takes half a minute and more for an OpenAPI 3.1 document of a hundred entities, and follows every relationship from each. What
// 3.0 has no word for is said in other words here, and rows are shown as a plain GET answers them, without related ones.

/** @typedef {Record<string, any>} Schema */

/**
 * The same as OpenAPI 3.0, to be shown.
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

/** Whether it is what rows come in. @param {Schema} schema */
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
 * A reference of 3.0 has no description of its own.
 * @param {Schema} value
 * @param {Record<string, Schema>} parameters
 */
function withDescription(value, parameters) {
  if (value.$ref === undefined || value.description === undefined) return value;
  const { $ref, ...own } = value;
  const parameter = $ref.startsWith('#/components/parameters/') ? parameters[$ref.split('/').at(-1)] : undefined;
  return parameter === undefined ? value : { ...parameter, ...own };
}
