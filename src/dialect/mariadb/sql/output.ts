import type { FieldType, Model } from '../../../model/model.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import { isPlaced } from '../catalog/labels.ts';

/**
 * A column as a value of `json_object`, which keeps the digits of numbers and takes JSON as JSON. What it would write
 * otherwise than every other store does is converted.
 */
export function output(column: Sql, type: FieldType, numbers: Model['numbers']): Sql {
  const { scalar, native, asText } = type;
  if (asText) return textOf(column, native);
  switch (scalar) {
    case 'String':
      // Two columns of different binary collations cannot stand in one object, and a view's column may be JSON without the
      // catalog saying so; as plain text they can, and are text.
      return sql`cast(${column} as char)`;
    case 'Boolean':
      // Comparisons are written as true and false in some places, as 1 and 0 in others; JSON is JSON everywhere.
      return sql`json_extract(if(${column} is null, null, if(${column}, 'true', 'false')), '$')`;
    case 'Long':
    case 'Decimal':
      return numbers === 'string' ? sql`cast(${plainNumber(column, native)} as char)` : plainNumber(column, native);
    case 'Short':
    case 'Int':
      return plainNumber(column, native);
    case 'Single':
      return shortestSingle(column);
    case 'DateTime':
      return isWhole(native)
        ? sql`date_format(${column}, '%Y-%m-%dT%H:%i:%s+00:00')`
        : sql`concat(${withoutZeros(sql`date_format(${column}, '%Y-%m-%dT%H:%i:%s.%f')`)}, '+00:00')`;
    case 'LocalTime':
      return isWhole(native) ? column : withoutZeros(sql`cast(${column} as char)`);
    case 'Base64String':
      // to_base64() breaks lines every 76 characters.
      return sql`replace(to_base64(${column}), '\\n', '')`;
    default:
      return column;
  }
}

/** Text known beforehand, without quotes or backslashes. */
export const text = (value: string): Sql => raw(`'${value}'`);

/** A column as something to compare and to order by; labels, which would compare as text, as the numbers of their places. */
export const comparand = (column: Sql, type: FieldType): Sql => (isPlaced(type) ? sql`${column} + 0` : column);

const textOf = (column: Sql, native: string): Sql =>
  GEOMETRIES.test(native) ? sql`st_astext(${column})` : sql`cast(${column} as char)`;

const GEOMETRIES =
  /^(?:geometry|point|linestring|polygon|multipoint|multilinestring|multipolygon|geometrycollection)\b/;

/** Bits would be written as bytes, and padding zeros are no JSON. */
export const plainNumber = (column: Sql, native: string): Sql =>
  /^bit|zerofill/.test(native) ? sql`${column} + 0` : column;

/** Whether a temporal type keeps no fractions of a second: `time`, `datetime`; not `datetime(6)`. */
const isWhole = (native: string): boolean => !native.includes('(');

/** `…:54.120000` → `…:54.12`, `…:54.000000` → `…:54`; the fraction's point keeps zeros in front of it. */
const withoutZeros = (text: Sql): Sql => sql`trim(trailing '.' from trim(trailing '0' from ${text}))`;

/**
 * The number with the fewest digits that is still the same in 32 bits. MariaDB writes six, which may be another number; nine
 * are always enough.
 */
export function shortestSingle(column: Sql): Sql {
  const candidates = [sql`cast(${column} as char) + 0e0`, ...[7, 8].map((digits) => roundTo(column, digits))].map(
    (candidate) => sql` when cast(${candidate} as float) then ${candidate}`,
  );
  return sql`case ${column}${candidates.flat()} else ${roundTo(column, 9)} end`;
}

/** Through text, as dividing by powers of ten would add errors of its own. */
function roundTo(column: Sql, digits: number): Sql {
  const exponent = sql`floor(log10(abs(${column})))`;
  return sql`concat(round(${column} / pow(10, ${exponent}), ${raw(String(digits - 1))}), 'e', ${exponent}) + 0e0`;
}
