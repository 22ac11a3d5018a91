import type { Field } from '../../model/model.ts';
import { MAX_CURSOR_JSON_BYTES } from '../../scalars/cursor.ts';

/** Bytes of each value beside its text: quotes, a comma, a blank. */
const BYTES_BESIDE = 4;

/** Bytes of the brackets, and of the name of order and form. */
const FRAME_BYTES = 40;

/** Bytes that JSON takes for a character at most: `\u0001`. */
const BYTES_PER_CHARACTER = 6;

/** Bytes of the text of any number, boolean, day or time. */
const PLAIN_BYTES = 40;

/** Whether a cursor with values of these fields may become longer than cursors may be. */
export const mayBeLong = (fields: readonly Field[]): boolean =>
  fields.reduce((sum, { type }) => sum + maxBytes(type) + BYTES_BESIDE, FRAME_BYTES) > MAX_CURSOR_JSON_BYTES;

function maxBytes({ scalar, list, asText, maxLength, precision, scale = 0, ...type }: Field['type']): number {
  if (list || asText) return Number.POSITIVE_INFINITY;
  const labels = type.enum?.labels;
  if (labels !== undefined) return Math.max(0, ...labels.map((label) => label.length)) * BYTES_PER_CHARACTER;
  switch (scalar) {
    case 'String':
      return (maxLength ?? Number.POSITIVE_INFINITY) * BYTES_PER_CHARACTER;
    case 'Decimal':
      return precision === undefined ? Number.POSITIVE_INFINITY : precision + Math.abs(scale) + PLAIN_BYTES;
    case 'Base64String':
    case 'JSON':
      return Number.POSITIVE_INFINITY;
    default:
      return PLAIN_BYTES;
  }
}
