import { raw, sql } from '../../../sql/fragment.ts';
import type { Forms } from '../../mysql-family/sql/forms.ts';
import { nested } from './nested-rows.ts';
import { warningsRow } from './warnings.ts';

export const forms: Forms = {
  exactCollation: 'utf8mb4_nopad_bin',
  decimalScale: 38,
  extremeText: (name, texts) => {
    const direction = raw(name === 'min' ? '' : ' desc');
    return sql`group_concat(${texts} order by ${texts}${direction}, cast(${texts} as binary)${direction} limit 1)`;
  },
  nested,
  roundsNumbers: true,
  sortsWholeRows: false,
  // MariaDB cuts a text that is too long, and only warns.
  lastRow: warningsRow,
};
