import type { FieldType } from '../../../model/model.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';

/** Characters, or bytes, of a long value that count for its place in an order. */
export const SORTED_LENGTH = 1000;

/**
 * Returns the part of a value that rows are ordered by: all of it, but only the beginning of a value that may be long.
 * MySQL needs a sort buffer as large as the longest text, and both servers compare only `max_sort_length` bytes of some
 * texts. Then a comparison with a cursor, which has the whole text, would lose rows between two pages. No index has
 * such columns in order.
 */
export const sortedPart = (value: Sql, type: FieldType): Sql =>
  isLong(type) ? sql`left(${value}, ${raw(`${SORTED_LENGTH}`)})` : value;

/** Whether a value may be longer than what an index has room for, which is 3,072 bytes. */
export function isLong({ native, asText }: FieldType): boolean {
  if (asText) return false;
  const size = /^(?:varchar|varbinary)\((\d+)\)/.exec(native)?.[1];
  return size === undefined ? /^(?:medium|long)?(?:text|blob)/.test(native) : Number(size) > 3072;
}
