import { raw, sql } from '../../../sql/fragment.ts';
import type { Forms } from '../../mysql-family/sql/forms.ts';
import { nested } from './nested-rows.ts';

export const forms: Forms = {
  exactCollation: 'utf8mb4_0900_bin',
  decimalScale: 30,
  extremeText: (name, texts) => sql`${raw(name)}(${texts} collate utf8mb4_0900_bin)`,
  nested,
  sortsWholeRows: true,
};
