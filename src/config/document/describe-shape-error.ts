import type { ErrorObject } from 'ajv';
import { nearest } from '../../base/did-you-mean.ts';
import type { ConfigPath, Problem } from '../../base/problem.ts';
import { choicesOf, describeSchema, joinWords } from '../schema/describe-schema.ts';
import { alternativesOf, type JsonSchema } from '../schema/json-schema.ts';
import { errorAt } from './problem-at.ts';
import { isRecord, pathOf, valueAt } from './tree.ts';

/** An error of Ajv (made with `verbose`) in words that say what to change. */
export function describeShapeError(error: ErrorObject, value: unknown, written: unknown): Problem {
  const path = pathOf(error.instancePath, value);
  const schema = error.parentSchema as JsonSchema;
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(path, String(error.params.additionalProperty), Object.keys(schema.properties ?? {}));
    case 'required':
      return missingKey(path, String(error.params.missingProperty), schema);
    case 'oneOf':
      return errorAt(path, `Exactly one of the keys ${joinWords(alternativesOf(schema), 'and')} must be there.`);
    case 'minProperties':
    case 'minLength':
    case 'minItems':
      return errorAt(path, 'This must not be empty.', { expected: describeSchema(schema) });
    case 'maxProperties':
      return errorAt(
        path,
        `Only one of the keys ${joinWords(Object.keys(schema.properties ?? {}), 'and')} can be there.`,
      );
    case 'uniqueItems':
      return errorAt(path, `The list has ${JSON.stringify(valueAt(error.data, [error.params.i]))} twice.`);
    case 'minimum':
    case 'maximum':
    case 'not':
      return wrongValue(path, 'The number is out of range.', schema, written);
    case 'enum':
    case 'anyOf':
      return wrongChoice(path, error, written);
    case 'pattern':
      return wrongValue(path, 'The text is not of the right form.', schema, written);
    default:
      return wrongValue(path, 'The value is of the wrong type.', schema, written);
  }
}

function unknownKey(path: ConfigPath, key: string, known: readonly string[]): Problem {
  const suggestion = nearest(key, known);
  const hint = suggestion === undefined ? { expected: `one of the keys ${joinWords(known, 'and')}` } : { suggestion };
  return errorAt([...path, key], `The key "${key}" is not known here.`, { ...hint, isUnknownKey: true });
}

function missingKey(path: ConfigPath, key: string, schema: JsonSchema): Problem {
  const child = schema.properties?.[key];
  return errorAt([...path, key], `The key "${key}" is missing.`, child ? { expected: describeSchema(child) } : {});
}

function wrongChoice(path: ConfigPath, error: ErrorObject, written: unknown): Problem {
  const schema = error.parentSchema as JsonSchema;
  const problem = wrongValue(path, 'The value is none of those that can stand here.', schema, written);
  const suggestion = typeof error.data === 'string' ? nearest(error.data, choicesOf(schema)) : undefined;
  return suggestion === undefined ? problem : { ...problem, suggestion };
}

const wrongValue = (path: ConfigPath, message: string, schema: JsonSchema, written: unknown): Problem =>
  errorAt(path, message, { ...found(path, written), expected: describeSchema(schema) });

/** What is written at the path, unless it may hold a password. */
function found(path: ConfigPath, written: unknown): { found?: unknown } {
  return path.includes('connection-string') ? {} : { found: summary(valueAt(written, path)) };
}

const summary = (value: unknown): unknown => (Array.isArray(value) ? 'a list' : isRecord(value) ? 'an object' : value);
