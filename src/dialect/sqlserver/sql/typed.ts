import type { FieldType } from '../../../model/model.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { raw, type Sql, sql, type Token, tokensOf } from '../../../sql/fragment.ts';
import { isNarrow, wordOf } from './native.ts';

/** Most digits that a decimal has. */
const MAX_DIGITS = 38;

/** Types for values whose type is not that of a column. */
const typesOfScalars: Readonly<Record<ScalarName, string>> = {
  Short: 'int',
  Int: 'int',
  Long: 'bigint',
  Decimal: 'decimal(38,18)',
  Single: 'float',
  Float: 'float',
  Boolean: 'bit',
  String: 'nvarchar(max)',
  UUID: 'uniqueidentifier',
  Date: 'date',
  DateTime: 'datetimeoffset(7)',
  LocalTime: 'time(7)',
  Base64String: 'varbinary(max)',
  JSON: 'nvarchar(max)',
};

/** What a text is cast to for columns by the word of their type; absent where the column's own type takes every value. */
const typesOfWords: Readonly<Record<string, string>> = {
  tinyint: 'int',
  smallint: 'int',
  money: 'decimal(38,19)',
  smallmoney: 'decimal(38,19)',
  datetime: 'datetime2(7)',
  smalldatetime: 'datetime2(7)',
  datetime2: 'datetime2(7)',
  datetimeoffset: 'datetimeoffset(7)',
  time: 'time(7)',
  char: 'varchar(8000)',
  varchar: 'varchar(8000)',
  text: 'nvarchar(max)',
  nchar: 'nvarchar(4000)',
  nvarchar: 'nvarchar(4000)',
  ntext: 'nvarchar(max)',
  binary: 'varbinary(8000)',
  varbinary: 'varbinary(max)',
  image: 'varbinary(max)',
};

/**
 * The type that a value has which is compared with a column of this type: with room for what the column itself would cut or round, such as a
 * fourth digit of `decimal(10,2)`, but of the same family, so that an index of the column serves.
 */
function comparedType(type: FieldType): string {
  const { native, scalar } = type;
  if (native === '') return typesOfScalars[scalar];
  if (native === 'date' && scalar === 'DateTime') return 'datetime2(7)';
  if (native === 'varchar(max)') return 'varchar(max)';
  if (native === 'nvarchar(max)') return 'nvarchar(max)';
  const word = wordOf(type);
  if (word === 'decimal' || word === 'numeric') return `decimal(${MAX_DIGITS},${comparedScale(type)})`;
  return typesOfWords[word] ?? native;
}

/** Digits behind the point of a decimal that is compared: as many as there is room for beside the column's own in front of it. */
export function comparedScale({ native }: Pick<FieldType, 'native'>): number {
  const [, precision, scale] = /^(?:decimal|numeric)\((\d+),(\d+)\)$/.exec(native) ?? [];
  return precision === undefined ? 18 : MAX_DIGITS - Number(precision) + Number(scale);
}

/** Whether a column of decimals leaves no room for a digit more than its own: a sum of decimals, for example. */
export const takesAllDigits = (type: Pick<FieldType, 'native'>): boolean =>
  new RegExp(`^(?:decimal|numeric)\\(${MAX_DIGITS},${comparedScale(type)}\\)$`).test(type.native);

/** A text as a value to compare with what has this type. */
export const compared = (value: Sql, type: FieldType): Sql => castFor(type, value, comparedType(type));

/**
 * A text to compare with a column, as another type: `cast(@p0 collate Cyrillic_General_CI_AS as varchar(8000))`. What has a character set is
 * given the column's own, as that of the database may not have the same letters.
 */
export const castFor = (type: FieldType, value: Sql, native: string): Sql =>
  cast(hasOwnLetters(type) ? sql`${value} collate ${raw(type.collation)}` : value, native);

/** Whether it is compared in the character set of its collation; a `text` is not. */
export const hasOwnLetters = (type: FieldType): type is FieldType & { readonly collation: string } =>
  type.collation !== undefined && isNarrow({ native: comparedType(type) });

export const cast = (value: Sql, type: string): Sql => sql`cast(${value} as ${raw(type)})`;

/** Whether it is a column by itself: `[1].[name]`. */
export function isColumn(value: Sql): boolean {
  const [first, second, third, ...rest] = tokensOf(value);
  return rest.length === 0 && isName(first) && second === '.' && isName(third);
}

const isName = (token: Token | undefined): boolean => typeof token === 'object' && token.kind === 'name';

/** The parameter of `cast(@p0 as …)`, or of `cast(@p0 collate … as …)`; undefined for whatever else. */
export function parameterOf(value: Sql): Sql | undefined {
  const [first, second, third, ...rest] = tokensOf(value).filter((token) => token !== '');
  const isCast =
    first === 'cast(' &&
    ((third === ' as ' && rest.length === 2) || (third === ' collate ' && rest[1] === ' as ' && rest.length === 4));
  return isCast && typeof second === 'object' && second.kind === 'parameter' ? [second] : undefined;
}
