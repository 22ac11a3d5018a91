import { dabKeys, dabTable, stepsOf } from '../dab/dab-keys.ts';
import { configSchema } from './config-schema.ts';
import { describeSchema } from './describe-schema.ts';
import type { JsonSchema, JsonType } from './json-schema.ts';

/** Prints key, type, default, and meaning. `*` marks required keys. */
const keyTable = (): string =>
  ['| key | type | default | meaning |', '|---|---|---|---|', ...rows(configSchema, '')].join('\n');

function rows(schema: JsonSchema, path: string): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const childPath = path === '' ? key : `${path}.${key.includes('.') ? `"${key}"` : key}`;
    return [row(child, childPath, schema.required?.includes(key) ?? false), ...rows(child, childPath)];
  });
  const named = schema.additionalProperties ? rows(schema.additionalProperties, `${path}.<name>`) : [];
  // Items are described by the alternative object, if there is one.
  const listed = schema.items && !schema.properties ? rows(schema.items, `${path}[]`) : [];
  return [...own, ...named, ...listed];
}

function row(schema: JsonSchema, path: string, required: boolean): string {
  const value = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
  return `| \`${path}\`${required ? ' *' : ''} | ${describeSchema(schema)} | ${value} | ${schema.description ?? ''} |`;
}

const TABLE = /(<!-- keys: written by npm run schema -->)\n[\s\S]*?(<!-- end of keys -->)/;

export const schemaFileText = (): string => `${JSON.stringify(publishedSchema, null, 2)}\n`;

export const pagesWithTables = {
  'docs/configuration.md': keyTable,
  'docs/from-data-api-builder.md': dabTable,
} as const;

export const withTable = (markdown: string, table: string): string =>
  markdown.replace(TABLE, (_, start: string, end: string) => `${start}\n\n${table}\n\n${end}`);

const ENVIRONMENT = "@env\\('[^']+'\\)";

/** Editors validate the file as written: scalars may be environment references. */
export const publishedSchema: JsonSchema = addIgnoredKeys(allowEnvironment(configSchema));

/** Allows the ignored keys of Data API builder with any value. */
function addIgnoredKeys(schema: JsonSchema): JsonSchema {
  return dabKeys
    .filter(({ treatment }) => treatment === 'ignored')
    .reduce((whole, { key, reason }) => addKey(whole, stepsOf(key), { description: `Ignored. ${reason}` }), schema);
}

function addKey(schema: JsonSchema, [step, ...rest]: readonly string[], leaf: JsonSchema): JsonSchema {
  if (step === undefined) return leaf;
  if (step === '<name>') {
    return { ...schema, additionalProperties: addKey(schema.additionalProperties || {}, rest, leaf) };
  }
  const { properties = {} } = schema;
  return { ...schema, properties: { ...properties, [step]: addKey(properties[step] ?? {}, rest, leaf) } };
}

function allowEnvironment(schema: JsonSchema): JsonSchema {
  const { properties, additionalProperties, items, anyOf, ...scalar } = schema;
  return {
    ...allowEnvironmentHere(scalar),
    ...(properties && { properties: mapValues(properties, allowEnvironment) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: additionalProperties && allowEnvironment(additionalProperties),
    }),
    ...(items && { items: allowEnvironment(items) }),
    ...(anyOf && { anyOf: anyOf.map(allowEnvironment) }),
  };
}

function allowEnvironmentHere(schema: JsonSchema): JsonSchema {
  const types = [schema.type ?? []].flat();
  if (types.includes('string') && schema.pattern === undefined && !schema.enum) return schema;
  if (schema.enum) {
    const { enum: choices, ...rest } = schema;
    return { ...rest, anyOf: [{ enum: choices }, { type: 'string', pattern: `^${ENVIRONMENT}$` }] };
  }
  if (types.includes('boolean'))
    return { ...schema, type: withText(types), pattern: `^(true|false|1|0|${ENVIRONMENT})$` };
  if (types.includes('integer')) return { ...schema, type: withText(types), pattern: `^(-?[0-9]+|${ENVIRONMENT})$` };
  if (schema.pattern !== undefined) return { ...schema, pattern: `${schema.pattern}|${ENVIRONMENT}` };
  return schema;
}

function withText(types: readonly JsonType[]): readonly JsonType[] {
  return [...types, 'string'];
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
