import type { FieldType } from '../../../model/model.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import { characterSetOf } from '../../mysql-family/catalog/character-set.ts';
import { isLong, SORTED_LENGTH, sortedPart } from '../../mysql-family/sql/text/sorted-part.ts';
import type { SqlVariant } from '../../mysql-family/sql/variant.ts';
import { nested } from './rows.ts';
import { storedKey } from './stored-value.ts';

export const variant: SqlVariant = {
  exactCollation: 'utf8mb4_0900_bin',
  // Without the inner conversion, the server assigns the narrow character set to the parameter and rejects other
  // characters.
  inCollation: (text, collation) =>
    sql`convert(convert(${text} using utf8mb4) using ${raw(characterSetOf(collation))}) collate ${raw(collation)}`,
  decimalScale: 30,
  extremeText,
  nested,
  roundsNumbers: false,
  sortsWholeRows: true,
  storedKey,
};

/**
 * Returns the minimum or maximum by the column's collation, then by bytes. MIN and MAX compare only one of the two. So
 * they get the weights in hexadecimal, a period, which sorts before every digit, and the string. Byte 0xFF marks its
 * beginning, because utf8mb4 never contains it.
 */
function extremeText(name: 'min' | 'max', texts: Sql, type: FieldType): Sql {
  const { collation = 'utf8mb4_0900_bin' } = type;
  const weights = sql`hex(weight_string(${sortedPart(texts, type)}${padded(type, collation)}))`;
  const keyed = sql`concat(${weights}, x'2EFF', cast(convert(${texts} using utf8mb4) as binary))`;
  const found = sql`convert(substring_index(${raw(name)}(${keyed}), x'FF', -1) using utf8mb4)`;
  const characterSet = characterSetOf(collation);
  const own = characterSet === 'utf8mb4' ? found : sql`convert(${found} using ${raw(characterSet)})`;
  return sql`${own} collate ${raw(collation)}`;
}

/** Pads strings, as all collations except those of UCA 9.0.0 compare them with trailing spaces. */
function padded(type: FieldType, collation: string): Sql {
  if (collation.includes('_0900_')) return [];
  const declared = /\((\d+)\)/.exec(type.native)?.[1];
  return raw(` as char(${isLong(type) || declared === undefined ? SORTED_LENGTH : declared})`);
}
