import { invariant } from '../../../base/invariant.ts';
import type { FieldType } from '../../../model/model.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { type Condition, condition } from '../../../sql/condition.ts';
import type { OperandSql } from '../../../sql/dialect.ts';
import { parameter, raw, sql } from '../../../sql/fragment.ts';
import { isPlaced } from '../catalog/labels.ts';

/** Whether an operand is among the values of one parameter, a JSON array. */
export function inList({ sql: operand }: OperandSql, values: Slot): Condition {
  const { use } = values;
  invariant(use.kind === 'values', 'the slot is a list of values');
  const { element, native } = elementOf(use.type);
  const table = sql`json_table(${parameter(values)}, '$[*]' columns (v ${raw(native)} path '$')) as l`;
  return condition`${operand} in (select ${raw(element)} from ${table})`;
}

/** How an element is read: the type of the table's column `v`, and what of it is compared. */
function elementOf(type: FieldType): { readonly element: string; readonly native: string } {
  if (isPlaced(type)) return { element: 'v', native: 'bigint unsigned' };
  const { scalar, native } = type;
  switch (scalar) {
    case 'Boolean':
    case 'Short':
    case 'Int':
    case 'Long':
      return { element: 'v', native: 'bigint' };
    case 'Single':
    case 'Float':
      return { element: 'v', native: 'double' };
    case 'Decimal':
      return { element: 'v', native: widestDecimal(native) };
    case 'Date':
      return { element: 'v', native: 'date' };
    case 'DateTime':
      return { element: 'v', native: 'datetime(6)' };
    case 'LocalTime':
      return { element: 'v', native: 'time(6)' };
    case 'Base64String':
      return { element: 'from_base64(v)', native: 'longtext' };
    default:
      // What json_unquote() gives takes on the collation of what it is compared with; a text column of the table would not.
      return { element: 'json_unquote(v)', native: 'json' };
  }
}

/** MariaDB's decimals have up to 65 digits, 38 of them behind the point. */
const MAX_DIGITS = 65;
const MAX_SCALE = 38;
/** Where no column says how many digits there are before the point. */
const MAX_SCALE_OF_ANY = 30;

/** A decimal with room for every value of the column and as many more digits behind the point as there can be. */
function widestDecimal(native: string): string {
  if (native === '') return `decimal(${MAX_DIGITS},${MAX_SCALE_OF_ANY})`;
  const [, precision = '20', scale = '0'] = /^decimal\((\d+),(\d+)\)/.exec(native) ?? [];
  return `decimal(${MAX_DIGITS},${Math.min(MAX_SCALE, MAX_DIGITS - Number(precision) + Number(scale))})`;
}
