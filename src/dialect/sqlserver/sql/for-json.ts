import { clause, sql } from '../../../sql/fragment.ts';

/** Rows as an array of objects. */
export const JSON_ROWS = sql`${clause('for json')}path, include_null_values`;

/** One row as an object. */
export const JSON_ROW = sql`${JSON_ROWS}, without_array_wrapper`;
