import type { FieldType } from '../../../../model/model.ts';
import { type Sql, sql } from '../../../../sql/fragment.ts';

export interface Element {
  /** Type of the `json_table` column. */
  readonly type: string;
  /** JSON text that replaces an element outside the range of the type. If absent, such an element is NULL. */
  readonly outOfRange?: string;
  readonly read: (column: Sql) => Sql;
}

const identity = (column: Sql): Sql => column;

export function elementOf(type: FieldType, decimalScale: number): Element {
  const { scalar, native } = type;
  switch (scalar) {
    case 'Boolean':
    case 'Short':
    case 'Int':
    case 'Long':
      return { type: 'bigint', read: identity };
    case 'Single':
    case 'Float':
      return { type: 'double', read: identity };
    case 'Decimal':
      return decimalElement(native, decimalScale);
    case 'Date':
      return { type: 'date', read: identity };
    case 'DateTime':
      return { type: 'datetime(6)', read: identity };
    case 'LocalTime':
      return { type: 'time(6)', read: identity };
    case 'Base64String':
      return { type: 'longtext', read: (column) => sql`from_base64(${column})` };
    default:
      return STRING;
  }
}

/** The position of a label, or the bits of a set. */
export const POSITION: Element = { type: 'bigint unsigned', read: identity };

/** The result of json_unquote() adopts the collation of the other operand; a text column would not. */
export const STRING: Element = { type: 'json', read: (column) => sql`json_unquote(${column})` };

const MAX_DIGITS = 65;
/** Decimal scale if no column determines one. */
export const MAX_SCALE_OF_ANY = 30;

/**
 * Declares an element that fits every value of the column. A larger element becomes the largest decimal, which equals
 * no value of the column. NULL would make the condition unknown.
 */
function decimalElement(native: string, decimalScale: number): Element {
  const [, precision = '20', columnScale = '0'] = /^decimal\((\d+),(\d+)\)/.exec(native) ?? [];
  const scale =
    native === '' ? MAX_SCALE_OF_ANY : Math.min(decimalScale, MAX_DIGITS - Number(precision) + Number(columnScale));
  const largest = `${'9'.repeat(MAX_DIGITS - scale)}.${'9'.repeat(scale)}`;
  return { type: `decimal(${MAX_DIGITS},${scale})`, outOfRange: `"${largest}"`, read: identity };
}

/** `` v bigint path '$' `` */
export const columnDeclaration = (name: string, { type, outOfRange }: Element, path: string): string =>
  `${name} ${type} path '${path}'${outOfRange === undefined ? '' : ` default '${outOfRange}' on error`}`;
