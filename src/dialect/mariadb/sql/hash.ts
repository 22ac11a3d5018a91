import type { TypedColumn } from '../../../sql/dialect.ts';
import { join, type Sql, sql } from '../../../sql/fragment.ts';
import { output } from './output.ts';

/** A hash of the values as an answer has them, in one JSON array, which tells NULL from '' and one value from the next. */
export const hash = (columns: readonly TypedColumn[]): Sql =>
  sql`left(sha2(json_array(${join(columns.map(element), ', ')}), 256), 32)`;

function element({ column, type }: TypedColumn): Sql {
  // Bytes may be many, and JSON of another collation cannot stand beside text.
  if (type.scalar === 'Base64String') return sql`sha2(${column}, 256)`;
  return type.scalar === 'JSON' ? sql`cast(${column} as char)` : output(column, type, 'number');
}
