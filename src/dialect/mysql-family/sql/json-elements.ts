import type { FieldType } from '../../../model/model.ts';
import { type Sql, sql } from '../../../sql/fragment.ts';

/** How an element of a JSON array is compared with a column. */
export interface Element {
  /** The type of the column of `json_table` that the element is read into: `bigint`. */
  readonly type: string;
  /** What the element is read as where that type has no place for it, a JSON text; NULL without it. */
  readonly beyond?: string;
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
      return decimalElement(native, decimalScale);
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
export const MAX_SCALE_OF_ANY = 30;

/**
 * A decimal with room for every value of the column, and beside that for as many digits behind the point as possible. What is beyond
 * that is the largest one, which equals no value either: NULL would leave it open whether a value is among others.
 */
function decimalElement(native: string, decimalScale: number): Element {
  const [, precision = '20', columnScale = '0'] = /^decimal\((\d+),(\d+)\)/.exec(native) ?? [];
  const scale =
    native === '' ? MAX_SCALE_OF_ANY : Math.min(decimalScale, MAX_DIGITS - Number(precision) + Number(columnScale));
  const largest = `${'9'.repeat(MAX_DIGITS - scale)}.${'9'.repeat(scale)}`;
  return { type: `decimal(${MAX_DIGITS},${scale})`, beyond: `"${largest}"`, read: asItIs };
}

/** A column of `json_table`: `` v bigint path '$' ``. */
export const declared = (name: string, { type, beyond }: Element, path: string): string =>
  `${name} ${type} path '${path}'${beyond === undefined ? '' : ` default '${beyond}' on error`}`;
