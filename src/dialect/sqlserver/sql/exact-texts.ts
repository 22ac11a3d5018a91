import type { FieldType } from '../../../model/model.ts';
import { needsExactEquality } from '../../../model/text-equality.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import { isPadded, sizeOf, wideType, wordOf } from './native.ts';
import { cast, hasOwnLetters, isColumn } from './typed.ts';

/** It tells letters apart by their code. For it too, trailing blanks mean nothing. */
export const EXACT_COLLATION = 'Latin1_General_BIN2';

/** A text that is compared by the codes of its letters. */
export const byCode = (text: Sql): Sql => sql`${text} collate ${raw(EXACT_COLLATION)}`;

/**
 * The longest text that has room for a letter behind it, where what it is compared with may have one letter more: the text types that have a
 * size are cut at 4000 letters, without a word.
 */
const MAX_SIZED = 3998;

/**
 * Returns whether the database may treat strings of this type as equal that the API distinguishes. A computed string, such as `lower(name)`, has
 * the collation of some column.
 */
export const mayFold = (type: FieldType): boolean => needsExactEquality(type) || isComputedText(type);

const isComputedText = ({ scalar, native }: FieldType): boolean => scalar === 'String' && native === '';

/** Returns whether values of this type compare by a collation. */
export const hasCollation = (type: FieldType): boolean => type.collation !== undefined || isComputedText(type);

/**
 * A text that equals no other one: by a binary collation and, as blanks at the end would mean nothing, with a letter behind it:
 * `([1].[name] + N'.') collate Latin1_General_BIN2`.
 * @param like the type of the text, or of what it is compared with: what is longer than that needs no room
 */
export function exactText(value: Sql, like: FieldType): Sql {
  const sized = (sizeOf(like) ?? Number.POSITIVE_INFINITY) <= MAX_SIZED;
  if (isPadded(like)) return byCode(cast(value, sized && isColumn(value) ? 'nvarchar(4000)' : 'nvarchar(max)'));
  return byCode(sql`(${sized ? value : cast(value, 'nvarchar(max)')} + N'.')`);
}

/** A text in the character set that has every letter: another collation would turn one that has a set of its own into its set. */
export const allLetters = (value: Sql, type: FieldType): Sql =>
  hasOwnLetters(type) ? sql`cast(${value} as ${raw(wideType(type))})` : value;

/** A value as groups and `distinct` tell it apart. */
export function exact(value: Sql, type: FieldType): Sql {
  if (mayDropZeros(type)) return digitsOf(value);
  return mayFold(type) ? exactText(value, type) : value;
}

/** Whether the database takes bytes for equal that differ in zeros at their end. */
export const mayDropZeros = (type: FieldType): boolean => type.scalar === 'Base64String' && wordOf(type) !== 'binary';

/** Bytes as the text of their digits, which sorts as the bytes do, and of which zeros at the end are told. */
export const digitsOf = (bytes: Sql): Sql => sql`convert(varchar(max), ${bytes}, 2)`;
