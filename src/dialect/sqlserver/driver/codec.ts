import type { FieldType } from '../../../model/model.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { JsonPath } from '../../../scalars/json-path.ts';
import { sentinelText } from '../sql/sentinel.ts';
import { takesAllDigits } from '../sql/typed.ts';
import { checkMoment } from './check-moment.ts';
import { encodeDecimal, plainDecimal } from './encode-decimal.ts';
import { encodeFloat } from './encode-float.ts';
import { encodePath } from './encode-path.ts';
import { encodeSought } from './encode-sought.ts';
import { bracketPattern } from './like-pattern.ts';

/** What the driver takes as a value. */
export type Encoded = string | Uint8Array | null;

/** A checked value as a text, which its statement casts; bytes as they are, a list as the text of a JSON array. */
export function encode(value: unknown, { use }: Slot): Encoded {
  if (value === null || value === undefined) return null;
  switch (use.kind) {
    case 'value':
      return use.type.scalar === 'JSON' ? `[${value}]` : encodeScalar(value, use.type, encodeDecimal);
    case 'assign':
      if (use.type.list) return vectorText(value as readonly unknown[]);
      return encodeScalar(value, use.type, plainDecimal, use.field);
    case 'values':
      return encodeList(value as readonly unknown[], use.type);
    case 'cursor':
      return encodeSought(String(value), use);
    case 'jsonPath':
      return encodePath(value as JsonPath);
    case 'pattern':
    case 'word':
      return bracketPattern(String(value), use);
    case 'sentinel':
      return sentinelText(String(value));
    default:
      return String(value);
  }
}

function encodeList(values: readonly unknown[], type: FieldType): string {
  if (type.scalar === 'JSON') return `[${values.join(',')}]`;
  const texts = values.map((item) => {
    const text = encodeScalar(item, type, encodeDecimal);
    return typeof text === 'string' ? text : hexOf(text);
  });
  // Nothing equals a decimal with more digits than its column has.
  return JSON.stringify(takesAllDigits(type) ? texts.filter((text) => !text.endsWith(' ')) : texts);
}

/** Returns the text of a vector, a JSON array of numbers. */
const vectorText = (values: readonly unknown[]): string =>
  `[${values.map((item) => encodeFloat(Number(item), 'Single')).join(',')}]`;

/** As CONVERT writes bytes in style 2. */
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase();

/** @param decimal what makes a text of a decimal */
function encodeScalar(
  value: unknown,
  type: FieldType,
  decimal: (text: string, type: FieldType) => string,
  field?: string,
): string | Uint8Array {
  switch (type.scalar) {
    case 'Boolean':
      return value === true ? '1' : '0';
    case 'Single':
    case 'Float':
      return encodeFloat(Number(value), type.scalar);
    case 'Decimal':
      return decimal(String(value), type);
    case 'Date':
    case 'DateTime':
    case 'LocalTime':
      return checkMoment(String(value), type.scalar, field);
    case 'Base64String':
      return Buffer.from(String(value), 'base64');
    default:
      return String(value);
  }
}
