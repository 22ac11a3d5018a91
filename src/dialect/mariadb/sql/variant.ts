import { raw, sql } from '../../../sql/fragment.ts';
import { columnIn } from '../../mysql-family/sql/text/narrow-strings.ts';
import type { SqlVariant } from '../../mysql-family/sql/variant.ts';
import { nested } from './rows.ts';
import { warningsRow } from './warnings.ts';

export const variant: SqlVariant = {
  exactCollation: 'utf8mb4_nopad_bin',
  // In a write, convert() fails if it loses a character; json_table only warns.
  convertToCollation: (text, collation) =>
    sql`(select v from json_table(json_array(${text}), '$[*]' columns (v ${raw(columnIn(collation))} path '$')) as l)`,
  decimalScale: 38,
  minOrMaxText: (name, strings) => {
    const direction = raw(name === 'min' ? '' : ' desc');
    return sql`group_concat(${strings} order by ${strings}${direction}, cast(${strings} as binary)${direction} limit 1)`;
  },
  nested,
  hasLateral: false,
  roundsNumbers: true,
  sortsWholeRows: false,
  warningsRow,
};
