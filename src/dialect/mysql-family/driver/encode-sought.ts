import type { FieldType } from '../../../model/model.ts';
import { refuseCursor } from '../../../plan/read/plan-cursors.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { isSet } from '../../../scalars/operators.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { isOfScalar } from '../../../values/parse-scalar.ts';
import { isOrderedByPlace } from '../catalog/labels.ts';
import { readLabels } from '../catalog/types.ts';
import { wantedOf } from './check-own.ts';
import { asStoredDouble } from './fixed-double.ts';

/**
 * A value of a cursor, as the cursor has it, for the driver. What the database has not written is refused: it would be compared as if it were
 * nothing.
 * @throws Refusal BadRequest
 */
export function encodeSought(text: string, use: Extract<Slot['use'], { kind: 'cursor' }>): string | number | Buffer {
  if (!isWritten(text, use.type)) return refuseCursor(use.argument);
  if (isOrderedByPlace(use.type)) return text;
  switch (use.type.scalar) {
    case 'Single':
      // MySQL writes a double that is made of a float with up to 22 characters, which may lack the last digit.
      return Math.fround(Number(text));
    case 'Float':
      return asStoredDouble(Number(text), use.type.native);
    case 'Base64String':
      return Buffer.from(text, 'hex');
    default:
      return text;
  }
}

const INTEGER = /^-?\d{1,19}$/;
const FLOATING = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** What `cast(… as char)` makes of values, zero dates and spans of more than a day among them. */
const FORMS: Readonly<Partial<Record<ScalarName, RegExp>>> = {
  Boolean: /^-?\d{1,3}$/,
  Short: INTEGER,
  Int: INTEGER,
  Long: INTEGER,
  Single: FLOATING,
  Float: FLOATING,
  Decimal: /^-?\d{1,65}(?:\.\d{1,38})?$/,
  Date: /^\d{4}-\d\d-\d\d$/,
  DateTime: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?$/,
  LocalTime: /^-?\d{2,3}:[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/,
  UUID: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
  Base64String: /^(?:[\dA-F]{2})*$/,
};

const PARSED: ReadonlySet<ScalarName> = new Set(['Short', 'Int', 'Long', 'Single', 'Float', 'Date', 'DateTime']);

function isWritten(text: string, type: FieldType): boolean {
  if (isOrderedByPlace(type)) return isPlace(text, type);
  if (type.asText) return wantedOf(text, type) === undefined;
  if (FORMS[type.scalar]?.test(text) === false) return false;
  return !PARSED.has(type.scalar) || isZeroDate(text, type.scalar) || isOfScalar(text.replace(' ', 'T'), type.scalar);
}

/** A day or a month that is zero, which no scalar takes. */
const isZeroDate = (text: string, scalar: ScalarName): boolean =>
  (scalar === 'Date' || scalar === 'DateTime') && text.includes('-00');

/** Of one label, or a bit for each of several. */
function isPlace(text: string, type: FieldType): boolean {
  const labels = BigInt(readLabels(type.native).length);
  return /^\d{1,20}$/.test(text) && BigInt(text) < (isSet(type) ? 1n << labels : labels + 1n);
}
