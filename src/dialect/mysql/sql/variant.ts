import type { FieldType } from '../../../model/model.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import { characterSetOf } from '../../mysql-family/catalog/character-set.ts';
import { isLong, SORTED_LENGTH, sortedPart } from '../../mysql-family/sql/text/sorted-part.ts';
import type { SqlVariant } from '../../mysql-family/sql/variant.ts';
import { nested } from './rows.ts';
import { storedKey } from './stored-value.ts';

export const variant: SqlVariant = {
  exactCollation: 'utf8mb4_0900_bin',
  // Without the inner conversion, the parameter gets the narrow character set, and the server rejects other characters.
  convertToCollation: (text, collation) =>
    sql`convert(convert(${text} using utf8mb4) using ${raw(characterSetOf(collation))}) collate ${raw(collation)}`,
  decimalScale: 30,
  minOrMaxText: minOrMaxText,
  nested,
  hasLateral: true,
  roundsNumbers: false,
  sortsWholeRows: true,
  storedKey,
};

/**
 * Compares by the column's collation, then by bytes. MIN and MAX cannot do both, so their argument is a longer string:
 * the weights in hexadecimal, a period (which sorts before every digit), byte 0xFF, and the string. No utf8mb4 string
 * contains 0xFF.
 */
function minOrMaxText(name: 'min' | 'max', strings: Sql, type: FieldType): Sql {
  const { collation = 'utf8mb4_0900_bin' } = type;
  const weights = sql`hex(weight_string(${sortedPart(strings, type)}${padded(type, collation)}))`;
  const sortable = sql`concat(${weights}, x'2EFF', cast(convert(${strings} using utf8mb4) as binary))`;
  const value = sql`convert(substring_index(${raw(name)}(${sortable}), x'FF', -1) using utf8mb4)`;
  const characterSet = characterSetOf(collation);
  const converted = characterSet === 'utf8mb4' ? value : sql`convert(${value} using ${raw(characterSet)})`;
  return sql`${converted} collate ${raw(collation)}`;
}

/**
 * Returns the clause of WEIGHT_STRING that pads strings to equal length, for collations that ignore trailing spaces.
 * Those of UCA 9.0.0 do not ignore them.
 */
function padded(type: FieldType, collation: string): Sql {
  if (collation.includes('_0900_')) return [];
  const declared = /\((\d+)\)/.exec(type.native)?.[1];
  return raw(` as char(${isLong(type) || declared === undefined ? SORTED_LENGTH : declared})`);
}
