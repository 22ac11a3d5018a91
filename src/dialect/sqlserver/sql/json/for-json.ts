import { clause, sql } from '../../../../sql/fragment.ts';

export const JSON_ROWS = sql`${clause('for json')}path, include_null_values`;

export const JSON_ROW = sql`${JSON_ROWS}, without_array_wrapper`;
