import { dabTable, stepsOf, unsupportedDabKeys } from '../dab/dab-keys.ts';
import { configSchema } from './config-schema.ts';
import { describeSchema } from './describe-schema.ts';
import type { JsonSchema, JsonType } from './json-schema.ts';

/** Prints a section for each object with keys: its description, and a table of its keys. `*` marks required keys. */
const keyReference = (): string => sections(configSchema, '').join('\n\n');

function sections(schema: JsonSchema, path: string): string[] {
  const { properties = {}, additionalProperties, items, description = '' } = schema;
  const keys = Object.entries(properties);
  const heading = path === '' ? [] : [`## \`${path}\``, description];
  const table = [
    '| key | type | default | meaning |',
    '|---|---|---|---|',
    ...keys.map(([key, child]) => row(child, key, schema.required?.includes(key) ?? false)),
  ].join('\n');
  return [
    ...(keys.length === 0 ? [] : [...heading, table]),
    ...keys.flatMap(([key, child]) => sections(child, path === '' ? key : `${path}.${key}`)),
    ...(additionalProperties ? sections(additionalProperties, `${path}.<name>`) : []),
    // A key for an object or a list of objects has `properties` and `items` with the same keys.
    ...(items && keys.length === 0 ? sections(items, `${path}[]`) : []),
  ];
}

function row(schema: JsonSchema, key: string, required: boolean): string {
  const cells = [
    `\`${key}\`${required ? ' *' : ''}`,
    describeSchema(schema),
    describeDefault(schema),
    schema.description,
  ];
  return `| ${cells.join(' | ')} |`;
}

function describeDefault({ default: value, dabDefault }: JsonSchema): string {
  const print = (of: unknown): string => (of === Number.POSITIVE_INFINITY ? 'unlimited' : `\`${JSON.stringify(of)}\``);
  if (value === undefined) return '';
  return dabDefault === undefined ? print(value) : `${print(value)}; with \`compatibility\`: ${print(dabDefault)}`;
}

const MARKED = /(<!-- keys: written by npm run schema -->)\n[\s\S]*?(<!-- end of keys -->)/;

export const schemaFileText = (): string => `${JSON.stringify(publishedSchema, null, 2)}\n`;

export const generatedParts = {
  'docs/configuration-reference.md': keyReference,
  'docs/from-data-api-builder.md': dabTable,
} as const;

export const withGeneratedPart = (markdown: string, part: string): string =>
  markdown.replace(MARKED, (_, start: string, end: string) => `${start}\n\n${part}\n\n${end}`);

const ENVIRONMENT = "@env\\('[^']+'\\)";

/** Editors validate the file as written: scalars may be environment references. */
export const publishedSchema: JsonSchema = addIgnoredKeys({
  ...publish(configSchema),
  // `entities` is optional with `autoentities`.
  required: ['data-source'],
});

/** Allows the ignored keys of Data API builder with any value. */
function addIgnoredKeys(schema: JsonSchema): JsonSchema {
  return unsupportedDabKeys
    .filter(({ treatment }) => treatment === 'ignored')
    .reduce((whole, { key, note }) => addKey(whole, stepsOf(key), { description: `Ignored. ${note}` }), schema);
}

function addKey(schema: JsonSchema, [step, ...rest]: readonly string[], leaf: JsonSchema): JsonSchema {
  if (step === undefined) return leaf;
  if (step === '<name>') {
    return { ...schema, additionalProperties: addKey(schema.additionalProperties || {}, rest, leaf) };
  }
  const { properties = {} } = schema;
  return { ...schema, properties: { ...properties, [step]: addKey(properties[step] ?? {}, rest, leaf) } };
}

/** Removes annotations, and allows environment references. */
function publish(schema: JsonSchema): JsonSchema {
  const { properties, additionalProperties, items, anyOf, inDab: _inDab, dabDefault: _dabDefault, ...scalar } = schema;
  return {
    ...allowEnvironmentHere(scalar),
    ...(properties && { properties: mapValues(properties, publish) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: additionalProperties && publish(additionalProperties),
    }),
    ...(items && { items: publish(items) }),
    ...(anyOf && { anyOf: anyOf.map(publish) }),
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
