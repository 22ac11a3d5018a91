import type { FieldType } from '../../../model/model.ts';
import { type Sql, sql } from '../../../sql/fragment.ts';

/** How an element of a JSON array is compared with a column. */
export interface Element {
  /** The type of the column of `json_table` that the element is read into: `bigint`. */
  readonly type: string;
  /** What of that column is compared: `from_base64(v)`. */
  readonly read: (column: Sql) => Sql;
}

export const asItIs = (column: Sql): Sql => column;

/** @param decimalScale how many digits behind the point decimals can have */
export function elementOf(type: FieldType, decimalScale: number): Element {
  const { scalar, native } = type;
  switch (scalar) {
    case 'Boolean':
    case 'Short':
    case 'Int':
    case 'Long':
      return { type: 'bigint', read: asItIs };
    case 'Single':
    case 'Float':
      return { type: 'double', read: asItIs };
    case 'Decimal':
      return { type: widestDecimal(native, decimalScale), read: asItIs };
    case 'Date':
      return { type: 'date', read: asItIs };
    case 'DateTime':
      return { type: 'datetime(6)', read: asItIs };
    case 'LocalTime':
      return { type: 'time(6)', read: asItIs };
    case 'Base64String':
      return { type: 'longtext', read: (column) => sql`from_base64(${column})` };
    default:
      // json_unquote() gives a text that takes the collation of what it is compared with; a text column would keep its own.
      return { type: 'json', read: (column) => sql`json_unquote(${column})` };
  }
}

/** Digits of a decimal. */
const MAX_DIGITS = 65;
/** Digits behind the point where no column says how many stand before it. */
const MAX_SCALE_OF_ANY = 30;

/**
 * The decimal type with room for every value of the column, and beside that for as many digits behind the point as
 * possible.
 */
function widestDecimal(native: string, decimalScale: number): string {
  if (native === '') return `decimal(${MAX_DIGITS},${MAX_SCALE_OF_ANY})`;
  const [, precision = '20', scale = '0'] = /^decimal\((\d+),(\d+)\)/.exec(native) ?? [];
  return `decimal(${MAX_DIGITS},${Math.min(decimalScale, MAX_DIGITS - Number(precision) + Number(scale))})`;
}
