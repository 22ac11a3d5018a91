import { Ajv, type ErrorObject } from 'ajv';
import type { Problem } from '../../base/problem.ts';
import type { ConfigFile, Draft } from '../config-file.ts';
import { configSchema } from '../schema/config-schema.ts';
import { choicesOf } from '../schema/describe-schema.ts';
import { alternativesOf, type JsonSchema } from '../schema/json-schema.ts';
import { describeShapeError } from './describe-shape-error.ts';
import { readFlag } from './read-flag.ts';
import { isRecord, mapTree, pointerOf, valueAt } from './tree.ts';

export interface Shape {
  readonly problems: readonly Problem[];
  /** The configuration without its malformed values. */
  readonly draft: Draft<ConfigFile>;
}

const validate = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true }).compile(configSchema);

/** Keywords whose errors are about a value itself, not about members that an object has or lacks. */
const VALUE_KEYWORDS = new Set(['type', 'enum', 'anyOf', 'pattern', 'minLength', 'minimum', 'maximum', 'not']);

/**
 * Holds a configuration against the JSON Schema. Flags and numbers may be texts, as those from the environment are. `written` is the same
 * configuration before `@env` was replaced: problems show its values, and so no secret.
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

/** The errors of the JSON Schema for a value in which flags and numbers are no texts any more. */
export function findShapeErrors(value: unknown): readonly ErrorObject[] {
  validate(value);
  // A choice between shapes or keys is one error, not one for each branch; a value that is no object has no keys to choose from, and a key without a
  // value is not there.
  return (validate.errors ?? []).filter(
    ({ schemaPath, keyword, data, params }) =>
      !/\/(any|one)Of\//.test(schemaPath) &&
      (keyword !== 'oneOf' || isRecord(data)) &&
      !(keyword === 'additionalProperties' && isRecord(data) && data[params.additionalProperty] === undefined),
  );
}

/** Turns texts into the flag or number that the schema asks for in their place, and words into the case that it has them in. */
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
  if (keyword === 'enum' || keyword === 'anyOf')
    return choicesOf(schema).find((choice) => choice.toLowerCase() === text.toLowerCase());
  if (keyword !== 'type') return undefined;
  const types = [schema.type].flat();
  const flag = types.includes('boolean') ? readFlag(text) : undefined;
  return flag ?? (types.includes('integer') && /^-?[0-9]+$/.test(text) ? Number(text) : undefined);
}

/** One problem for each place. A key that is missing because it is misspelt is reported once, as misspelt. */
function describeErrors(errors: readonly ErrorObject[], value: unknown, written: unknown): readonly Problem[] {
  const described = errors.map((error) => ({ error, problem: describeShapeError(error, value, written) }));
  const meant = new Set(described.flatMap(({ problem }) => meantPlace(problem, value) ?? []));
  const told = new Set(meant);
  return described.flatMap(({ error, problem }) => {
    const pointer = pointerOf(problem.path);
    const choices = error.keyword === 'oneOf' ? alternativesOf(error.parentSchema ?? {}) : [];
    const known = told.has(pointer) || choices.some((key) => meant.has(pointerOf([...problem.path, key])));
    told.add(pointer);
    return known ? [] : [problem];
  });
}

/** The place of the suggested key, if it is free. */
function meantPlace({ path, suggestion }: Problem, value: unknown): string | undefined {
  if (suggestion === undefined) return undefined;
  const place = [...path.slice(0, -1), suggestion];
  return valueAt(value, place) === undefined ? pointerOf(place) : undefined;
}
