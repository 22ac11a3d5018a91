import type { Field } from '../../model/model.ts';
import { MAX_CURSOR_JSON } from '../../scalars/cursor.ts';

/** What every value costs beside its text: quotes, a comma, a blank. */
const BESIDE = 4;

/** The name of order and form, and the brackets. */
const FRAME = 40;

/** Bytes that JSON takes for a character at most: `\u0001`. */
const PER_CHARACTER = 6;

/** Bytes of the text of any number, truth, day or time. */
const PLAIN = 40;

/** Whether a cursor with values of these fields may come out longer than cursors may be. */
export const mayBeLong = (fields: readonly Field[]): boolean =>
  fields.reduce((sum, { type }) => sum + maxBytes(type) + BESIDE, FRAME) > MAX_CURSOR_JSON;

function maxBytes({ scalar, list, asText, maxLength, precision, scale = 0, ...type }: Field['type']): number {
  if (list || asText) return Number.POSITIVE_INFINITY;
  const labels = type.enum?.labels;
  if (labels !== undefined) return Math.max(0, ...labels.map((label) => label.length)) * PER_CHARACTER;
  switch (scalar) {
    case 'String':
      return (maxLength ?? Number.POSITIVE_INFINITY) * PER_CHARACTER;
    case 'Decimal':
      return precision === undefined ? Number.POSITIVE_INFINITY : precision + Math.abs(scale) + PLAIN;
    case 'Base64String':
    case 'JSON':
      return Number.POSITIVE_INFINITY;
    default:
      return PLAIN;
  }
}
