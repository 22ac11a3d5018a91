import { refuse } from '../../../base/errors.ts';
import type { FieldType } from '../../../model/model.ts';
import { claimIn } from '../../../plan/shape/claim-in.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { JsonPath } from '../../../scalars/json-path.ts';
import { isNotFinite } from '../../../scalars/numbers.ts';
import { isSet } from '../../../scalars/operators.ts';
import { likePattern } from '../../standard/like-pattern.ts';
import { isOrderedByPlace, isPlaced, placeOf } from '../catalog/labels.ts';
import { checkLastSecond, checkMoment, checkZeroDate } from './check-moment.ts';
import { checkOwn } from './check-own.ts';
import { encodeDecimal, encodeListed } from './encode-decimal.ts';
import { encodeCompared } from './encode-json.ts';
import { encodePath } from './encode-path.ts';
import { encodeSought } from './encode-sought.ts';
import { asStoredDouble } from './fixed-double.ts';

/** What the driver takes as a value. */
export type Encoded = number | string | Buffer | null;

/** A checked value as the driver takes it; bytes as a Buffer, a list as the text of a JSON array. */
export function encode(value: unknown, { use, source }: Slot): Encoded {
  if (value === null || value === undefined) return null;
  if (use.kind === 'cursor') return encodeSought(String(value), use);
  if ('type' in use && use.type.asText) checkOwn(value, use, claimIn(source));
  switch (use.kind) {
    case 'value':
      return use.type.scalar === 'Base64String' ? Buffer.from(String(value), 'base64') : encodeScalar(value, use.type);
    case 'assign':
      return encodeAssigned(value, use);
    case 'values':
      return JSON.stringify((value as readonly unknown[]).map((item) => finite(encodeItem(item, use.type))));
    case 'size':
    case 'oneMore':
    case 'position':
    case 'offset':
      return Number(value);
    case 'jsonPath':
      return encodePath(value as JsonPath);
    case 'pattern':
    case 'word':
      return likePattern(String(value), use);
    default:
      return String(value);
  }
}

/** The text that a column reads by its own type. */
function encodeAssigned(value: unknown, { type, field }: Extract<Slot['use'], { kind: 'assign' }>): string {
  switch (type.scalar) {
    case 'Boolean':
      return value === true ? '1' : '0';
    case 'Short':
      return type.native.startsWith('year') ? encodeYear(Number(value), field) : String(value);
    case 'Single':
      // Of 32 bits already: the shortest text of the largest one is beyond it.
      return value === '-0' ? value : String(Math.fround(Number(value)));
    case 'Date':
    case 'DateTime':
    case 'LocalTime': {
      const moment = checkZeroDate(checkMoment(String(value), type.scalar, field), type, field);
      return checkLastSecond(toMicroseconds(moment), type, field).replace('T', ' ');
    }
    default:
      return String(value);
  }
}

/** The server takes two digits for a year of this century or of the last one. @throws Refusal ConstraintViolated */
function encodeYear(year: number, field: string): string {
  if (year !== 0 && (year < 1901 || year > 2155)) {
    refuse('ConstraintViolated', `"${field}" takes years from 1901 to 2155, and 0; found ${year}.`, {
      fields: [field],
    });
  }
  return String(year).padStart(4, '0');
}

const encodeItem = (value: unknown, type: FieldType): number | string =>
  type.scalar === 'Decimal' && !isNotFinite(value) ? encodeListed(String(value), type) : encodeScalar(value, type);

function encodeScalar(value: unknown, type: FieldType): number | string {
  if (isPlaced(type)) return placeOf(String(value), type);
  switch (type.scalar) {
    case 'Boolean':
    case 'Short':
    case 'Int':
      return Number(value);
    case 'Float':
      return extended(asStoredDouble(Number(value), type.native));
    case 'Decimal':
      return isNotFinite(value) ? extended(Number(value)) : encodeDecimal(String(value));
    case 'Single':
      return extended(Math.fround(Number(value)));
    case 'Date':
    case 'DateTime':
    case 'LocalTime':
      return toMicroseconds(checkMoment(String(value), type.scalar)).replace('T', ' ');
    case 'JSON':
      return encodeCompared(String(value));
    default:
      return String(value);
  }
}

/** No column holds NaN, which is larger than all other numbers; so it compares as infinity does. */
const extended = (value: number): number => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : value);

/** Neither JSON nor SQL text has a word for an infinity; the largest number is as far from what columns hold in earnest. */
export const finite = <T>(value: T): T | number =>
  value === Number.POSITIVE_INFINITY
    ? Number.MAX_VALUE
    : value === Number.NEGATIVE_INFINITY
      ? -Number.MAX_VALUE
      : value;

/** Rounds a fraction of a second to the six digits that MariaDB has, which would cut the rest; never up to a whole second. */
function toMicroseconds(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length <= 6) return text;
  const rounded = Math.min(Math.round(Number(fraction) / 10 ** (fraction.length - 6)), 999_999);
  return `${whole}.${String(rounded).padStart(6, '0')}`;
}

const COUNTS: ReadonlySet<Slot['use']['kind']> = new Set(['size', 'oneMore', 'position', 'offset']);

/**
 * What a parameter must be sent as: `limit` takes nothing but integers, and a number in a text may be compared as if it were a
 * floating point number.
 */
export function parameterKind({ use }: Slot): 'integer' | 'decimal' | 'other' {
  if (COUNTS.has(use.kind)) return 'integer';
  if (use.kind !== 'value' && use.kind !== 'cursor') return 'other';
  if (use.kind === 'value' ? isPlaced(use.type) : isOrderedByPlace(use.type)) {
    // The 64 bits of a set are more than the driver's integers have.
    return isSet(use.type) ? 'decimal' : 'integer';
  }
  switch (use.type.scalar) {
    case 'Boolean':
    case 'Short':
    case 'Int':
    case 'Long':
      return 'integer';
    case 'Decimal':
      return 'decimal';
    default:
      return 'other';
  }
}
