import type { FieldType } from '../../../../model/model.ts';

/** Returns the type name without its size: `nvarchar` for `nvarchar(80)`. Empty if the type is not that of a column. */
export const baseTypeName = ({ native }: Pick<FieldType, 'native'>): string => /^\w*/.exec(native)?.[0] ?? '';

/** Returns the scale of a type: 3 for `datetime2(3)`. */
export const scaleOf = ({ native }: Pick<FieldType, 'native'>): number =>
  Number(/^(?:datetime2|datetimeoffset|time)\((\d)\)$/.exec(native)?.[1] ?? 7);

const TEXTS: ReadonlySet<string> = new Set(['char', 'varchar', 'text', 'nchar', 'nvarchar', 'ntext']);

export const isTextColumn = (type: Pick<FieldType, 'native'>): boolean => TEXTS.has(baseTypeName(type));

/** True if the column stores strings in its collation's code page. */
export const isNarrow = (type: Pick<FieldType, 'native'>): boolean => NARROW.has(baseTypeName(type));

const NARROW: ReadonlySet<string> = new Set(['char', 'varchar', 'text']);

/** Returns the size of a string type in characters or bytes. Undefined if the type has no size. */
export function sizeOf({ native }: Pick<FieldType, 'native'>): number | undefined {
  const size = /^n?(?:var)?char\((\d+)\)$/.exec(native)?.[1];
  return size === undefined ? undefined : Number(size);
}

export const MAX_NVARCHAR = 4000;

export const wideType = (type: Pick<FieldType, 'native'>): string =>
  (sizeOf(type) ?? Number.POSITIVE_INFINITY) <= MAX_NVARCHAR ? `nvarchar(${MAX_NVARCHAR})` : 'nvarchar(max)';

/** Returns true for `char` and `nchar`, whose trailing spaces are not significant. */
export const isPadded = (type: Pick<FieldType, 'native'>): boolean => /^n?char\(/.test(type.native);
