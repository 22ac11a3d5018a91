import { column, type Sql, sql } from '../../../sql/fragment.ts';
import type { ColumnSql } from '../../../sql/query.ts';
import { withoutErrorValue } from './failure/error-value.ts';
import { output } from './output.ts';
import { concat, orJsonNull } from './text/concat.ts';

/** Hashes the columns as a JSON array such as `[1,"a",null]`, which distinguishes NULL from ''. */
export const hash = (columns: readonly ColumnSql[]): Sql =>
  sql`left(sha2(${concat(['[', ...columns.flatMap((value, index) => [index === 0 ? '' : ',', element(value)]), ']'])}, 256), 32)`;

function element({ alias, name, type }: ColumnSql): Sql {
  const value = column(alias, name);
  // Bytes may be long, so their own hash represents them.
  return type.scalar === 'Base64String'
    ? orJsonNull(sql`sha2(${value}, 256)`)
    : output(value, withoutErrorValue(type), 'number');
}
