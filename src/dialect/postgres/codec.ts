import type { FieldType } from '../../model/model.ts';
import type { Slot } from '../../plan/slot.ts';

/** A checked value as text, which PostgreSQL reads by the type of the place where the parameter stands. */
export function encode(value: unknown, { use }: Slot): string | null {
  if (value === null || value === undefined) return null;
  switch (use.kind) {
    case 'value':
      return encodeScalar(value, use.type);
    case 'values':
      return encodeArray((value as readonly unknown[]).map((item) => encodeScalar(item, use.type)));
    default:
      return String(value);
  }
}

function encodeScalar(value: unknown, { scalar }: FieldType): string {
  return scalar === 'Base64String' ? `\\x${Buffer.from(String(value), 'base64').toString('hex')}` : String(value);
}

/** `{"a","b"}`: https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
const encodeArray = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
