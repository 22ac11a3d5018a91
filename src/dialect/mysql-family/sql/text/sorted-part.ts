import type { FieldType } from '../../../../model/model.ts';
import { raw, type Sql, sql } from '../../../../sql/fragment.ts';

export const SORTED_LENGTH = 1000;

/**
 * Returns the part of a value that determines its order: the beginning of a long value. MySQL needs a sort buffer as
 * large as the longest text. Both servers compare only `max_sort_length` bytes of some texts, so a cursor with the
 * whole text would skip rows between pages. No index orders long columns.
 */
export const sortedPart = (value: Sql, type: FieldType): Sql =>
  isLong(type) ? sql`left(${value}, ${raw(`${SORTED_LENGTH}`)})` : value;

/** Returns whether a value may exceed the 3,072 bytes of an index entry. */
export function isLong({ native, asText }: FieldType): boolean {
  if (asText) return false;
  const size = /^(?:varchar|varbinary)\((\d+)\)/.exec(native)?.[1];
  return size === undefined ? /^(?:medium|long)?(?:text|blob)/.test(native) : Number(size) > 3072;
}
