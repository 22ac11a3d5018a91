import { refuse } from '../../../base/errors.ts';
import { parseJson } from '../../../base/json.ts';
import type { Entity, Field } from '../../../model/model.ts';
import { clip } from '../../../odata/tokens.ts';
import { show } from '../../../scalars/numbers.ts';
import { parseScalar } from '../../../values/parse-scalar.ts';

/**
 * Values of the key arguments from the segments of a path, decoded: `5`, `5/12` in key order, or by name `order_id/5/line_no/12`.
 * @throws Refusal BadRequest, InvalidField
 */
export function readKey(entity: Entity, segments: readonly string[]): Readonly<Record<string, unknown>> {
  const { key } = entity;
  if (segments.length === key.length) {
    return Object.fromEntries(key.map((field, index) => [field.name, readText(entity, field, segments[index] ?? '')]));
  }
  if (segments.length !== key.length * 2) {
    const plain = key.map(({ name }) => `{${name}}`).join('/');
    const named = key.map(({ name }) => `${name}/{${name}}`).join('/');
    return refuse(
      'BadRequest',
      `The key of one "${entity.name}" is ${plain} or ${named}, found ${segments.length} ${segments.length === 1 ? 'part' : 'parts'}.`,
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
    return refuse('InvalidField', `"${clip(unknown)}" is no key field of "${entity.name}", which has ${known}.`, {
      field: unknown,
      key: entity.key.map(({ name }) => name),
    });
  }
  return Object.fromEntries(
    entity.key.map((field) => {
      const index = names.indexOf(field.name);
      if (index < 0)
        return refuse('BadRequest', `The key is incomplete: "${field.name}" of "${entity.name}" is missing.`);
      return [field.name, readText(entity, field, values[index] ?? '')];
    }),
  );
}

/** The value of a segment; for a field of JSON the segment is JSON text. @throws Refusal BadRequest */
function readText(entity: Entity, field: Field, text: string): unknown {
  if (field.type.scalar !== 'JSON') return readValue(entity, field, text);
  try {
    return parseJson(text);
  } catch {
    return refuseKey(entity, field, `expected JSON, found ${show(text)}`);
  }
}

const refuseKey = (entity: Entity, { name }: Field, reason: string): never =>
  refuse('BadRequest', `The key field "${name}" of "${entity.name}": ${reason}.`, { field: name });

/**
 * The neutral form of a value of a key field: text, as in a URL, or a value of JSON.
 * @throws Refusal BadRequest
 */
export function readValue(entity: Entity, field: Field, value: unknown): unknown {
  const { type } = field;
  const refuseValue = (reason: string): never => refuseKey(entity, field, reason);
  const labels: readonly unknown[] | undefined = type.enumType?.labels ?? type.labels;
  if (labels !== undefined) {
    return labels.includes(value) ? value : refuseValue(`expected one of ${labels.join(', ')}, found ${show(value)}`);
  }
  if (type.scalar === 'String' && typeof value !== 'string') return refuseValue(`expected text, found ${show(value)}`);
  try {
    return parseScalar(value, type.scalar);
  } catch (error) {
    return refuseValue((error as Error).message);
  }
}

/** The values of a key as variables, by the names of its fields in documents. */
export const keyVariables = (
  { key }: Entity,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    key.flatMap(({ name, documentName }) => (Object.hasOwn(values, name) ? [[documentName, values[name]]] : [])),
  );

/** Whether a link can hold values of this field as answers have them. */
export const canStandInUrl = ({ type }: Field): boolean => !type.list && type.scalar !== 'JSON';
