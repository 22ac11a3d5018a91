import { countNoun } from '../../../base/count-noun.ts';
import { throwApiError } from '../../../base/errors.ts';
import { parseJson } from '../../../base/json.ts';
import type { Entity, Field } from '../../../model/model.ts';
import { truncate } from '../../../odata/tokens.ts';
import { formatForMessage } from '../../../scalars/numbers.ts';
import { parseScalar } from '../../../values/parse-scalar.ts';

/**
 * Reads decoded segments: `5`, `5/12` in key order, or by name `order_id/5/line_no/12`.
 * @throws ApiError BadRequest, InvalidField
 */
export function readKey(entity: Entity, segments: readonly string[]): Readonly<Record<string, unknown>> {
  const { key } = entity;
  if (segments.length === key.length) {
    return Object.fromEntries(key.map((field, index) => [field.name, readText(entity, field, segments[index] ?? '')]));
  }
  if (segments.length !== key.length * 2) {
    const plain = key.map(({ name }) => `{${name}}`).join('/');
    const named = key.map(({ name }) => `${name}/{${name}}`).join('/');
    return throwApiError(
      'BadRequest',
      `The key of "${entity.name}" must be ${plain} or ${named}, found ${countNoun(segments.length, 'part')}.`,
    );
  }
  return readNamed(entity, segments);
}

function readNamed(entity: Entity, segments: readonly string[]): Readonly<Record<string, unknown>> {
  const names = segments.filter((_, index) => index % 2 === 0);
  const values = segments.filter((_, index) => index % 2 === 1);
  const unknown = names.find((name) => !entity.key.some((field) => field.name === name));
  if (unknown !== undefined) {
    const known = entity.key.map(({ name }) => `"${name}"`).join(', ');
    return throwApiError(
      'InvalidField',
      `Unknown key field "${truncate(unknown)}" of "${entity.name}". Known key fields: ${known}.`,
      {
        field: unknown,
        key: entity.key.map(({ name }) => name),
      },
    );
  }
  return Object.fromEntries(
    entity.key.map((field) => {
      const index = names.indexOf(field.name);
      if (index < 0)
        return throwApiError('BadRequest', `Incomplete key of "${entity.name}". Missing field "${field.name}".`);
      return [field.name, readText(entity, field, values[index] ?? '')];
    }),
  );
}

/** Reads a value from the path. The value of a JSON field is JSON. */
function readText(entity: Entity, field: Field, text: string): unknown {
  if (field.type.scalar !== 'JSON') return readValue(entity, field, text);
  try {
    return parseJson(text);
  } catch {
    return rejectKey(entity, field, `expected JSON, found ${formatForMessage(text)}`);
  }
}

const rejectKey = (entity: Entity, { name }: Field, reason: string): never =>
  throwApiError('BadRequest', `Invalid key field "${name}" of "${entity.name}": ${reason}.`, { field: name });

/**
 * Parses a value from a URL or from JSON.
 * @throws ApiError BadRequest
 */
export function readValue(entity: Entity, field: Field, value: unknown): unknown {
  const { type } = field;
  const rejectValue = (reason: string): never => rejectKey(entity, field, reason);
  const labels: readonly unknown[] | undefined = type.enumType?.labels ?? type.labels;
  if (labels !== undefined) {
    return labels.includes(value)
      ? value
      : rejectValue(`expected one of ${labels.join(', ')}, found ${formatForMessage(value)}`);
  }
  if (type.scalar === 'String' && typeof value !== 'string')
    return rejectValue(`expected a string, found ${formatForMessage(value)}`);
  try {
    return parseScalar(value, type.scalar);
  } catch (error) {
    return rejectValue((error as Error).message);
  }
}

/** Returns the values of the key fields as variables, keyed by GraphQL name. */
export const keyVariables = (
  { key }: Entity,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    key.flatMap(({ name, graphqlName }) => (Object.hasOwn(values, name) ? [[graphqlName, values[name]]] : [])),
  );

/** Returns true for types whose values are written to URLs as plain text, without JSON or repetition. */
export const isPlainInUrl = ({ type }: Pick<Field, 'type'>): boolean => !type.list && type.scalar !== 'JSON';
