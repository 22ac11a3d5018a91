import type { FieldType } from '../../../model/model.ts';
import { needsExactEquality } from '../../../model/text-equality.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import { baseTypeName, isPadded, sizeOf, wideType } from './types/native.ts';
import { cast, hasCodePage, isColumn } from './types/typed.ts';

/** Collation that distinguishes characters by their code, but ignores trailing spaces. */
export const EXACT_COLLATION = 'Latin1_General_BIN2';

export const withBinaryCollation = (text: Sql): Sql => sql`${text} collate ${raw(EXACT_COLLATION)}`;

/**
 * Maximum size that leaves room for an appended character. SQL Server silently truncates sized types at 4000
 * characters.
 */
const MAX_SIZED = 3998;

/**
 * Returns whether the database may treat different strings as equal. This includes computed strings such as
 * `lower(name)`, which have the collation of their column.
 */
export const needsExactComparison = (type: FieldType): boolean => needsExactEquality(type) || isComputedText(type);

const isComputedText = ({ scalar, native }: FieldType): boolean => scalar === 'String' && native === '';

export const hasCollation = (type: FieldType): boolean => type.collation !== undefined || isComputedText(type);

/**
 * Returns a string that equals only identical strings. The appended character keeps trailing spaces: `([1].[name] +
 * N'.') collate Latin1_General_BIN2`.
 * @param type of the string, or of the column with which it is compared
 */
export function exactText(value: Sql, type: FieldType): Sql {
  const sized = (sizeOf(type) ?? Number.POSITIVE_INFINITY) <= MAX_SIZED;
  if (isPadded(type))
    return withBinaryCollation(cast(value, sized && isColumn(value) ? 'nvarchar(4000)' : 'nvarchar(max)'));
  return withBinaryCollation(sql`(${sized ? value : cast(value, 'nvarchar(max)')} + N'.')`);
}

/** Converts a string to Unicode, so that it is not converted to the code page of another collation. */
export const toUnicode = (value: Sql, type: FieldType): Sql =>
  hasCodePage(type) ? sql`cast(${value} as ${raw(wideType(type))})` : value;

export function exact(value: Sql, type: FieldType): Sql {
  if (ignoresTrailingZeroBytes(type)) return digitsOf(value);
  return needsExactComparison(type) ? exactText(value, type) : value;
}

/** Returns true for bytes of variable length, whose trailing zeros the database ignores. */
export const ignoresTrailingZeroBytes = (type: FieldType): boolean =>
  type.scalar === 'Base64String' && baseTypeName(type) !== 'binary';

/** Returns bytes as hexadecimal digits, which sort like the bytes and keep trailing zeros. */
export const digitsOf = (bytes: Sql): Sql => sql`convert(varchar(max), ${bytes}, 2)`;
