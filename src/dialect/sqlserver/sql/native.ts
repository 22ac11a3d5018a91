import type { FieldType } from '../../../model/model.ts';

/** The word of a type without its size: `nvarchar` of `nvarchar(80)`; empty for what is not a column's. */
export const wordOf = ({ native }: Pick<FieldType, 'native'>): string => /^\w*/.exec(native)?.[0] ?? '';

/** Digits of a fraction that the type keeps, as it says: 3 of `datetime2(3)`. */
export const scaleOf = ({ native }: Pick<FieldType, 'native'>): number =>
  Number(/^(?:datetime2|datetimeoffset|time)\((\d)\)$/.exec(native)?.[1] ?? 7);

const TEXTS: ReadonlySet<string> = new Set(['char', 'varchar', 'text', 'nchar', 'nvarchar', 'ntext']);

/** Whether it is a column of text. */
export const isTextColumn = (type: Pick<FieldType, 'native'>): boolean => TEXTS.has(wordOf(type));

/** A text of fixed length, whose trailing blanks mean nothing. */
export const isPadded = (type: Pick<FieldType, 'native'>): boolean => /^n?char\(/.test(type.native);
