import type { FieldType } from '../../../model/model.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import { isPadded, wideType } from './native.ts';
import { hasOwnLetters } from './typed.ts';

/** It tells letters apart by their code. For it too, trailing blanks mean nothing. */
export const EXACT_COLLATION = 'Latin1_General_BIN2';

/** What fits into the text types that have a size, one letter more included. */
const MAX_SIZED = 3998;

/**
 * Whether the database may take texts of this type for equal that differ. What is not a column's own, such as `lower(name)`, has the collation of
 * some column.
 */
export const mayFold = ({ collation, scalar, native }: FieldType): boolean =>
  collation !== undefined || (scalar === 'String' && native === '');

/**
 * A text that equals no other one: by a binary collation and, as blanks at the end would mean nothing, with a letter behind it:
 * `([1].[name] + N'.') collate Latin1_General_BIN2`.
 * @param like the type of the text, or of what it is compared with: what is longer than that needs no room
 */
export function exactText(value: Sql, like: FieldType): Sql {
  const sized = like.maxLength !== undefined && like.maxLength <= MAX_SIZED;
  const wide = sized ? value : sql`cast(${value} as nvarchar(max))`;
  if (isPadded(like))
    return sql`${sized ? sql`cast(${value} as nvarchar(4000))` : wide} collate ${raw(EXACT_COLLATION)}`;
  return sql`(${wide} + N'.') collate ${raw(EXACT_COLLATION)}`;
}

/** A text in the character set that has every letter: another collation would turn one that has a set of its own into its set. */
export const allLetters = (value: Sql, type: FieldType): Sql =>
  hasOwnLetters(type) ? sql`cast(${value} as ${raw(wideType(type))})` : value;

/** A value as groups and `distinct` tell it apart. */
export const exact = (value: Sql, type: FieldType): Sql => (mayFold(type) ? exactText(value, type) : value);
