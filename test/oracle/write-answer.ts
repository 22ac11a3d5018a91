import { Approximate } from './naive/aggregate.ts';
import { JsonValue } from './naive/entity.ts';
import { Digits } from './naive/exact-json.ts';
import { Cursor } from './naive/scalars.ts';

/** Prints an answer of the naive service as JSON. */
export function writeAnswer(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (value instanceof Cursor) return JSON.stringify(value.text);
  if (value instanceof Approximate) return String(value.value);
  if (value instanceof JsonValue) return writeAnswer(value.content);
  if (Array.isArray(value)) return `[${value.map(writeAnswer).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${writeAnswer(member)}`)
    .join()}}`;
}
