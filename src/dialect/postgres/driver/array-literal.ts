import { refuse } from '../../../base/errors.ts';
import { BigNumber, parseJson } from '../../../base/json.ts';
import type { FieldType } from '../../../model/model.ts';
import type { Slot } from '../../../plan/shape/slot.ts';

/** `{"a","b"}`, with what the type has between values: https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
export const encodeArray = (items: readonly (string | null)[], { delimiter = ',' }: FieldType): string =>
  `{${items.map((item) => (item === null ? 'NULL' : quote(item))).join(delimiter)}}`;

const quote = (item: string): string => `"${item.replace(/["\\]/g, '\\$&')}"`;

/** An array of JSON as a literal, arrays in it as further dimensions. @param json text  @throws Refusal BadRequest for what is no array */
export function encodeJsonArray(json: string, { field, type }: Extract<Slot['use'], { kind: 'assign' }>): string {
  const value = parseJson(json);
  if (Array.isArray(value)) return encodeNested(value, type.delimiter ?? ',');
  return refuse('BadRequest', `"${field}" is an array of the database: give an array of JSON.`, { field });
}

function encodeNested(value: unknown, delimiter: string): string {
  if (Array.isArray(value)) return `{${value.map((item) => encodeNested(item, delimiter)).join(delimiter)}}`;
  if (value === null) return 'NULL';
  if (value instanceof BigNumber) return value.text;
  return quote(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
