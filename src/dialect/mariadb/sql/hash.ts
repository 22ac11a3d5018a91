import { column, join, type Sql, sql } from '../../../sql/fragment.ts';
import type { ColumnSql } from '../../../sql/query.ts';
import { output } from './output.ts';

/** A hash of the values as an answer has them, in one JSON array, which tells NULL from '' and one value from the next. */
export const hash = (columns: readonly ColumnSql[]): Sql =>
  sql`left(sha2(json_array(${join(columns.map(element), ', ')}), 256), 32)`;

function element({ alias, name, type }: ColumnSql): Sql {
  const own = column(alias, name);
  // Bytes may be many, and JSON of another collation cannot stand beside text.
  if (type.scalar === 'Base64String') return sql`sha2(${own}, 256)`;
  return type.scalar === 'JSON' ? sql`cast(${own} as char)` : output(own, type, 'number');
}
