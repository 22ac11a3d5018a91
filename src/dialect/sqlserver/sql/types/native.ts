import type { FieldType } from '../../../../model/model.ts';

/** `nvarchar` for `nvarchar(80)`; empty if the type is not a column's. */
export const baseTypeName = ({ native }: Pick<FieldType, 'native'>): string => /^\w*/.exec(native)?.[0] ?? '';

/** 3 for `datetime2(3)`. */
export const scaleOf = ({ native }: Pick<FieldType, 'native'>): number =>
  Number(/^(?:datetime2|datetimeoffset|time)\((\d)\)$/.exec(native)?.[1] ?? 7);

const TEXTS: ReadonlySet<string> = new Set(['char', 'varchar', 'text', 'nchar', 'nvarchar', 'ntext']);

export const isTextColumn = (type: Pick<FieldType, 'native'>): boolean => TEXTS.has(baseTypeName(type));

/** True if the column stores strings in its collation's code page. */
export const isNarrow = (type: Pick<FieldType, 'native'>): boolean => NARROW.has(baseTypeName(type));

const NARROW: ReadonlySet<string> = new Set(['char', 'varchar', 'text']);

/** Characters or bytes of a sized string type; otherwise undefined. */
export function sizeOf({ native }: Pick<FieldType, 'native'>): number | undefined {
  const size = /^n?(?:var)?char\((\d+)\)$/.exec(native)?.[1];
  return size === undefined ? undefined : Number(size);
}

export const MAX_NVARCHAR = 4000;

export const wideType = (type: Pick<FieldType, 'native'>): string =>
  (sizeOf(type) ?? Number.POSITIVE_INFINITY) <= MAX_NVARCHAR ? `nvarchar(${MAX_NVARCHAR})` : 'nvarchar(max)';

/** The trailing spaces of these types are not significant. */
export const isPadded = (type: Pick<FieldType, 'native'>): boolean => /^n?char\(/.test(type.native);
