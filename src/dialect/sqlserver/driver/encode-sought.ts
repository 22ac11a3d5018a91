import type { FieldType } from '../../../model/model.ts';
import { refuseCursor } from '../../../plan/read/plan-cursors.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { isOfScalar } from '../../../values/parse-scalar.ts';

/**
 * A value of a cursor, as `sortText` wrote it, for the driver. What the database has not written is refused: it would fail where it is cast.
 * @throws Refusal BadRequest
 */
export function encodeSought(text: string, use: Extract<Slot['use'], { kind: 'cursor' }>): string | Uint8Array {
  if (!isWritten(text, use.type)) return refuseCursor(use.argument);
  return use.type.scalar === 'Base64String' ? Buffer.from(text, 'hex') : text;
}

const INTEGER = /^-?\d{1,19}$/;
const FLOATING = /^-?\d\.\d{16}e[+-]\d{3}$/;

/** What `sortText` makes of values. */
const FORMS: Readonly<Partial<Record<ScalarName, RegExp>>> = {
  Boolean: /^[01]$/,
  Short: INTEGER,
  Int: INTEGER,
  Long: INTEGER,
  Single: FLOATING,
  Float: FLOATING,
  Decimal: /^-?\d{1,38}(?:\.\d{1,38})?$/,
  Date: /^\d{4}-\d\d-\d\d$/,
  DateTime: /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d{1,7})?(?: [+-]\d\d:\d\d)?)?$/,
  LocalTime: /^\d\d:\d\d:\d\d(?:\.\d{1,7})?$/,
  UUID: /^[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}$/,
  Base64String: /^(?:[\dA-F]{2})*$/,
};

const PARSED: ReadonlySet<ScalarName> = new Set([
  'Short',
  'Int',
  'Long',
  'Single',
  'Float',
  'Date',
  'DateTime',
  'LocalTime',
]);

function isWritten(text: string, { scalar, asText }: FieldType): boolean {
  if (asText) return true;
  if (FORMS[scalar]?.test(text) === false) return false;
  return !PARSED.has(scalar) || isOfScalar(text.replace(' ', 'T').replace(' ', ''), scalar);
}
