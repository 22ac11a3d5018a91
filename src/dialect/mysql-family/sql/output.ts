import type { FieldType, Model } from '../../../model/model.ts';
import { isSet } from '../../../scalars/operators.ts';
import { join, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { isGeometry } from '../catalog/geometries.ts';
import { isPlaced } from '../catalog/labels.ts';
import { readLabels } from '../catalog/types.ts';
import { hasNullErrorValue, jsonOfLabel } from './error-value.ts';
import { orNull, text } from './glue.ts';

/**
 * A column as JSON text, `null` where it is NULL; each value is written as it is on every other store. The statement
 * fails for an enum that has the error value though it is NOT NULL.
 */
export function output(column: Sql, type: FieldType, numbers: Model['numbers']): Sql {
  const { scalar, native, asText } = type;
  if (asText) return quotedText(textOf(column, native), column, type);
  switch (scalar) {
    case 'Boolean':
      // Comparisons are written as true and false in some places, as 1 and 0 in others.
      return sql`if(${column} is null, 'null', if(${column}, 'true', 'false'))`;
    case 'Long':
    case 'Decimal':
      return numbers === 'string' ? quoted(plainNumber(column, native)) : orNull(plainNumber(column, native));
    case 'Short':
    case 'Int':
      return orNull(plainNumber(column, native));
    case 'Single':
    case 'Float':
      return orNull(floatDigits(column, type));
    case 'JSON':
      // Columns of different collations cannot stand in one text, unless these are converted.
      return orNull(sql`cast(${column} as char)`);
    case 'DateTime':
      if (native === 'date') return orNull(sql`concat('"', ${column}, 'T00:00:00+00:00"')`);
      return orNull(sql`concat('"', insert(${withoutZeros(column, native)}, 11, 1, 'T'), '+00:00"')`);
    case 'LocalTime':
      return quoted(withoutZeros(column, native));
    case 'Date':
    case 'UUID':
      return quoted(column);
    case 'Base64String':
      // to_base64() breaks lines every 76 characters.
      return quoted(sql`replace(to_base64(${column}), '\\n', '')`);
    default:
      return quotedText(native === 'longtext' ? sql`left(${column}, ${raw(LONGEST_TEXT)})` : column, column, type);
  }
}

/**
 * Characters of a longtext value that are returned, which is twice the default of `limits.response-bytes`. Without a
 * bound, MySQL calculates the length of a quoted longtext column modulo 2^32, and cuts the string when it stores it in
 * a temporary table: each character takes up to 6 characters of 4 bytes.
 */
const LONGEST_TEXT = `${2 ** 27}`;

/**
 * A floating point number as text with all of its digits. Without a length, a UNION cuts the text to 22 characters, and
 * `-1.2345678901234567e-100` has 24. With a length of 24, MariaDB writes small numbers without an exponent
 * (`-0.000000150000005305628`) and cuts their digits.
 */
export const floatText = (value: Sql): Sql => sql`cast(${value} as char(40))`;

/** The digits of a floating point number in responses. */
export const floatDigits = (value: Sql, { scalar }: FieldType): Sql =>
  scalar === 'Single' ? shortestSingle(value) : floatText(value);

/** The JSON string of a text without characters to escape. */
const quoted = (value: Sql): Sql => orNull(sql`concat('"', ${value}, '"')`);

const quotedText = (value: Sql, column: Sql, type: FieldType): Sql =>
  jsonOfLabel(column, sql`json_quote(${value})`, type);

/**
 * A column as something to compare and to order by; labels, which would compare as text, as the numbers of their
 * places.
 */
export function comparand(column: Sql, type: FieldType): Sql {
  if (!isPlaced(type)) return column;
  // `+ 0` makes a set a signed number: of its 64 bits the last is the sign, and on MySQL others are lost.
  if (isSet(type)) return sql`cast(${column} as unsigned)`;
  return type.errorValue === 'null' ? sql`nullif(${column} + 0, 0)` : sql`${column} + 0`;
}

/**
 * The place of a label, counted from 1; of an enum, which compares as text. `status + 0` would be the same, but where a condition says
 * `status = 'PAID'`, the server puts that text in its place, and adds to it.
 */
export function placeOfLabel(value: Sql, type: FieldType): Sql {
  const place = sql`field(${join([value, ...readLabels(type.native).map(text)], ', ')})`;
  // NULL has the place 0, too.
  return hasNullErrorValue(type) ? sql`nullif(${place}, 0)` : sql`if(${value} is null, null, ${place})`;
}

const textOf = (column: Sql, native: string): Sql =>
  isGeometry(native) ? sql`st_astext(${column})` : sql`cast(${column} as char)`;

/** A number as digits: bits would be written as bytes, and the zeros of ZEROFILL, and of the year 0, are no JSON. */
export const plainNumber = (column: Sql, native: string): Sql =>
  /^(?:bit|year)|zerofill/.test(native) ? sql`${column} + 0` : column;

/**
 * `…:54.120000` → `…:54.12`, `…:54.000000` → `…:54`; the fraction's point keeps zeros in front of it. A type without
 * fractions, as `time`, has nothing to trim.
 */
const withoutZeros = (column: Sql, native: string): Sql =>
  native.includes('(') ? sql`trim(trailing '.' from trim(trailing '0' from ${column}))` : column;

/**
 * The number with the fewest digits that is still the same in 32 bits. MariaDB writes six, which may be another number;
 * nine are always enough.
 */
function shortestSingle(column: Sql): Sql {
  const [six, seven, eight] = [sql`cast(${column} as char) + 0e0`, roundTo(column, 7), roundTo(column, 8)];
  const when = (candidate: Sql, read: Sql = candidate): Sql => sql` when cast(${read} as float) then ${candidate}`;
  // Of eight digits, the largest number is beyond what MySQL casts.
  const bounded = sql`least(greatest(${eight}, -3.4028234663852886e38), 3.4028234663852886e38)`;
  return sql`case ${column}${when(six)}${when(seven)}${when(eight, bounded)} else ${roundTo(column, 9)} end`;
}

/** Through text, as dividing by powers of ten would add errors of its own. */
function roundTo(column: Sql, digits: number): Sql {
  const exponent = sql`floor(log10(abs(${column})))`;
  return sql`concat(round(${column} / pow(10, ${exponent}), ${raw(String(digits - 1))}), 'e', ${exponent}) + 0e0`;
}
