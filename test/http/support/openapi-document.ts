import { Ajv2020 } from 'ajv/dist/2020.js';

type Schema = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly operationId: string;
  readonly parameters: readonly (Parameter & { readonly $ref?: string; readonly description?: string })[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Described>>;
  readonly security?: readonly object[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Described {
  readonly description?: string;
  readonly $ref?: string;
  readonly content?: Content;
  readonly headers?: Readonly<Record<string, object>>;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema & { properties: Readonly<Record<string, Schema>> }>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, { readonly content: Content }>>;
    readonly securitySchemes?: object;
  };
}

/** Fetches the OpenAPI document of a server. */
export async function fetchDocument(origin: string, path = '/api/openapi.json'): Promise<OpenApiDocument> {
  const response = await fetch(origin + path);
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as OpenApiDocument;
}

/** Returns the names of an operation's parameters, such as `$first` and `X-API-Role`. */
export const parameterNames = (document: OpenApiDocument, { parameters }: Operation): readonly string[] =>
  parameters.map(({ $ref, name }) =>
    $ref === undefined ? name : (document.components.parameters[lastOf($ref)]?.name ?? $ref),
  );

/**
 * Returns a function that validates a request body against an input schema of the document, and describes its errors.
 */
export function createInputJudge(document: OpenApiDocument): (name: string, body: unknown) => string {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
  const components = { schemas: closed(document.components.schemas) };
  return (name, body) => {
    const validate = ajv.compile({ $ref: `#/components/schemas/${name}`, components });
    return validate(body) ? '' : ajv.errorsText(validate.errors);
  };
}

/** Returns the item path of a collection, if it has one: `/Order` → `/Order/{id}`. */
export const itemPath = (document: OpenApiDocument, collection: string): string | undefined =>
  Object.keys(document.paths).find((path) => path.startsWith(`${collection}/{`));

/** Replaces the parameters of a path by values of a row. */
export const fillPath = (path: string, row: Readonly<Record<string, unknown>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(row[name])));

/**
 * Returns a function that validates a response body against the document, and describes its errors. Members that the
 * document does not name are errors.
 */
export function createJudge(
  document: OpenApiDocument,
): (path: string, status: number, body: string, method?: string) => string {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
  const components = { schemas: closed(document.components.schemas) };
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  return (path, status, body, method = 'get') => {
    const response = document.paths[path]?.[method]?.responses[status];
    if (response === undefined) return `${method} ${path} says nothing of ${status}`;
    const { content } =
      response.$ref === undefined ? response : (document.components.responses[lastOf(response.$ref)] ?? {});
    if (content === undefined) return body === '' ? '' : `${path} has no body with ${status}`;
    const key = `${method} ${path} ${status}`;
    const validate = compiled.get(key) ?? ajv.compile({ ...content['application/json']?.schema, components });
    compiled.set(key, validate);
    return validate(JSON.parse(body)) ? '' : ajv.errorsText(validate.errors);
  };
}

const lastOf = (reference: string): string => reference.split('/').at(-1) ?? '';

/** Returns the schemas with additional properties disallowed. */
const closed = (schemas: OpenApiDocument['components']['schemas']): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      'properties' in schema ? { ...schema, additionalProperties: false } : schema,
    ]),
  );

const between = (min: number, max: number) => ({
  type: 'number' as const,
  validate: (value: number) => Number.isInteger(value) && value >= min && value <= max,
});

const formats = {
  int16: between(-(2 ** 15), 2 ** 15 - 1),
  int32: between(-(2 ** 31), 2 ** 31 - 1),
  // The bounds as doubles.
  int64: between(-(2 ** 63), 2 ** 63),
  float: true,
  double: true,
  decimal: true,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  // https://www.rfc-editor.org/rfc/rfc3339#section-5.6
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
  'time-local': /^\d{2}:\d{2}:\d{2}(\.\d+)?$/,
  byte: /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  uri: (value: string) => URL.canParse(value),
  'uri-reference': (value: string) => URL.canParse(value, 'http://localhost'),
} as const;
