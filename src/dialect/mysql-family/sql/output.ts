import type { FieldType, Model } from '../../../model/model.ts';
import { isSet } from '../../../scalars/operators.ts';
import { join, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { isGeometry } from '../catalog/geometries.ts';
import { comparesByPosition } from '../catalog/labels.ts';
import { readLabels } from '../catalog/types.ts';
import { hasNullErrorValue, jsonOfLabel } from './failure/error-value.ts';
import { orJsonNull, text } from './text/concat.ts';

/**
 * Returns a value as JSON text. The format is the same on all databases. The error value of a NOT NULL enum makes the
 * statement fail.
 */
export function output(column: Sql, type: FieldType, numbers: Model['numbers']): Sql {
  const { scalar, native, asText } = type;
  if (asText) return quoteJsonString(textOf(column, native), column, type);
  switch (scalar) {
    case 'Boolean':
      // The servers print a comparison as `true` and `false` in some places, and as 1 and 0 in others.
      return sql`if(${column} is null, 'null', if(${column}, 'true', 'false'))`;
    case 'Long':
    case 'Decimal':
      return numbers === 'string' ? quoteJson(plainNumber(column, native)) : orJsonNull(plainNumber(column, native));
    case 'Short':
    case 'Int':
      return orJsonNull(plainNumber(column, native));
    case 'Single':
    case 'Float':
      return orJsonNull(floatDigits(column, type));
    case 'JSON':
      // Strings of different collations cannot be concatenated.
      return orJsonNull(sql`cast(${column} as char)`);
    case 'DateTime':
      if (native === 'date') return orJsonNull(sql`concat('"', ${column}, 'T00:00:00+00:00"')`);
      return orJsonNull(sql`concat('"', insert(${withoutZeros(column, native)}, 11, 1, 'T'), '+00:00"')`);
    case 'LocalTime':
      return quoteJson(withoutZeros(column, native));
    case 'Date':
    case 'UUID':
      return quoteJson(column);
    case 'Base64String':
      // to_base64() inserts line breaks.
      return quoteJson(sql`replace(to_base64(${column}), '\\n', '')`);
    default:
      return quoteJsonString(native === 'longtext' ? sql`left(${column}, ${raw(LONGEST_TEXT)})` : column, column, type);
  }
}

/**
 * Maximum characters of a string: twice the default of `limits.response-bytes`. Without a maximum, MySQL computes the
 * length of the quoted string modulo 2^32, and truncates the string in a temporary table.
 */
const LONGEST_TEXT = `${2 ** 27}`;

/**
 * Prints a float with all digits. Without a length, a UNION truncates the number to 22 characters, but
 * `-1.2345678901234567e-100` has 24. With a length of 24, MariaDB writes small numbers without an exponent and cuts
 * digits.
 */
export const floatText = (value: Sql): Sql => sql`cast(${value} as char(40))`;

export const floatDigits = (value: Sql, { scalar }: FieldType): Sql =>
  scalar === 'Single' ? shortestSingle(value) : floatText(value);

const quoteJson = (value: Sql): Sql => orJsonNull(sql`concat('"', ${value}, '"')`);

const quoteJsonString = (value: Sql, column: Sql, type: FieldType): Sql =>
  jsonOfLabel(column, sql`json_quote(${value})`, type);

/** Returns the value to compare. Labels compare by position. */
export function comparand(column: Sql, type: FieldType): Sql {
  if (!comparesByPosition(type)) return column;
  // `+ 0` would make bit 64 the sign.
  if (isSet(type)) return sql`cast(${column} as unsigned)`;
  return type.errorValue === 'null' ? sql`nullif(${column} + 0, 0)` : sql`${column} + 0`;
}

/**
 * Returns the 1-based position of a label. If a condition is `status = 'PAID'`, the server would replace `status + 0`
 * by `'PAID' + 0`, so `field()` is used.
 */
export function labelPosition(value: Sql, type: FieldType): Sql {
  const position = sql`field(${join([value, ...readLabels(type.native).map(text)], ', ')})`;
  return hasNullErrorValue(type) ? sql`nullif(${position}, 0)` : sql`if(${value} is null, null, ${position})`;
}

const textOf = (column: Sql, native: string): Sql =>
  isGeometry(native) ? sql`st_astext(${column})` : sql`cast(${column} as char)`;

/**
 * Returns a number for JSON. A bit column would otherwise return bytes; leading zeros of ZEROFILL and of the year 0 are
 * invalid JSON.
 */
export const plainNumber = (column: Sql, native: string): Sql =>
  /^(?:bit|year)|zerofill/.test(native) ? sql`${column} + 0` : column;

/** Trims `…:54.120000` to `…:54.12`, and `…:54.000000` to `…:54`. */
const withoutZeros = (column: Sql, native: string): Sql =>
  native.includes('(') ? sql`trim(trailing '.' from trim(trailing '0' from ${column}))` : column;

/** Returns the shortest text of a 32-bit float. MariaDB prints only six digits; nine digits always suffice. */
function shortestSingle(column: Sql): Sql {
  const [six, seven, eight] = [sql`cast(${column} as char) + 0e0`, roundTo(column, 7), roundTo(column, 8)];
  const whenEqual = (candidate: Sql, read: Sql = candidate): Sql => sql` when cast(${read} as float) then ${candidate}`;
  // With eight digits, the largest float exceeds what MySQL can cast.
  const bounded = sql`least(greatest(${eight}, -3.4028234663852886e38), 3.4028234663852886e38)`;
  return sql`case ${column}${whenEqual(six)}${whenEqual(seven)}${whenEqual(eight, bounded)} else ${roundTo(column, 9)} end`;
}

/**
 * Rounds to a number of significant digits. The exponent is appended as text, because multiplication by a power of ten
 * would add rounding errors.
 */
function roundTo(column: Sql, digits: number): Sql {
  const exponent = sql`floor(log10(abs(${column})))`;
  return sql`concat(round(${column} / pow(10, ${exponent}), ${raw(String(digits - 1))}), 'e', ${exponent}) + 0e0`;
}
