import type { FieldType } from '../../../../model/model.ts';
import { raw, type Sql, sql } from '../../../../sql/fragment.ts';

export const SORTED_LENGTH = 1000;

/**
 * Returns the beginning of a long value. MySQL needs a sort buffer as large as the longest text. The servers compare
 * only `max_sort_length` bytes of some strings, so a cursor with the whole string would skip rows.
 */
export const sortedPart = (value: Sql, type: FieldType): Sql =>
  isLong(type) ? sql`left(${value}, ${raw(`${SORTED_LENGTH}`)})` : value;

/** Returns whether a value may be longer than an index entry, which has at most 3,072 bytes. */
export function isLong({ native, asText }: FieldType): boolean {
  if (asText) return false;
  const size = /^(?:varchar|varbinary)\((\d+)\)/.exec(native)?.[1];
  return size === undefined ? /^(?:medium|long)?(?:text|blob)/.test(native) : Number(size) > 3072;
}
