import type { FieldType } from '../../../model/model.ts';

/** The word of a type without its size: `nvarchar` of `nvarchar(80)`; empty for what is not a column's. */
export const wordOf = ({ native }: Pick<FieldType, 'native'>): string => /^\w*/.exec(native)?.[0] ?? '';

/** Digits of a fraction that the type keeps, as it says: 3 of `datetime2(3)`. */
export const scaleOf = ({ native }: Pick<FieldType, 'native'>): number =>
  Number(/^(?:datetime2|datetimeoffset|time)\((\d)\)$/.exec(native)?.[1] ?? 7);

const TEXTS: ReadonlySet<string> = new Set(['char', 'varchar', 'text', 'nchar', 'nvarchar', 'ntext']);

/** Whether it is a column of text. */
export const isTextColumn = (type: Pick<FieldType, 'native'>): boolean => TEXTS.has(wordOf(type));

/** Whether it is a column that keeps texts in the character set of its collation. */
export const isNarrow = (type: Pick<FieldType, 'native'>): boolean => NARROW.has(wordOf(type));

const NARROW: ReadonlySet<string> = new Set(['char', 'varchar', 'text']);

/** Letters, or bytes, of a text that has a size; undefined for another one. */
export function sizeOf({ native }: Pick<FieldType, 'native'>): number | undefined {
  const size = /^n?(?:var)?char\((\d+)\)$/.exec(native)?.[1];
  return size === undefined ? undefined : Number(size);
}

/** Letters of the longest `nvarchar` that has a size. */
export const MAX_LETTERS = 4000;

/** The type that holds every letter of a text, whatever its character set. */
export const wideType = (type: Pick<FieldType, 'native'>): string =>
  (sizeOf(type) ?? Number.POSITIVE_INFINITY) <= MAX_LETTERS ? `nvarchar(${MAX_LETTERS})` : 'nvarchar(max)';

/** A text of fixed length, whose trailing blanks mean nothing. */
export const isPadded = (type: Pick<FieldType, 'native'>): boolean => /^n?char\(/.test(type.native);
