import { dabKeys, stepsOf } from '../dab/dab-keys.ts';
import { configSchema } from './config-schema.ts';
import type { JsonSchema, JsonType } from './json-schema.ts';

const ENVIRONMENT = "@env\\('[^']+'\\)";

/** The schema for editors, of the file as it is written: any scalar may be a reference to the environment. */
export const publishedSchema: JsonSchema = addIgnoredKeys(allowEnvironment(configSchema));

/** The schema with the keys of Data API builder that are ignored, whatever their values. */
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
