import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { nearest } from '../../base/did-you-mean.ts';
import type { ConfigPath, Problem } from '../../base/problem.ts';
import type { ConfigFile, Draft } from '../schema/config-schema.ts';
import { configSchema } from '../schema/config-schema.ts';
import { choicesOf, describeSchema, joinWords } from '../schema/describe-schema.ts';
import { alternativesOf, type JsonSchema } from '../schema/json-schema.ts';
import { errorAt } from './problem-at.ts';
import { isRecord, mapTree, pathOf, pointerOf, readFlag, valueAt } from './tree.ts';

export interface Shape {
  readonly problems: readonly Problem[];
  readonly draft: Draft<ConfigFile>;
}

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  keywords: ['inDab', 'dabDefault'],
  // A file is validated once, so optimizing the generated code costs more time than it saves.
  code: { optimize: false },
});

/** Compiled on first use, because workers receive a valid configuration. */
let validate: ValidateFunction | undefined;

/** Keywords whose errors concern a value itself, not its members. */
const VALUE_KEYWORDS = new Set(['type', 'enum', 'anyOf', 'pattern', 'minLength', 'minimum', 'maximum', 'not']);

/**
 * Validates by the JSON Schema. Flags and numbers may be strings. Problems quote `written`, the configuration before
 * `@env` replacement, so that they contain no secrets.
 */
export function validateShape(read: unknown, written: unknown): Shape {
  const value = readTexts(read, findShapeErrors(read));
  const errors = findShapeErrors(value);
  const malformed = new Set(
    errors.filter(({ keyword }) => VALUE_KEYWORDS.has(keyword)).map((error) => error.instancePath),
  );
  const draft = mapTree(value, (child, path) => (malformed.has(pointerOf(path)) ? undefined : child));
  return { problems: describeErrors(errors, value, written), draft: isRecord(draft) ? draft : {} };
}

/** Returns schema errors. Flags and numbers must not be strings. */
export function findShapeErrors(value: unknown): readonly ErrorObject[] {
  validate ??= ajv.compile(configSchema);
  validate(value);
  // Errors of the branches of `anyOf` and `oneOf` are dropped, because the keyword itself has an error, too. `oneOf`
  // concerns only objects. A key whose value is undefined counts as absent.
  return (validate.errors ?? []).filter(
    ({ schemaPath, keyword, data, params }) =>
      !/\/(any|one)Of\//.test(schemaPath) &&
      (keyword !== 'oneOf' || isRecord(data)) &&
      !(keyword === 'additionalProperties' && isRecord(data) && data[params.additionalProperty] === undefined),
  );
}

function readTexts(root: unknown, errors: readonly ErrorObject[]): unknown {
  const replacements = new Map(
    errors.flatMap(({ instancePath, keyword, data, parentSchema = {} }) => {
      const read = typeof data === 'string' ? readText(data, keyword, parentSchema) : undefined;
      return read === undefined ? [] : [[instancePath, read] as const];
    }),
  );
  return mapTree(root, (value, path) => replacements.get(pointerOf(path)) ?? value);
}

function readText(text: string, keyword: string, schema: JsonSchema): string | boolean | number | undefined {
  const types = [schema.type].flat();
  const number = types.includes('integer') && /^-?[0-9]+$/.test(text) ? Number(text) : undefined;
  if (keyword === 'enum' || keyword === 'anyOf')
    return number ?? choicesOf(schema).find((choice) => choice.toLowerCase() === text.toLowerCase());
  if (keyword !== 'type') return undefined;
  const flag = types.includes('boolean') ? readFlag(text) : undefined;
  return flag ?? number;
}

/** Returns one problem per path. A misspelled required key is reported as misspelled, but not as missing. */
function describeErrors(errors: readonly ErrorObject[], value: unknown, written: unknown): readonly Problem[] {
  const described = errors.map((error) => ({ error, problem: describeShapeError(error, value, written) }));
  const misspelledPlaces = new Set(described.flatMap(({ problem }) => misspelledPlace(problem, value) ?? []));
  const reported = new Set(misspelledPlaces);
  return described.flatMap(({ error, problem }) => {
    const pointer = pointerOf(problem.path);
    const choices = error.keyword === 'oneOf' ? alternativesOf(error.parentSchema ?? {}) : [];
    const isReported =
      reported.has(pointer) || choices.some((key) => misspelledPlaces.has(pointerOf([...problem.path, key])));
    reported.add(pointer);
    return isReported ? [] : [problem];
  });
}

function misspelledPlace({ path, suggestion }: Problem, value: unknown): string | undefined {
  if (suggestion === undefined) return undefined;
  const place = [...path.slice(0, -1), suggestion];
  return valueAt(value, place) === undefined ? pointerOf(place) : undefined;
}

function describeShapeError(error: ErrorObject, value: unknown, written: unknown): Problem {
  const path = pathOf(error.instancePath, value);
  const schema = error.parentSchema as JsonSchema;
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(path, String(error.params.additionalProperty), Object.keys(schema.properties ?? {}));
    case 'required':
      return missingKey(path, String(error.params.missingProperty), schema);
    case 'oneOf':
      return errorAt(path, `Exactly one of the keys ${joinWords(alternativesOf(schema), 'or')} is required.`);
    case 'minProperties':
    case 'minLength':
    case 'minItems':
      return errorAt(path, 'The value must not be empty.', { expected: describeSchema(schema) });
    case 'maxProperties':
      return errorAt(
        path,
        `Only one of the keys ${joinWords(Object.keys(schema.properties ?? {}), 'and')} is allowed.`,
      );
    case 'uniqueItems':
      return errorAt(path, `Duplicate value ${JSON.stringify(valueAt(error.data, [error.params.i]))}. Remove one.`);
    case 'minimum':
    case 'maximum':
    case 'not':
      return wrongValue(path, 'The number is out of range.', schema, written);
    case 'enum':
    case 'anyOf':
      return wrongChoice(path, error, written);
    case 'pattern':
      return wrongValue(path, 'The value has the wrong format.', schema, written);
    default:
      return wrongValue(path, 'The value has the wrong type.', schema, written);
  }
}

function unknownKey(path: ConfigPath, key: string, known: readonly string[]): Problem {
  const suggestion = nearest(key, known);
  const hint = suggestion === undefined ? { expected: `one of the keys ${joinWords(known, 'and')}` } : { suggestion };
  return errorAt([...path, key], `Unknown key "${key}".`, { ...hint, isUnknownKey: true });
}

function missingKey(path: ConfigPath, key: string, schema: JsonSchema): Problem {
  const child = schema.properties?.[key];
  return errorAt([...path, key], `Missing key "${key}".`, child ? { expected: describeSchema(child) } : {});
}

function wrongChoice(path: ConfigPath, error: ErrorObject, written: unknown): Problem {
  const schema = error.parentSchema as JsonSchema;
  const problem = wrongValue(path, 'The value is not one of the allowed values.', schema, written);
  const suggestion = typeof error.data === 'string' ? nearest(error.data, choicesOf(schema)) : undefined;
  return suggestion === undefined ? problem : { ...problem, suggestion };
}

const wrongValue = (path: ConfigPath, message: string, schema: JsonSchema, written: unknown): Problem =>
  errorAt(path, message, { ...foundValue(path, written), expected: describeSchema(schema) });

/** Returns the written value, unless it may contain a password. */
function foundValue(path: ConfigPath, written: unknown): { found?: unknown } {
  return path.includes('connection-string') ? {} : { found: summary(valueAt(written, path)) };
}

const summary = (value: unknown): unknown => (Array.isArray(value) ? 'a list' : isRecord(value) ? 'an object' : value);
